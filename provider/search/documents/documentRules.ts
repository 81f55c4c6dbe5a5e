import type { Mistake } from "../../core/check";
import { didYouMean } from "../../core/didYouMean";
import { UserError } from "../../core/errors";
import { isBag, isUnknown, ownMember, UNKNOWN, type Bag } from "../../core/wire";
import type { DeclaredIndex } from "../index/declaredIndexes";
import { elementType, isCollection, isVector } from "../index/edmType";
import type { Field } from "../index/field";
import type { IndexSchema } from "../index/indexSchema";
import type { Source } from "./documentSource";

/** How many mistakes are told; a file may have one on every line. */
const TOLD = 20;

/** What is known of an index when its documents are checked. */
type Known = Partial<DeclaredIndex> & {
  /** Which values are compared with their fields; by default all. */
  which?(value: unknown): boolean;
};

/**
 * What is wrong with declared documents, as far as it can be told: members that are no fields, keys, and the fields of
 * the index where the program declares it. Values that are not known yet are not wrong.
 */
export function documentMistakes(source: Source, index: Known = {}): Mistake[] {
  const keys = new Set<unknown>();
  const mistakes = [...source.broken];
  for (const [position, document] of source.documents.entries()) {
    if (!isBag(document)) continue;
    for (const { path, reason } of misfitsOf(document, index, keys))
      mistakes.push(source.mistake(position, path, reason));
  }
  return mistakes.length <= TOLD + 1
    ? mistakes
    : [...mistakes.slice(0, TOLD), { path: "documents", reason: `${mistakes.length - TOLD} more mistakes like these` }];
}

/**
 * Documents by key. Throws an error that names every document of which the service cannot take a key or member, or
 * would take a number that may not be the declared one; what else does not fit is for the service to say.
 */
export function byKey(source: Source, { keyField, fields }: IndexSchema): Map<string, Bag> {
  const mistakes = documentMistakes(source, { keyField, fields, which: isRounded });
  if (mistakes.length > 0) throw new UserError(mistakes.map(({ path, reason }) => `${path}: ${reason}`).join("\n"));
  return new Map(source.documents.map((document) => [document[keyField] as string, document]));
}

/** Whether a number may stand for another integer beside it. */
const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** What is wrong in one document; `keys` are those of the ones before. */
function* misfitsOf(document: Bag, { keyField, fields, which }: Known, keys: Set<unknown>): Iterable<Misfit> {
  for (const name of reservedIn(document)) yield { path: [name], reason: RESERVED };
  const key = keyField === undefined ? UNKNOWN : ownMember(document, keyField);
  if (!isUnknown(key)) {
    const reason = keyMistake(key) ?? (keys.has(key) ? "is the key of another document too" : undefined);
    if (reason !== undefined) yield { path: [keyField!], reason };
    keys.add(key);
  }
  for (const misfit of fields === undefined ? [] : misfitsOfMembers(fields, document))
    if ((misfit.path.length > 1 || misfit.path[0] !== keyField) && which?.(valueAt(document, misfit.path)) !== false)
      yield misfit;
}

/** Why a value cannot be the key of a document, if so. */
export function keyMistake(key: unknown): string | undefined {
  if (key === undefined || key === null) return "is required: it is the key";
  if (typeof key !== "string") return "must be text: it is the key";
  if (key === "__proto__") return "must be another one: no state can keep this key";
  return /^[\w=-]{1,1024}$/.test(key) ? undefined : "must be 1 to 1024 letters, digits, `_`, `-` or `=`: it is the key";
}

/** The members of a document that the service takes as its own words, such as `@search.action`. */
export const reservedIn = (document: Bag): string[] => Object.keys(document).filter((name) => name.startsWith("@"));

/** What is said of them. */
export const RESERVED = "is no field: names with `@` belong to the service; leave it out";

type Misfit = { path: PropertyKey[]; reason: string };

const valueAt = (document: Bag, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown>)[name], document);

