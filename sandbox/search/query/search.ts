import { z } from "zod";
import { checked } from "../body";
import type { Document } from "../indexes/document";
import { leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { invalid } from "../refusal";
import { filterTest } from "./filter";
import { textFields, textHits } from "./fullText";
import { type Hit, fused } from "./hit";
import { ordering } from "./ordering";
import { selection, split } from "./selection";
import { type RankedHit, semanticConfiguration, semanticRanking } from "./semanticRanking";
import { type VectorQuery, vectorHits, vectorQuerySchema } from "./vectorQuery";

/**
 * Members of a search that the service has and the sandbox does not; to leave them out of account would answer wrongly.
 */
const unsupported = ["facets", "highlight", "scoringProfile", "answers", "captions", "hybridSearch"];

/** The most characters of a search text, words in it, and vector queries beside it. */
const most = { characters: 100_000, words: 3000, vectorQueries: 100 };

const text = z.string().nullish();

const searchSchema = z.looseObject({
  search: z.string().max(most.characters).refine(hasFewWords, `may have at most ${most.words} words`).nullish(),
  filter: text,
  select: text,
  searchFields: text,
  orderby: text,
  semanticConfiguration: text,
  top: z.number().nullish(),
  skip: z.int().min(0).max(100_000).default(0),
  count: z.boolean().default(false),
  searchMode: z.enum(["any", "all"]).default("any"),
  queryType: z.enum(["simple", "semantic"], "the sandbox knows simple and semantic").default("simple"),
  vectorFilterMode: z.literal("preFilter", "the sandbox knows preFilter").nullish(),
  vectorQueries: z.array(vectorQuerySchema).max(most.vectorQueries).nullish(),
});

/** A search with its defaults filled in; members that are not named in the schema have no effect. */
export type Search = z.output<typeof searchSchema>;

/** The search that a body asks for; 400 naming what is wrong or not supported in it. */
export function searchOf(body: unknown): Search {
  const search = checked(searchSchema, body);
  const { top } = search;
  if (top != null && !(Number.isInteger(top) && top >= 1 && top <= 1000)) {
    throw invalid("Value must be between 1 and 1000. Parameter name: top");
  }
  const member = unsupported.find((name) => search[name] != null);
  if (member !== undefined) throw invalid(`'${member}' is not supported by the sandbox.`);
  return search;
}

/**
 * All documents that a search finds, best first; `top` and `skip` are not applied yet. 400 for members that do not go
 * together.
 */
export function searchHits(index: Index, documents: Record<string, Document>, search: Search): RankedHit[] {
  const passing = filtered(index, documents, search.filter);
  const hits = ranking(index, documents, passing, search);
  if (search.queryType === "semantic" || search.semanticConfiguration != null) {
    const configuration = semanticConfiguration(index, search.semanticConfiguration);
    if (!hasWords(search.search)) throw invalid("Semantic ranking needs words in 'search'.");
    if (search.orderby) throw invalid("'orderby' cannot be combined with semantic ranking.");
    return semanticRanking(configuration, search.search, hits, documents);
  }
  return search.orderby ? hits.sort(ordering(index, search.orderby, documents)) : hits;
}

/** One element of an answer: scores and the selected fields. */
export function result(
  index: Index,
  documents: Record<string, Document>,
  select: Search["select"],
): (hit: RankedHit) => Document {
  const selected = selection(index, select);
  return ({ key, score, rerankerScore }) => ({
    "@search.score": score,
    ...(rerankerScore === undefined ? {} : { "@search.rerankerScore": rerankerScore }),
    ...selected(documents[key] ?? {}),
  });
}

/** The documents that pass a filter; all when there is none. */
export function filtered(
  index: Index,
  documents: Record<string, Document>,
  filter: string | null | undefined,
): [string, Document][] {
  const entries = Object.entries(documents);
  if (!filter?.trim()) return entries;
  const test = filterTest(filter, leaves(index.fields));
  return entries.filter(([, document]) => test(document));
}

/** Full-text, vector or, with both, hybrid; without either all documents with the same score. */
function ranking(
  index: Index,
  documents: Record<string, Document>,
  passing: [string, Document][],
  search: Search,
): Hit[] {
  const fields = searchFields(index, search.searchFields);
  const rankings = (search.vectorQueries ?? []).flatMap((query: VectorQuery) =>
    vectorHits(index, passing, query).map((hits) => ({ hits, weight: query.weight })),
  );
  if (hasWords(search.search)) {
    const keys = new Set(passing.map(([key]) => key));
    const hits = textHits(index, documents, { search: search.search, fields, searchMode: search.searchMode });
    rankings.push({ hits: hits.filter(({ key }) => keys.has(key)), weight: 1 });
  }
  const [only] = rankings;
  if (only === undefined) return passing.map(([key]) => ({ key, score: 1 }));
  return rankings.length === 1 ? only.hits : fused(rankings);
}

/** Whether a search text has no more words than the service takes. */
export function hasFewWords(search: string): boolean {
  return search.split(/\s+/).length <= most.words;
}

/** Whether there is something to search for: an empty text and `*` stand for all documents. */
function hasWords(search: string | null | undefined): search is string {
  return search != null && !["", "*"].includes(search.trim());
}

function searchFields(index: Index, names: string | null | undefined): string[] {
  const known = textFields(index);
  const wanted = split(names);
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw invalid(`Parameter name: searchFields. '${wrong}' is no searchable text field of the index.`);
  return wanted.length === 0 ? known : wanted;
}
