import { createHash } from "node:crypto";
import { canonical } from "../../core/canonical";
import { sayable } from "../../core/json";
import { isBag, ownMember, type Bag } from "../../core/wire";
import { elementType, isCollection, isVector } from "../index/edmType";
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

/** A live document as somebody would declare it: without nothings, and with integers as text that no number holds. */
export function declarableDocument(live: Bag, fields: readonly Field[]): Bag {
  const members = shownOf(live, fields);
  const shown = Object.fromEntries(Object.entries(live).filter(([name]) => Object.hasOwn(members, name)));
  return sayable(withoutNothings(withElements(shown, fields, saidForm))) as Bag;
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
      return integerOf(value);
    case "Edm.Double":
      return numberOf(value);
    case "Edm.Single": {
      const number = numberOf(value);
      return typeof number === "number" ? Number(Math.fround(number).toPrecision(6)) : number;
    }
    case "Edm.Half": {
      const number = numberOf(value);
      return typeof number === "number" ? Number(number.toPrecision(3)) : number;
    }
    default:
      return value;
  }
}

/** A number that came whole, or as text as functions show those of many digits. */
const numberOf = (value: unknown): unknown => (typeof value === "bigint" || isDigits(value) ? Number(value) : value);

/** Whether a value is a whole number as text. */
export const isDigits = (value: unknown): value is string => typeof value === "string" && /^-?\d+$/.test(value);

/** An integer, be it a number or text as those are that no number holds: a number where one holds it. */
function integerOf(value: unknown): unknown {
  const isInteger =
    typeof value === "string" ? /^-?\d{1,19}$/.test(value) : typeof value === "bigint" || Number.isInteger(value);
  if (!isInteger) return value;
  const exact = BigInt(value as string | number | bigint);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A document as it is sent: numbers as such where they are declared as text. */
export const sentForm = (document: Bag, fields: readonly Field[]): Bag =>
  withElements(document, fields, (type, value) =>
    type === "Edm.Int64" ? integerOf(value) : type === "Edm.Double" ? numberOf(value) : value,
  );

/** A value as programs say it: of what comes whole, only an integer of 64 bits needs all its digits. */
const saidForm = (type: string, value: unknown): unknown =>
  typeof value === "bigint" && type !== "Edm.Int64" ? Number(value) : value;

/** A document with all values of its fields, at any depth, in another form. */
const withElements = (document: Bag, fields: readonly Field[], form: Form): Bag =>
  Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      elementsIn(
        fields.find((one) => one.name === name),
        value,
        form,
      ),
    ]),
  );

/** What is made of a value of a type. */
type Form = (type: string, value: unknown) => unknown;

function elementsIn(field: Field | undefined, value: unknown, form: Form): unknown {
  if (field === undefined) return value;
  if (Array.isArray(value)) return isVector(field.type) ? value : value.map((item) => elementsIn(field, item, form));
  if (field.fields !== undefined && isBag(value)) return withElements(value, field.fields, form);
  return form(elementType(field.type), value);
}
