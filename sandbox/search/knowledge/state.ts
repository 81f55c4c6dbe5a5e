import type { Context } from "../../context";
import type { Tagged } from "../definitions";
import { Held } from "../held";
import { type IndexState, indexState } from "../indexes/state";
import type { KnowledgeBase, KnowledgeSource } from "./schemas";

/** All that one search service holds: the indexes, and what knows of them. */
export interface SearchState extends IndexState {
  sources: Held<Tagged<KnowledgeSource>>;
  bases: Held<Tagged<KnowledgeBase>>;
}

/** The search service's part of the sandbox's store. */
export function searchState(context: Context): SearchState {
  return {
    ...indexState(context),
    sources: new Held(context, "search.knowledgeSources"),
    bases: new Held(context, "search.knowledgeBases"),
  };
}
