import { elementType, isCollection } from "./edmType";
import { type Field, type ValueField, isComplexField, vectorLength } from "./field";

/** A document of an index, with every field of the index. */
export type Document = Record<string, unknown>;

/** Why a document does not fit its index. */
export class DocumentMistake extends Error {}

type Check = (value: unknown) => boolean;

/** The largest numbers of the types that hold less than a JSON number may be. */
const largest = { Single: 3.4028234663852886e38, Half: 65_504 };

const isNumber =
  (most: number): Check =>
  (value) =>
    typeof value === "number" && Math.abs(value) <= most;
const isInteger =
  (from: number, to: number): Check =>
  (value) =>
    Number.isInteger(value) && from <= (value as number) && (value as number) <= to;

/** Whether a value that is not null is of an element type. */
const checks: Record<string, Check> = {
  "Edm.String": (value) => typeof value === "string",
  "Edm.Boolean": (value) => typeof value === "boolean",
  "Edm.Int32": isInteger(-(2 ** 31), 2 ** 31 - 1),
  "Edm.Int64": (value) =>
    typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value),
  "Edm.Double": (value) => isNumber(Number.MAX_VALUE)(value) || ["NaN", "INF", "-INF"].includes(value as string),
  "Edm.DateTimeOffset": (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
  "Edm.GeographyPoint": (value) => typeof value === "object" && (value as { type?: string }).type === "Point",
  "Edm.Single": isNumber(largest.Single),
  "Edm.Half": isNumber(largest.Half),
  "Edm.Int16": isInteger(-32768, 32767),
  "Edm.SByte": isInteger(-128, 127),
  "Edm.Byte": isInteger(0, 255),
};

/**
 * The document with all fields, absent ones null and times in UTC; throws a `DocumentMistake` that names a field that
 * does not fit.
 */
export function storedDocument(fields: Field[], sent: Document, path = ""): Document {
  const unknown = Object.keys(sent).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw new DocumentMistake(`The property '${path}${unknown}' does not exist in the index.`);
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      storedValue(field, (Object.hasOwn(sent, field.name) ? sent[field.name] : null) ?? null, path + field.name),
    ]),
  );
}

function storedValue(field: Field, value: unknown, path: string): unknown {
  if (value === null) return isCollection(field.type) && !isVectorField(field) ? [] : null;
  if (!isCollection(field.type)) return storedElement(field, value, path);
  if (!Array.isArray(value)) throw new DocumentMistake(`The field '${path}' expects an array.`);
  if (isVectorField(field) && value.length !== vectorLength(field)) {
    throw new DocumentMistake(
      `The vector field '${path}' expects ${vectorLength(field)} numbers and was given ${value.length}.`,
    );
  }
  return value.map((element) => storedElement(field, element, path));
}

function storedElement(field: Field, value: unknown, path: string): unknown {
  if (isComplexField(field)) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new DocumentMistake(`The field '${path}' expects an object.`);
    return storedDocument(field.fields, value as Document, `${path}/`);
  }
  const type = elementType(field.type);
  // All other types of numbers hold what a JSON number does.
  const kept = typeof value === "bigint" && type !== "Edm.Int64" ? Number(value) : value;
  if (kept === null || checks[type]?.(kept) !== true)
    throw new DocumentMistake(`The field '${path}' expects a value of type ${type}.`);
  return type === "Edm.DateTimeOffset" ? new Date(kept as string).toISOString().replace(".000Z", "Z") : kept;
}

function isVectorField(field: Field): field is ValueField {
  return !isComplexField(field) && field.dimensions !== null;
}

/**
 * The values at a path such as `address/city`; several where the path goes through collections, none where it meets
 * null.
 */
export function valuesAt(document: unknown, path: string): unknown[] {
  const step = (value: unknown, name: string): unknown => (value as Document)[name] ?? [];
  return path.split("/").reduce<unknown[]>((values, name) => values.flatMap((value) => step(value, name)), [document]);
}

/** All text at a path, of a collection joined by spaces. */
export function textAt(document: Document, path: string): string {
  return valuesAt(document, path).join(" ");
}
