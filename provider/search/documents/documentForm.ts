import { createHash } from "node:crypto";
import { canonical } from "../../core/canonical";
import { isBag, ownMember, type Bag } from "../../core/wire";
import { elementType, isCollection } from "../index/edmType";
import type { Field } from "../index/field";
import { isShown } from "../index/indexSchema";

/** A short hash of a JSON value, whatever the order of its members; compared only with hashes of the same document. */
export const hashOf = (value: unknown): string =>
  createHash("sha256").update(canonical(value)).digest("base64url").slice(0, 8);

/** A short hash of documents, in whatever order they are. */
export const digestOf = (documents: readonly Bag[]): string => hashOf(documents.map(hashOf).sort());

/**
 * What the service shows of a document, in one form for the declared and the live one: only fields that results show
 * (and of
 * these only the named ones), without nothings, and with the values as their types keep them.
 */
export function shownOf(document: Bag, fields: readonly Field[], only?: ReadonlySet<string>): Bag {
  const members = fields
    .filter((field) => isShown(field) && only?.has(field.name) !== false)
    .flatMap((field): [string, unknown][] => {
      const value = valueOf(field, ownMember(document, field.name));
      return value === undefined ? [] : [[field.name, value]];
    });
  return Object.fromEntries(members);
}

/** A live document as somebody would declare it: without nothings. */
export function declarableDocument(live: Bag, fields: readonly Field[]): Bag {
  const members = shownOf(live, fields);
  return withoutNothings(
    Object.fromEntries(Object.entries(live).filter(([name]) => Object.hasOwn(members, name))),
  ) as Bag;
}

/**
 * A live document as results show it: a field that they show and that holds nothing is null, and one that they do not
 * show is not there.
 */
export function shownDocument(live: Bag, fields: readonly Field[]): Bag {
  const document = declarableDocument(live, fields);
  return Object.fromEntries(fields.filter(isShown).map(({ name }) => [name, ownMember(document, name) ?? null]));
}

function withoutNothings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothings);
  if (!isBag(value)) return value;
  const members = Object.entries(value).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNothings(member)]));
}

/** A value as its type keeps it; `undefined` for nothing in all its forms. */
function valueOf(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (isCollection(field.type) && Array.isArray(value))
    return value.length === 0 ? undefined : value.map((one) => elementOf(field, one) ?? null);
  return elementOf(field, value);
}

function elementOf(field: Field, value: unknown): unknown {
  switch (elementType(field.type)) {
    case "Edm.ComplexType": {
      const inner = isBag(value) ? shownOf(value, field.fields ?? []) : value;
      return isBag(inner) && Object.keys(inner).length === 0 ? undefined : inner;
    }
    case "Edm.DateTimeOffset": {
      const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
      return Number.isNaN(time) ? value : new Date(time).toISOString();
    }
    case "Edm.GeographyPoint":
      return isBag(value) ? value["coordinates"] : value;
    case "Edm.Int64":
      return typeof value === "string" ? Number(value) : value;
    case "Edm.Single":
      return typeof value === "number" ? Number(Math.fround(value).toPrecision(6)) : value;
    case "Edm.Half":
      return typeof value === "number" ? Number(value.toPrecision(3)) : value;
    default:
      return value;
  }
}
