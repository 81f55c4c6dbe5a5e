import { z } from "zod";

const text = z.string().nullable().default(null);
const list = <T extends z.ZodType>(element: T) =>
  z
    .array(element)
    .nullish()
    .transform((sent) => sent ?? []);
const metric = z.enum(["cosine", "euclidean", "dotProduct", "hamming"]).default("cosine");

const hnswParameters = z.object({
  metric,
  m: z.int().min(4).max(10).default(4),
  efConstruction: z.int().min(100).max(1000).default(400),
  efSearch: z.int().min(100).max(1000).default(500),
});

const algorithm = z
  .looseObject({
    name: z.string().min(1),
    kind: z.enum(["hnsw", "exhaustiveKnn"]),
    hnswParameters: hnswParameters.nullish(),
    exhaustiveKnnParameters: z.object({ metric }).nullish(),
  })
  .transform((sent) => ({
    ...sent,
    hnswParameters: sent.kind === "hnsw" ? hnswParameters.parse(sent.hnswParameters ?? {}) : null,
    exhaustiveKnnParameters:
      sent.kind === "exhaustiveKnn" ? { metric: sent.exhaustiveKnnParameters?.metric ?? ("cosine" as const) } : null,
  }));

const profile = z.object({ name: z.string().min(1), algorithm: z.string(), vectorizer: text, compression: text });

const embeddingServiceParameters = z.looseObject({
  resourceUri: z.string(),
  deploymentId: z.string(),
  apiKey: text,
  modelName: z.string(),
  authIdentity: z.unknown().default(null),
});

const vectorizer = z.discriminatedUnion("kind", [
  z.looseObject({ name: z.string().min(1), kind: z.literal("embeddingService"), embeddingServiceParameters }),
  z.looseObject({
    name: z.string().min(1),
    kind: z.literal("customWebApi"),
    customWebApiParameters: z.looseObject({ uri: z.string() }),
  }),
]);

const rescoringOptions = z.object({
  enableRescoring: z.boolean().default(true),
  defaultOversampling: z.number().nullable().default(null),
  rescoreStorageMethod: z.enum(["preserveOriginals", "discardOriginals"]).default("preserveOriginals"),
});

const compression = z.looseObject({
  name: z.string().min(1),
  kind: z.enum(["scalarQuantization", "binaryQuantization"]),
  rescoringOptions: rescoringOptions.prefault({}),
  truncationDimension: z.int().nullable().default(null),
});

/** `vectorSearch` of an index, with the service's defaults filled in. */
export const vectorSearchSchema = z.object({
  algorithms: list(algorithm),
  profiles: list(profile),
  vectorizers: list(vectorizer),
  compressions: list(compression),
});

/** How an index keeps and compares vectors. */
export type VectorSearch = z.output<typeof vectorSearchSchema>;

/** The names that profiles use and that nothing defines, and names defined twice; each with the path of the member. */
export function vectorSearchMistakes({ algorithms, profiles, vectorizers, compressions }: VectorSearch): string[] {
  const known = (list: { name: string }[], name: string | null): boolean =>
    name === null || list.some((each) => each.name === name);
  const dangling = profiles.flatMap(({ algorithm, vectorizer, compression }, position) => {
    const at = `vectorSearch.profiles[${position}]`;
    return [
      ...(known(algorithms, algorithm)
        ? []
        : [`${at}.algorithm names '${algorithm}', which vectorSearch.algorithms does not have`]),
      ...(known(vectorizers, vectorizer)
        ? []
        : [`${at}.vectorizer names '${vectorizer}', which vectorSearch.vectorizers does not have`]),
      ...(known(compressions, compression)
        ? []
        : [`${at}.compression names '${compression}', which vectorSearch.compressions does not have`]),
    ];
  });
  const double = Object.entries({ algorithms, profiles, vectorizers, compressions }).flatMap(([member, list]) =>
    list.flatMap(({ name }, position) =>
      list.findIndex((each) => each.name === name) < position
        ? [`vectorSearch.${member}[${position}].name is taken by another one`]
        : [],
    ),
  );
  return [...dangling, ...double];
}
