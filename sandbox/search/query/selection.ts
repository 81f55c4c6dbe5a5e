import type { Document } from "../indexes/document";
import { type Field, isComplexField, leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { invalid } from "../refusal";

/**
 * What of a document is returned: the retrievable fields, or those of them that `select` names, separated by commas
 * (`*` is all).
 * Throws 400 for a name that is none.
 */
export function selection(index: Index, select: string | null | undefined): (document: Document) => Document {
  const paths = split(select);
  const all = paths.length === 0 || paths.includes("*");
  const known = leaves(index.fields);
  for (const path of all ? [] : paths) {
    const found = known.filter((leaf) => leaf.path === path || leaf.path.startsWith(`${path}/`));
    if (found.length === 0) throw invalid(`Parameter name: $select. The index has no field '${path}'.`);
    if (!found.some((leaf) => leaf.retrievable))
      throw invalid(`Parameter name: $select. The field '${path}' is not retrievable.`);
  }
  const selected = (path: string): boolean => all || paths.some((each) => path === each || path.startsWith(`${each}/`));
  return (document) => shown(index.fields, document, selected, "");
}

function shown(fields: Field[], document: Document, selected: (path: string) => boolean, prefix: string): Document {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const path = prefix + field.name;
    const value = document[field.name];
    if (!isComplexField(field)) return field.retrievable && selected(path) ? [[field.name, value]] : [];
    if (!leaves(field.fields, `${path}/`).some((leaf) => selected(leaf.path))) return [];
    const inner = (each: unknown): unknown =>
      each === null ? null : shown(field.fields, each as Document, selected, `${path}/`);
    return [[field.name, Array.isArray(value) ? value.map(inner) : inner(value)]];
  });
  return Object.fromEntries(entries);
}

/** The names in a text that separates them by commas; none when it is empty or absent. */
export function split(text: string | null | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
