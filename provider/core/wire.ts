/** Unknown and secret values at Pulumi's edge. */

/** What stands in a preview for a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON object whose members are not known beforehand. */
export type Bag = Record<string, unknown>;

/** Whether a value is not known yet, as in a preview. */
export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

/** Whether a value is not known yet, or holds one at any depth. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/** Whether a value is nested at most so many levels deep. */
export const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((item) => isWithin(levels - 1, item)));

/** Whether a value is an object with members, not a list. */
export const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member of an object, never one of its prototype. */
export const ownMember = (bag: Bag, key: string): unknown => (Object.hasOwn(bag, key) ? bag[key] : undefined);

/** The members of an object that are something: neither left out nor null. */
export const present = (values: Bag): Bag =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/** The members of values that are there, by name. */
export const pick = (values: Bag, keys: readonly string[]): Bag =>
  Object.fromEntries(keys.filter((key) => values[key] !== undefined).map((key) => [key, values[key]]));

/** The text of what a service gave, a number as text; empty for all that is neither. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** The number of what a service gave, also as a text; 0 for all that is none. */
export const asNumber = (value: unknown): number => Number(asText(value)) || 0;

/** A thing with a name. */
export interface Named extends Bag {
  name: string;
}

/** Whether a value is a list of things with a name. */
export const isNamedList = (value: unknown): value is Named[] =>
  Array.isArray(value) && value.every((item) => isBag(item) && typeof item["name"] === "string");

/** The first thing of each name in a list of named things; nothing of any other value. */
export const byName = (list: unknown): ReadonlyMap<unknown, Named> =>
  new Map(isNamedList(list) ? list.toReversed().map((item) => [item.name, item]) : []);

/**
 * The key under which a live object has a declared one: the same, or one in another letter case that is not declared
 * itself.
 */
export function keyIn(live: Bag, key: string, declared: Bag): string | undefined {
  if (Object.hasOwn(live, key)) return key;
  return Object.keys(live).find(
    (other) => other.toLowerCase() === key.toLowerCase() && !Object.hasOwn(declared, other),
  );
}

/** A member by its name without regard to letter case, own ones only. */
export function member(bag: Bag, name: string): unknown {
  const key = keyIn(bag, name, {});
  return key === undefined ? undefined : bag[key];
}

/** Marks a value as secret for the engine, which encrypts it in the state. */
export const sealed = (value: unknown): unknown => ({ [SIGNATURE]: SECRET, value });

/** Whether a value is marked as secret for the engine. */
export const isSealed = (value: unknown): value is { value: unknown } => isBag(value) && value[SIGNATURE] === SECRET;

/** An asset of a file, as the engine keeps it; `hash` is the SHA-256 of its content. */
export const fileAsset = (path: string, hash: string): Bag => ({ [SIGNATURE]: ASSET, hash, path });

/** Whether a value is an asset: this mark beside a `path`, a `text` or a `uri`. */
export const isAsset = (value: unknown): value is Bag => isBag(value) && value[SIGNATURE] === ASSET;

/**
 * A copy that the engine can store: without secret wrappers, `undefined`, dates and what JSON cannot say.
 * Keys named like the prototype's are kept as plain data.
 */
export function plain(value: unknown): Json {
  if (typeof value === "string") return value;
  if (isSealed(value)) return plain(value.value);
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : plain(item)));
  if (value instanceof Date) return value.toISOString();
  if (isBag(value)) {
    const entries: [string, Json][] = [];
    for (const [key, member] of Object.entries(value))
      if (member !== undefined && typeof member !== "function") entries.push([key, plain(member)]);
    return Object.fromEntries(entries);
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return String(value);
  return value === undefined || typeof value === "symbol" ? null : (value as Json);
}
