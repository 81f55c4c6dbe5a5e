import * as z from "zod";
import { UNKNOWN } from "../../core/wire";

const metric = z
  .enum(["cosine", "euclidean", "dotProduct", "hamming"])
  .optional()
  .describe("How the distance of two vectors is measured; default `cosine`.");

const profile = z
  .strictObject({
    name: z.string().min(1).describe("The name that vector fields refer to."),
    algorithm: z.string().min(1).describe("The name of the algorithm."),
    vectorizer: z.string().min(1).optional().describe("The name of the vectorizer that embeds the text of queries."),
    compression: z.string().min(1).optional().describe("The name of the compression."),
  })
  .meta({ title: "VectorSearchProfile" })
  .describe("How the vectors of a field are indexed and queried.");

const algorithm = z
  .strictObject({
    name: z.string().min(1).describe("The name that profiles refer to."),
    kind: z.enum(["hnsw", "exhaustiveKnn"]).describe("The kind of algorithm: a navigable graph, or every vector."),
    hnswParameters: z
      .strictObject({
        m: z.int().min(4).max(10).optional().describe("The links of a vector in the graph, 4 to 10; default 4."),
        efConstruction: z
          .int()
          .min(100)
          .max(1000)
          .optional()
          .describe("The neighbours looked at while the graph is built, 100 to 1000; default 400."),
        efSearch: z
          .int()
          .min(100)
          .max(1000)
          .optional()
          .describe("The neighbours looked at by a query, 100 to 1000; default 500."),
        metric,
      })
      .optional()
      .describe("The parameters of `hnsw`."),
    exhaustiveKnnParameters: z.strictObject({ metric }).optional().describe("The parameters of `exhaustiveKnn`."),
  })
  .meta({ title: "VectorSearchAlgorithm" })
  .describe("How near vectors are found.");

const vectorizer = z
  .strictObject({
    name: z.string().min(1).describe("The name that profiles refer to."),
    kind: z
      .enum(["embeddingService", "customWebApi"])
      .describe("Who embeds: an embedding service, or a web API of one's own."),
    embeddingServiceParameters: z
      .strictObject({
        resourceUri: z.string().min(1).describe("The address of the embedding service."),
        deploymentId: z.string().min(1).describe("The deployment of the embedding model."),
        modelName: z.string().min(1).describe("The name of the embedding model."),
        apiKey: z
          .string()
          .min(1)
          .optional()
          .meta({ secret: true, writeOnly: true })
          .describe("The API key of the embedding service; without one, the search service uses its own identity."),
      })
      .optional()
      .describe("The parameters of `embeddingService`."),
    customWebApiParameters: z
      .strictObject({
        uri: z.string().min(1).describe("The address of the web API."),
        httpMethod: z.string().min(1).optional().describe("The HTTP verb of its calls."),
        httpHeaders: z
          .record(z.string(), z.string())
          .optional()
          .meta({ secret: true, writeOnly: true })
          .describe("The headers of its calls, which often hold credentials."),
        timeout: z
          .string()
          .min(1)
          .optional()
          .meta({ duration: true })
          .describe("How long a call may take, as ISO 8601 duration."),
        authResourceId: z
          .string()
          .min(1)
          .optional()
          .describe("What the search service's own identity asks a token for."),
      })
      .optional()
      .describe("The parameters of `customWebApi`."),
  })
  .meta({ title: "VectorSearchVectorizer" })
  .describe("What turns the text of a query into a vector.");

const compression = z
  .strictObject({
    name: z.string().min(1).describe("The name that profiles refer to."),
    kind: z.enum(["scalarQuantization", "binaryQuantization"]).describe("The kind of compression."),
    rescoringOptions: z
      .strictObject({
        enableRescoring: z
          .boolean()
          .optional()
          .describe("Whether the first results are ranked again by the full vectors; default true."),
        defaultOversampling: z
          .number()
          .min(1)
          .optional()
          .describe("How many times more results are ranked again than are asked for."),
        rescoreStorageMethod: z
          .enum(["preserveOriginals", "discardOriginals"])
          .optional()
          .describe("Whether the full vectors are kept; default `preserveOriginals`."),
      })
      .optional()
      .describe("How results are ranked again."),
    scalarQuantizationParameters: z
      .strictObject({
        quantizedDataType: z.enum(["int8"]).optional().describe("The type of a quantized number; default `int8`."),
      })
      .optional()
      .describe("The parameters of `scalarQuantization`."),
    truncationDimension: z.int().min(2).optional().describe("How many of a vector's numbers are kept."),
  })
  .meta({ title: "VectorSearchCompression" })
  .describe("How vectors are kept in less space.");

/** The vector configuration of an index: document 2, "vectorSearch". */
export const vectorSearch = z
  .strictObject({
    profiles: z.array(profile).optional().describe("The profiles that vector fields refer to."),
    algorithms: z.array(algorithm).optional().describe("The algorithms that profiles refer to."),
    vectorizers: z.array(vectorizer).optional().describe("The vectorizers that profiles refer to."),
    compressions: z.array(compression).optional().describe("The compressions that profiles refer to."),
  })
  .meta({ title: "VectorSearch" })
  .optional()
  .describe("The vector configuration.");

/** The vector configuration of an index, as declared. */
export type VectorSearch = NonNullable<z.output<typeof vectorSearch>>;

/** What an algorithm's index is built with; `efSearch`, which only queries use, is not part of it. */
export function builtWith({
  kind,
  hnswParameters,
  exhaustiveKnnParameters,
}: z.output<typeof algorithm>): Record<string, unknown> {
  if (kind === "exhaustiveKnn") return { kind, metric: exhaustiveKnnParameters?.metric ?? "cosine" };
  return {
    kind,
    m: hnswParameters?.m ?? 4,
    efConstruction: hnswParameters?.efConstruction ?? 400,
    metric: hnswParameters?.metric ?? "cosine",
  };
}

/** How the vectors of the fields with a profile are indexed; nothing where that is not known yet. */
export function indexingOf({ profiles = [], algorithms = [] }: VectorSearch, name: string | undefined): unknown {
  const profile = profiles.find((one) => one.name === name);
  const algorithm = algorithms.find((one) => one.name === profile?.algorithm);
  return algorithm === undefined ? UNKNOWN : { ...builtWith(algorithm), compression: profile?.compression };
}
