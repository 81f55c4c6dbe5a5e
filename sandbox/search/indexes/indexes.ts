import type { HonoRequest } from "hono";
import type { Router } from "../../context";
import { definitionRoutes } from "../definitions";
import { storedDocument } from "./document";
import { type Index, indexOf } from "./indexSchema";
import { checkIndexUpdate } from "./indexUpdate";
import type { IndexState } from "./state";

/** The routes of index definitions; `users` tells who uses the index of a name. */
export function indexRoutes(app: Router, state: IndexState, users: (name: string) => string[]): void {
  const { context, indexes, documents } = state;
  definitionRoutes<Index>(app, context, {
    path: "indexes",
    noun: "index",
    held: indexes,
    accept: (body, before, request) => {
      const index = indexOf(body);
      if (before !== undefined) checkIndexUpdate(before, index, allowsDowntime(request));
      return index;
    },
    written: (index) => {
      // Documents that are there already have null in the new fields.
      const entries = Object.entries(documents.get(index.name) ?? {});
      const completed = entries.map(([key, document]) => [key, storedDocument(index.fields, document)]);
      documents.set(index.name, Object.fromEntries(completed));
    },
    users,
    deleted: (name) => documents.delete(name),
  });
}

function allowsDowntime(request: HonoRequest): boolean {
  return request.query("allowIndexDowntime")?.toLowerCase() === "true";
}
