import { type Document, valuesAt } from "../indexes/document";
import { leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { invalid } from "../refusal";
import type { Hit } from "./hit";
import { split } from "./selection";

/**
 * Compares two found documents by `orderby`: `price desc,name`, where `search.score()` is the score and null comes
 * before everything. 400 for what cannot be ordered by.
 */
export function ordering(
  index: Index,
  orderby: string,
  documents: Record<string, Document>,
): (a: Hit, b: Hit) => number {
  const clauses = split(orderby);
  if (clauses.length > 32) throw invalid("Parameter name: $orderby. There may be at most 32 clauses.");
  const comparisons = clauses.map((clause) => {
    const [, path = "", direction = "asc"] = /^(\S+)(?:\s+(asc|desc))?$/i.exec(clause) ?? [];
    const value = path === "search.score()" ? (hit: Hit) => hit.score : fieldValue(index, path, clause, documents);
    const sign = direction.toLowerCase() === "desc" ? -1 : 1;
    return (a: Hit, b: Hit) => sign * compare(value(a), value(b));
  });
  return (a, b) => comparisons.reduce((result, comparison) => result || comparison(a, b), 0) || b.score - a.score;
}

function fieldValue(
  index: Index,
  path: string,
  clause: string,
  documents: Record<string, Document>,
): (hit: Hit) => unknown {
  const field = leaves(index.fields).find((each) => each.path === path);
  if (field === undefined) throw invalid(`Parameter name: $orderby. '${clause}' names no field of the index.`);
  if (!field.sortable) throw invalid(`Parameter name: $orderby. The field '${path}' is not sortable.`);
  return ({ key }) => valuesAt(documents[key] ?? {}, path)[0];
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return (a as number) < (b as number) ? -1 : 1;
}
