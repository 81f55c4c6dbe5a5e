import type * as z from "zod";
import { fieldsOf, holds, isSecret, nodeOf } from "./marks";
import { isBag, isUnknown, sealed, type Bag } from "./wire";

/** Calls `visit` for every secret value, and gives back a copy with what it returns in their places. */
function mapSecrets(schema: z.core.$ZodType | undefined, key: string, value: unknown, visit: (value: unknown) => unknown): unknown {
  const node = schema === undefined ? undefined : nodeOf(schema);
  if (isSecret(key, node?.marks ?? {}) && value !== undefined && value !== null && !isUnknown(value)) return visit(value);
  const inner = node?.schema;
  if (Array.isArray(value)) {
    const element = inner !== undefined && "element" in inner ? (inner.element as z.core.$ZodType) : undefined;
    return value.map((item) => mapSecrets(element, "", item, visit));
  }
  if (!isBag(value) || !isPlainObject(value)) return value;
  const fields = inner === undefined ? {} : fieldsOf(inner);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapSecrets(Object.hasOwn(fields, name) ? fields[name] : undefined, name, item, visit)]));
}

/** Whether a value is data, not an Output, a promise or an asset of the program. */
const isPlainObject = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** The values with every secret one marked for the engine, which encrypts it. */
export const sealAll = (schema: z.core.$ZodType, values: Bag): Bag => mapSecrets(schema, "", values, sealed) as Bag;

/** The secret texts among values. */
export function secretsIn(schema: z.core.$ZodType, values: Bag): string[] {
  const found: string[] = [];
  mapSecrets(schema, "", values, (value) => {
    if (typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

/** The values with a mark put on every secret one, for values that may be promises of the program. */
export const markSecrets = (schema: z.core.$ZodType, values: Bag, mark: (value: unknown) => unknown): Bag => mapSecrets(schema, "", values, mark) as Bag;

/** Whether a schema has a secret field at any depth. */
export const hasSecret = (schema: z.core.$ZodType): boolean => holds(schema, isSecret);