/** The values of a document that do not fit the fields of its index. */
function* misfitsOfMembers(fields: readonly Field[], document: Bag): Iterable<Misfit> {
  for (const [name, value] of Object.entries(document)) {
    if (name.startsWith("@")) continue;
    const field = byName(fields).get(name);
    if (field === undefined) {
      const candidates = fields.map((one) => one.name).filter((one) => !Object.hasOwn(document, one));
      yield { path: [name], reason: `is no field of the index as it is declared${didYouMean(name, candidates)}` };
    } else {
      for (const { path, reason } of misfitsOfValue(field, value)) yield { path: [name, ...path], reason };
    }
  }
}

const named = new WeakMap<readonly Field[], Map<string, Field>>();

function byName(fields: readonly Field[]): Map<string, Field> {
  const known = named.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  named.set(fields, known);
  return known;
}

function* misfitsOfValue(field: Field, value: unknown): Iterable<Misfit> {
  if (value === null || value === undefined || isUnknown(value)) return;
  if (!isCollection(field.type)) return yield* misfitsOfElement(field, value);
  if (!Array.isArray(value)) return yield { path: [], reason: `must be an array: the field is a ${field.type}` };
  if (isVector(field.type) && field.vectorEncoding === undefined && value.length !== field.dimensions)
    yield { path: [], reason: `must have ${field.dimensions} numbers, and has ${value.length}` };
  const fits = forms[elementType(field.type)]?.[0];
  for (let position = 0; position < value.length; position++) {
    const item: unknown = value[position];
    if (fits?.(item) === true && field.fields === undefined) continue; // a vector has thousands of numbers
    for (const { path, reason } of misfitsOfElement(field, item)) yield { path: [position, ...path], reason };
  }
}

function* misfitsOfElement(field: Field, value: unknown): Iterable<Misfit> {
  if (isUnknown(value)) return;
  const type = elementType(field.type);
  if (type === "Edm.ComplexType" && isBag(value)) return yield* misfitsOfMembers(field.fields ?? [], value);
  const [fits, form] = forms[type] ?? [];
  if (fits?.(value) === false) yield { path: [], reason: `must be ${form}: the field is ${type}` };
}

const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isNumber = (value: unknown): boolean => typeof value === "number" || typeof value === "bigint";

/**
 * Whether a value is an integer of 64 bits. Of a number beyond 2^53 nobody knows which digits the program gave, for
 * example in Python: those stand as text.
 */
const isLong = (value: unknown): boolean => {
  if (
    typeof value === "string" ? !/^-?\d{1,19}$/.test(value) : typeof value !== "bigint" && !Number.isSafeInteger(value)
  )
    return false;
  const exact = BigInt(value as string | number | bigint);
  return BigInt.asIntN(64, exact) === exact;
};

/** Which values a type takes, and what they are called. */
const forms: Record<string, [fits: (value: unknown) => boolean, form: string]> = {
  "Edm.String": [(value) => typeof value === "string", "text"],
  "Edm.Boolean": [(value) => typeof value === "boolean", "true or false"],
  "Edm.Int32": [isWhole(-(2 ** 31), 2 ** 31 - 1), "an integer of 32 bits"],
  "Edm.Int64": [isLong, "an integer of 64 bits, as text beyond 9007199254740991"],
  "Edm.Double": [(value) => isNumber(value) || ["NaN", "INF", "-INF"].includes(String(value)), "a number"],
  "Edm.DateTimeOffset": [
    (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
    "a time such as `2024-05-01T00:00:00Z`",
  ],
  "Edm.GeographyPoint": [isBag, "an object with `type` and `coordinates`"],
  "Edm.ComplexType": [isBag, "an object"],
  "Edm.Single": [isNumber, "a number"],
  "Edm.Half": [isNumber, "a number"],
  "Edm.Int16": [isWhole(-32768, 32767), "an integer of 16 bits"],
  "Edm.SByte": [isWhole(-128, 127), "an integer from -128 to 127"],
  "Edm.Byte": [isWhole(0, 255), "an integer from 0 to 255"],
};
