import * as z from "zod";
import { rebuilt, unsent } from "../../core/marks";
import { defineResource } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { withoutReaders } from "../knowledge/readers";
import { noteIndex } from "./declaredIndexes";
import { fields } from "./field";
import { downtimes, indexRebuilds } from "./indexChanges";
import { indexRules } from "./indexRules";
import { analysis, corsOptions, scoringProfiles, similarity, suggesters } from "./ranking";
import { semantic } from "./semantic";
import { definition, name } from "../shared";
import { vectorSearch } from "./vectorSearch";

const verbs = restVerbs({
  ...definition,
  url: "/indexes/{name}",
  list: "/indexes",
  create: "ifNoneMatch",
  deleteEtag: true,
  saveQuery: ({ allowIndexDowntime }) => ({ allowIndexDowntime: allowIndexDowntime === true ? true : undefined }),

  inputs: z.object({
    name,
    fields: fields.meta(rebuilt),
    vectorSearch: vectorSearch.meta(rebuilt),
    semantic,
    suggesters: suggesters.meta(rebuilt),
    scoringProfiles,
    defaultScoringProfile: z
      .string()
      .min(1)
      .optional()
      .describe("The name of the scoring profile for queries that name none."),
    corsOptions,
    description: z.string().optional().describe("What the index is for."),
    allowIndexDowntime: z
      .boolean()
      .optional()
      .meta(unsent)
      .describe(
        "Whether an update may take the index offline for some seconds, which a new analyzer needs; default " +
          "is `false`.",
      ),
    analyzers: analysis("analyzers that fields may name").meta(rebuilt),
    tokenizers: analysis("tokenizers that analyzers may name").meta(rebuilt),
    tokenFilters: analysis("token filters that analyzers may name").meta(rebuilt),
    charFilters: analysis("character filters that analyzers may name").meta(rebuilt),
    normalizers: analysis("normalizers that fields may name").meta(rebuilt),
    similarity: similarity.meta(rebuilt),
  }),
});

/** A search index: document 2, "Index". */
export const index = defineResource({
  kind: "search:Index",
  description: "A search index: named fields by which documents are stored and queried.",
  listed: "The indexes of the search service, with their whole definitions.",
  *rules(inputs, settings) {
    noteIndex(inputs, settings);
    yield* indexRules(inputs);
  },
  physicalName: { longest: 128 },
  rebuilds: indexRebuilds,
  refusals: downtimes,
  lost: "the index goes, and another one is made: all documents in it are lost, also those that others have put there",

  ...verbs,
  requests: {
    ...verbs.requests,
    delete: `${verbs.requests.delete}; one that another has replaced: once no knowledge source reads from it (GET)`,
  },

  async delete(id, state, context) {
    const successor = context.successor("search:Index", id);
    if (successor !== undefined) await withoutReaders(id, successor, context);
    await verbs.delete(id, state, context);
  },
});
