import { z } from "zod";
import type { Context } from "../context";
import { embedding } from "../search/query/embedding";
import { leaves } from "../search/indexes/field";
import { keyField } from "../search/indexes/indexSchema";
import { indexNamed } from "../search/documents/documents";
import { type querySchema, answerTo } from "../search/knowledge/knowledgeQuery";
import { searchState } from "../search/knowledge/state";
import { type Hit, fused } from "../search/query/hit";
import { searchHits, searchOf } from "../search/query/search";
import { selection } from "../search/query/selection";
import { vectorHits } from "../search/query/vectorQuery";
import { notFound } from "../search/refusal";
import { withoutSecrets } from "../search/secrets";
import { masked } from "./masked";

/** An index in the list. */
export interface IndexRow {
  name: string;
  fields: number;
  documents: number;
  /** The paths of its vector fields. */
  vectors: string[];
}

/** A knowledge source, and the index that it looks in. */
export interface SourceNode {
  name: string;
  kind: string;
  index: string | null;
}

/** A knowledge base, and the sources that it asks. */
export interface BaseNode {
  name: string;
  sources: string[];
  mode: string;
}

/** A document that was found. */
export interface ShownHit {
  key: string;
  score: number;
  document: unknown;
}

/** What a search on the page found. */
export interface SearchAnswer {
  count: number;
  hits: ShownHit[];
}

/** What the page's search box asks: words, by what they mean, or the neighbours of a document. */
export const boxSchema = z.strictObject({
  search: z.string().max(10_000).default(""),
  by: z.enum(["words", "meaning", "both"]).default("words"),
  near: z.strictObject({ key: z.string(), field: z.string() }).exactOptional(),
});

/** The most hits that the page shows. */
const most = 50;

/** The indexes, in the order of their names. */
export function indexRows(context: Context): IndexRow[] {
  const { indexes, documents } = searchState(context);
  return indexes
    .all()
    .map(({ name, fields }) => {
      const all = leaves(fields);
      const vectors = all.filter(({ dimensions }) => dimensions !== null).map(({ path }) => path);
      return { name, fields: all.length, documents: Object.keys(documents.get(name) ?? {}).length, vectors };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Knowledge bases and sources. */
export function knowledge(context: Context): { sources: SourceNode[]; bases: BaseNode[] } {
  const { sources, bases } = searchState(context);
  return {
    sources: sources.all().map(({ name, kind, searchIndexParameters: parameters }) => ({
      name,
      kind,
      index: parameters?.searchIndexName ?? null,
    })),
    bases: bases.all().map((base) => ({
      name: base.name,
      sources: base.knowledgeSources,
      mode: base.outputMode ?? "rawContent",
    })),
  };
}

/** The definition of an index, its secrets masked; 404 when there is none. */
export function indexShown(context: Context, name: string): unknown {
  return masked(withoutSecrets(indexNamed(searchState(context), name)));
}

/** What the search box finds in an index, the best first, with all fields that results show. */
export function searched(context: Context, name: string, box: z.output<typeof boxSchema>): SearchAnswer {
  const state = searchState(context);
  const index = indexNamed(state, name);
  const documents = state.documents.get(name) ?? {};
  const { search, by, near } = box;
  const vectors = leaves(index.fields).filter(
    ({ dimensions, vectorEncoding }) => dimensions !== null && vectorEncoding === null,
  );
  const nearest = (field: string, vector: number[]): Hit[] => {
    const query = { kind: "vector", vector, fields: field, k: 1000, weight: 1 } as const;
    return vectorHits(index, Object.entries(documents), query).flat();
  };

  let hits: Hit[];
  if (near !== undefined) {
    const vector = documents[near.key]?.[near.field];
    hits = Array.isArray(vector) ? nearest(near.field, vector).filter(({ key }) => key !== near.key) : [];
  } else {
    const wordy = by !== "meaning" || search.trim() === "" ? searchHits(index, documents, searchOf({ search })) : [];
    const vectorFields = by === "words" || search.trim() === "" ? [] : vectors;
    const rankings = vectorFields.map(({ path, dimensions }) => nearest(path, embedding(search, dimensions ?? 0)));
    if (wordy.length > 0) rankings.push(wordy);
    hits = rankings.length === 1 ? rankings[0]! : fused(rankings.map((each) => ({ hits: each, weight: 1 })));
  }
  const selected = selection(index, "");
  return {
    count: hits.length,
    hits: hits.slice(0, most).map(({ key, score }) => ({
      key,
      score,
      document: masked(selected(documents[key] ?? { [keyField(index)]: key })),
    })),
  };
}

/** The answer of a knowledge base to a question; 404 when there is no such base. */
export function answered(
  context: Context,
  name: string,
  question: z.output<typeof querySchema>,
): ReturnType<typeof answerTo> {
  const state = searchState(context);
  const base = state.bases.get(name);
  if (base === undefined) throw notFound("knowledge base", name);
  return answerTo(state, base, question);
}
