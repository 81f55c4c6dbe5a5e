import * as z from "zod";
import { defineFunction } from "../../core/function";
import { asNumber, isBag, type Bag } from "../../core/wire";
import type { Context } from "../../core/resource";
import { schemaOf, type IndexSchema } from "../index/indexSchema";
import { answerTo, documentOf, FARTHEST, hitsIn, pagesOf, rangesOf } from "./pages";

const vectorQuery = z
  .strictObject({
    kind: z
      .enum(["vector", "text"])
      .describe("Whether the query is a vector, or text that the field's vectorizer embeds."),
    vector: z.array(z.number()).min(1).optional().describe("The vector of a query of kind `vector`."),
    text: z.string().min(1).optional().describe("The text of a query of kind `text`."),
    fields: z.string().min(1).describe("The vector fields to search, separated by commas."),
    k: z.int().min(1).optional().describe("How many nearest neighbours are found."),
    exhaustive: z.boolean().optional().describe("Whether every vector is compared."),
    weight: z.number().positive().optional().describe("How much the query counts beside others; default 1."),
  })
  .meta({ title: "VectorQuery" })
  .describe("A query for near vectors.");

const hit = z
  .object({
    score: z.number().describe("How well the document fits, by the service's own measure."),
    rerankerScore: z.number().optional().describe("The score of semantic ranking."),
    highlights: z.record(z.string(), z.unknown()).optional().describe("The highlighted parts, by field."),
    captions: z.array(z.record(z.string(), z.unknown())).optional().describe("The captions of semantic ranking."),
    document: z
      .record(z.string(), z.unknown())
      .meta({ type: "{ [field: string]: unknown }" })
      .describe("The selected fields of the document, with integers beyond 2^53 as text."),
  })
  .meta({ title: "SearchHit" })
  .describe("A document that was found.");

/** POST /indexes/{index}/docs/search. */
export const searchDocuments = defineFunction({
  kind: "search:searchDocuments",
  description: 'Finds documents of an index by full text, vectors, or both: document 2, "Search documents".',
  apis: ["search"],

  args: z.strictObject({
    index: z.string().min(1).describe("The name of the index."),
    search: z.string().optional().describe("The full-text query."),
    filter: z.string().min(1).optional().describe("The OData filter expression."),
    select: z.string().min(1).optional().describe("The fields to return, separated by commas."),
    top: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe("How many results, 1 to 1000, by default 50; with `all`, how many on a page."),
    skip: z.int().min(0).optional().describe("How many results are skipped."),
    vectorQueries: z
      .array(vectorQuery)
      .min(1)
      .optional()
      .describe("The vector queries; with `search` as well, the query is hybrid."),
    semanticConfiguration: z.string().min(1).optional().describe("The semantic configuration that ranks the results."),
    count: z.boolean().optional().describe("Whether all results are counted."),
    orderby: z
      .string()
      .min(1)
      .optional()
      .describe("What the results are ordered by, separated by commas: `price desc, title`."),
    searchFields: z.string().min(1).optional().describe("The fields that are searched, separated by commas."),
    searchMode: z.enum(["any", "all"]).optional().describe("Whether any or all words must be found."),
    queryType: z.enum(["simple", "full", "semantic"]).optional().describe("The syntax of the query."),
    facets: z.array(z.string().min(1)).optional().describe("The fields to count values of, each with its parameters."),
    highlight: z.string().min(1).optional().describe("The fields whose hits are highlighted, separated by commas."),
    scoringProfile: z.string().min(1).optional().describe("The scoring profile."),
    scoringParameters: z.array(z.string()).optional().describe("The parameters of the scoring profile's functions."),
    answers: z.string().min(1).optional().describe("Which answers semantic ranking extracts."),
    captions: z.string().min(1).optional().describe("Which captions semantic ranking extracts."),
    vectorFilterMode: z
      .enum(["preFilter", "postFilter"])
      .optional()
      .describe("Whether the filter comes before or after the vector query."),
    all: z.boolean().default(false).describe("Whether every page is followed to the last result."),
  }),

  result: z.object({
    count: z.int().optional().describe("How many results there are in all, when asked for."),
    facets: z.record(z.string(), z.unknown()).optional().describe("The counted values, by field."),
    answers: z.array(z.record(z.string(), z.unknown())).optional().describe("The answers of semantic ranking."),
    value: z.array(hit).describe("The documents, best first."),
  }),

  *rules({ vectorQueries = [] }) {
    for (const [position, query] of vectorQueries.entries()) {
      const other = query.kind === "vector" ? "text" : "vector";
      if (query[query.kind] === undefined)
        yield { path: `vectorQueries[${position}].${query.kind}`, reason: `is required of the kind \`${query.kind}\`` };
      if (query[other] !== undefined)
        yield { path: `vectorQueries[${position}].${other}`, reason: `belongs to the kind \`${other}\`` };
    }
  },

  async call({ index, all, ...body }, context) {
    const answers = all ? await everyAnswer(index, body, context) : [await answerTo(index, body, context)];
    const first = answers[0] ?? {};
    const { "@odata.count": count, "@search.facets": facets, "@search.answers": extracted } = first;
    return {
      ...(typeof count === "number" && body.count === true && { count }),
      ...(isBag(facets) && { facets }),
      ...(Array.isArray(extracted) && { answers: extracted as Bag[] }),
      value: answers.flatMap(hitsIn).map(hitOf),
    };
  },
});

/** All answers to a search: its pages, or ranges of the key where there are more results than pages reach. */
async function everyAnswer(index: string, body: Bag, context: Context): Promise<Bag[]> {
  const answers: Bag[] = [];
  for await (const page of pagesOf(index, { ...body, count: true }, context)) {
    answers.push(page);
    const isLong = answers.length === 1 && asNumber(page["@odata.count"]) > FARTHEST;
    // Only results that come by their score can be put in their order afterwards.
    const isOrdered = ["orderby", "vectorQueries", "semanticConfiguration", "skip"].some(
      (key) => body[key] !== undefined,
    );
    const schema = isLong && !isOrdered ? await schemaOf(index, context) : undefined;
    if (schema?.keyIsFilterable === true && schema.keyIsSortable) return inRanges(schema, body, context);
  }
  return answers;
}

/** The answers range after range, as one with the best hits first. */
async function inRanges(schema: IndexSchema, body: Bag, context: Context): Promise<Bag[]> {
  const { select } = body;
  const isSelected = typeof select !== "string" || select.split(",").some((name) => name.trim() === schema.keyField);
  const search = isSelected ? body : { ...body, select: `${select},${schema.keyField}` };
  const answers: Bag[] = [];
  for await (const answer of rangesOf(schema, search, context)) answers.push(answer);
  const hits = answers.flatMap(hitsIn).toSorted((one, other) => scoreOf(other) - scoreOf(one));
  const value = isSelected ? hits : hits.map(({ [schema.keyField]: _, ...hit }) => hit);
  return [{ ...answers[0], value }];
}

const scoreOf = (hit: Bag): number => asNumber(hit["@search.score"]);

function hitOf(row: Bag): z.output<typeof hit> {
  const {
    "@search.score": score,
    "@search.rerankerScore": reranker,
    "@search.highlights": highlights,
    "@search.captions": captions,
  } = row;
  return {
    score: asNumber(score),
    ...(typeof reranker === "number" && { rerankerScore: reranker }),
    ...(isBag(highlights) && { highlights }),
    ...(Array.isArray(captions) && { captions: captions as Bag[] }),
    document: documentOf(row),
  };
}
