import type { Document } from "../indexes/document";
import { type Field, isComplexField, leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { invalid } from "../refusal";

/**
 * What of a document is returned: the retrievable fields, or those of them that `select` names, separated by commas
 * (`*` is all). Throws 400 for a name that is none.
 */
export function selection(index: Index, select: string | null | undefined): (document: Document) => Document {
  const paths = split(select);
  const all = paths.length === 0 || paths.includes("*");
  const known = leaves(index.fields);
  for (const path of all ? [] : paths) {
    const matches = known.filter((leaf) => leaf.path === path || leaf.path.startsWith(`${path}/`));
    if (matches.length === 0) throw invalid(`Parameter name: $select. The index has no field '${path}'.`);
    if (!matches.some((leaf) => leaf.retrievable))
      throw invalid(`Parameter name: $select. The field '${path}' is not retrievable.`);
  }
  const chosen = known.filter(({ path }) => all || paths.some((each) => path === each || path.startsWith(`${each}/`)));
  const selected = new Set(chosen.flatMap(({ path }) => parts(path)));
  return (document) => membersOf(index.fields, document, selected, "");
}

/** A path and those of the fields that hold it: `address/city` and `address`. */
function parts(path: string): string[] {
  const names = path.split("/");
  return names.map((_name, at) => names.slice(0, at + 1).join("/"));
}

function membersOf(fields: Field[], document: Document, selected: ReadonlySet<string>, prefix: string): Document {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const path = prefix + field.name;
    const value = document[field.name];
    if (!selected.has(path)) return [];
    if (!isComplexField(field)) return field.retrievable ? [[field.name, value]] : [];
    const inner = (each: unknown): unknown =>
      each === null ? null : membersOf(field.fields, each as Document, selected, `${path}/`);
    return [[field.name, Array.isArray(value) ? value.map(inner) : inner(value)]];
  });
  return Object.fromEntries(entries);
}

/** The most names in one list: as many as an index has fields. */
const mostNames = 1000;

/** The names in a text that separates them by commas, each once, or none; 400 when they are too many. */
export function split(text: string | null | undefined): string[] {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length > mostNames) throw invalid(`A list may name at most ${mostNames} fields.`);
  return [...new Set(names)];
}
