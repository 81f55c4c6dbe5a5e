import type { Context } from "../context";
import type { Document } from "./document";
import { Held } from "./held";
import type { Index } from "./indexSchema";
import type { KnowledgeBase } from "./knowledgeBase";
import type { KnowledgeSource } from "./knowledgeSource";

/** A definition with the ETag of its last write. */
export type Tagged<T> = T & { "@odata.etag": string };

/** What one search service holds. */
export interface SearchState {
  context: Context;
  indexes: Held<Tagged<Index>>;
  /** Of every index, by its name, the documents by their keys. */
  documents: Held<Record<string, Document>>;
  sources: Held<Tagged<KnowledgeSource>>;
  bases: Held<Tagged<KnowledgeBase>>;
}

/** The search service's part of the sandbox's store. */
export function searchState(context: Context): SearchState {
  return {
    context,
    indexes: new Held(context, "search.indexes"),
    documents: new Held(context, "search.documents"),
    sources: new Held(context, "search.knowledgeSources"),
    bases: new Held(context, "search.knowledgeBases"),
  };
}
