import { isDeepStrictEqual } from "node:util";
import { isBag, isSealed, type Bag } from "../../provider/core/wire";
import type { Property } from "./report";

/**
 * Every property in which a live value differs from a declared one; things in lists are matched by the member `key`,
 * where they have it.
 */
export function differingProperties(declared: unknown, live: unknown, path = "", key = "name"): Property[] {
  if (isDeepStrictEqual(declared, live)) return [];
  if (isKeyed(declared, key) && isKeyed(live, key)) {
    const [ours, theirs] = [byKey(declared, key), byKey(live, key)];
    const gone = declared.flatMap((item, index) =>
      differingProperties(item, theirs.get(item[key]), `${path}[${index}]`, key),
    );
    const added = live.filter((item) => !ours.has(item[key]));
    const moved = gone.length + added.length === 0 ? [property(path, declared, live)] : [];
    return [
      ...gone,
      ...added.map((item) => property(`${path}[${JSON.stringify(item[key])}]`, undefined, item)),
      ...moved,
    ];
  }
  if (Array.isArray(declared) && Array.isArray(live) && declared.length === live.length) {
    return declared.flatMap((item, index) => differingProperties(item, live[index], `${path}[${index}]`, key));
  }
  if (isBag(declared) && isBag(live) && !isSealed(declared) && !isSealed(live)) {
    const names = new Set([...Object.keys(declared), ...Object.keys(live)]);
    return [...names].flatMap((name) => differingProperties(declared[name], live[name], memberPath(path, name), key));
  }
  return [property(path, declared, live)];
}

/** A property without what is not there and with its secrets masked. */
export const property = (path: string, declared: unknown, live: unknown): Property => ({
  path,
  ...(declared !== undefined && { declared: masked(declared) }),
  ...(live !== undefined && { live: masked(live) }),
});

/** A copy in which what the engine has encrypted is `[secret]`. */
export function masked(value: unknown): unknown {
  if (isSealed(value)) return "[secret]";
  if (Array.isArray(value)) return value.map(masked);
  return isBag(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)])) : value;
}

/** The first thing with each key. */
const byKey = (list: readonly Bag[], key: string): Map<unknown, Bag> =>
  new Map(list.toReversed().map((item) => [item[key], item]));

const isKeyed = (value: unknown, key: string): value is Bag[] =>
  Array.isArray(value) && value.every((item) => isBag(item) && typeof item[key] === "string");

const memberPath = (path: string, key: string): string =>
  /^[\w-]+$/.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`;
