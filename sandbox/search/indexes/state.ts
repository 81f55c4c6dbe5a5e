import type { Context } from "../../context";
import type { Tagged } from "../definitions";
import { Held } from "../held";
import type { Document } from "./document";
import type { Index } from "./indexSchema";

/** The indexes of a search service and what is in them. */
export interface IndexState {
  context: Context;
  indexes: Held<Tagged<Index>>;
  /** Of every index, by its name, the documents by their keys. */
  documents: Held<Record<string, Document>>;
}

/** The indexes' part of the sandbox's store. */
export function indexState(context: Context): IndexState {
  return { context, indexes: new Held(context, "search.indexes"), documents: new Held(context, "search.documents") };
}
