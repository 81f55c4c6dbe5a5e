import MiniSearch, { type Query } from "minisearch";
import { type Document, textAt } from "../indexes/document";
import { isText } from "../indexes/edmType";
import { leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import type { Hit } from "./hit";

/** What a full-text search looks for and where. */
export interface TextQuery {
  /** Words; one that ends in `*` stands for all that start like it. */
  search: string;
  /** The fields to search in. */
  fields: string[];
  /** Whether a document needs one of the words or all of them. */
  searchMode: "any" | "all";
}

/** The engine of each state of an index's documents, built when it is first searched. */
const engines = new WeakMap<object, MiniSearch<[string, Document]>>();

/** The documents that match, best first, scored by BM25. */
export function textHits(
  index: Index,
  documents: Record<string, Document>,
  { search, fields, searchMode }: TextQuery,
): Hit[] {
  const combineWith = searchMode === "all" ? "AND" : "OR";
  const words = search.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const queries = words.map((word): Query => ({ queries: [word], combineWith: "AND", prefix: word.endsWith("*") }));
  return engine(index, documents)
    .search({ queries, combineWith }, { fields })
    .map(({ id, score }) => ({ key: id as string, score }));
}

/** The paths of the fields that full-text search can look in. */
export function textFields(index: Index): string[] {
  return leaves(index.fields)
    .filter((field) => field.searchable && isText(field.type))
    .map((field) => field.path);
}

function engine(index: Index, documents: Record<string, Document>): MiniSearch<[string, Document]> {
  let built = engines.get(documents);
  if (built === undefined) {
    built = new MiniSearch({
      fields: textFields(index),
      idField: "@key",
      extractField: ([key, document], name) => (name === "@key" ? key : textAt(document, name)),
    });
    built.addAll(Object.entries(documents));
    engines.set(documents, built);
  }
  return built;
}
