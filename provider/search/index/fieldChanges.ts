import type { Rebuild } from "../../core/resource";
import { hasUnknown } from "../../core/wire";
import { differ } from "./differ";
import { effective, everyField, fixedAttributes, type Field } from "./field";
import { indexingOf, type VectorSearch } from "./vectorSearch";

/** The part of an index that says what its fields are. */
interface Fields {
  fields: unknown;
  vectorSearch: VectorSearch;
}

/**
 * The edits of fields that the service does not make in place: everything but a new field and the attributes that only
 * queries use.
 */
export function* fieldRebuilds(olds: Fields, news: Fields): Iterable<Rebuild> {
  const after = everyField(news.fields);
  for (const { field, name } of everyField(olds.fields)) {
    const now = after.find((one) => one.name === name)?.field;
    const reasons =
      now === undefined
        ? [": a field cannot be removed or renamed in place"]
        : reasonsOf(field, now, olds.vectorSearch, news.vectorSearch);
    if (now === undefined && hasUnknown(namesOf(news.fields))) continue;
    for (const reason of reasons) yield { key: "fields", reason: `fields.${name}${reason}` };
  }
}

function reasonsOf(before: Field, after: Field, olds: VectorSearch, news: VectorSearch): string[] {
  if (differ(before.type, after.type)) return [".type: a type cannot be changed in place"];
  const fixed = fixedAttributes.filter((attribute) =>
    differ(effective(before, attribute), effective(after, attribute)),
  );
  const moved =
    before.vectorSearchProfile !== after.vectorSearchProfile &&
    differ(indexingOf(olds, before.vectorSearchProfile), indexingOf(news, after.vectorSearchProfile));
  return [
    ...fixed.map((attribute) => `.${attribute}: it cannot be changed in place`),
    ...(moved ? [".vectorSearchProfile: the vectors would have to be indexed again"] : []),
  ];
}

/** The names of fields at any depth; with an unknown one, nobody knows whether a field was removed. */
const namesOf = (fields: unknown): unknown =>
  Array.isArray(fields) ? (fields as Field[]).map((one) => [one.name ?? one, namesOf(one.fields)]) : fields;
