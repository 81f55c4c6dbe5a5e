import type * as z from "zod";
import { formOf } from "./check";
import type { Place } from "./engineOperation";
import { elementOf, holds, isSecret, memberOf, nodeOf } from "./marks";
import { isUnknown, ownMember, sealed, type Bag } from "./wire";

/** Calls `visit` for every secret value, and gives back a copy with what it returns in their places. */
function mapSecrets(
  schema: z.core.$ZodType | undefined,
  key: string,
  value: unknown,
  visit: (value: unknown) => unknown,
): unknown {
  if (
    isSecret(key, schema === undefined ? {} : nodeOf(schema).marks) &&
    value !== undefined &&
    value !== null &&
    !isUnknown(value)
  )
    return visit(value);
  if (typeof value !== "object" || value === null || !isData(value)) return value;
  const form = schema === undefined ? undefined : formOf(schema, value);
  if (Array.isArray(value)) return value.map((item) => mapSecrets(form && elementOf(form), "", item, visit));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapSecrets(form && memberOf(form, name), name, item, visit)]),
  );
}

/** Whether a value is data, not an Output, a promise or an asset of the program. */
export const isData = (value: object): boolean =>
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** The values with every secret one marked for the engine, which encrypts it. */
export const sealAll = (schema: z.core.$ZodType, values: Bag): Bag => mapSecrets(schema, "", values, sealed) as Bag;

/** The secret texts among values. */
export function secretsIn(schema: z.core.$ZodType, values: Bag): string[] {
  const texts: string[] = [];
  mapSecrets(schema, "", values, (value) => {
    texts.push(...textsIn(value));
    return value;
  });
  return texts;
}

/** The first place below `place` at which a value is secret by its name, if there is one. */
export function placeOfSecret(value: unknown, place: readonly string[]): string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const inner = [...place, name];
    const secretPlace = !Array.isArray(value) && isSecret(name, {}) ? inner : placeOfSecret(item, inner);
    if (secretPlace !== undefined) return secretPlace;
  }
  return undefined;
}

/** The texts at these places. */
export const textsAt = (values: Bag, places: readonly Place[]): string[] =>
  places.flatMap((place) => textsIn(place.reduce<unknown>(inner, values)));

/** The values without what is at these places. */
export function withoutPlaces(values: Bag, places: readonly Place[]): Bag {
  if (places.length === 0) return values;
  const copy = structuredClone(values);
  for (const place of places) {
    const parent = place.slice(0, -1).reduce<unknown>(inner, copy);
    if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, place.at(-1)!);
  }
  return copy;
}

const inner = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? ownMember(value as Bag, name) : undefined;

const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The values with a mark put on every secret one, for values that may be promises of the program. */
export const markSecrets = (schema: z.core.$ZodType, values: Bag, mark: (value: unknown) => unknown): Bag =>
  mapSecrets(schema, "", values, mark) as Bag;

/** Whether a schema has a secret field at any depth. */
export const hasSecret = (schema: z.core.$ZodType): boolean => holds(schema, isSecret);
