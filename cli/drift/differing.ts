import { isDeepStrictEqual } from "node:util";
import { isBag, isNamedList, isSealed } from "../../provider/core/wire";
import type { Property } from "./report";

/** Every property in which a live value differs from a declared one; entries of lists of named things are matched by name. */
export function differing(declared: unknown, live: unknown, path = ""): Property[] {
  if (isDeepStrictEqual(declared, live)) return [];
  if (isNamedList(declared) && isNamedList(live) && declared.length + live.length > 0) {
    const gone = declared.flatMap((item, index) => differing(item, live.find(({ name }) => name === item.name), `${path}[${index}]`));
    const added = live.filter(({ name }) => declared.every((item) => item.name !== name));
    const moved = gone.length + added.length === 0 ? [property(path, declared, live)] : [];
    return [...gone, ...added.map((item) => property(`${path}[${JSON.stringify(item.name)}]`, undefined, item)), ...moved];
  }
  if (Array.isArray(declared) && Array.isArray(live) && declared.length === live.length) {
    return declared.flatMap((item, index) => differing(item, live[index], `${path}[${index}]`));
  }
  if (isBag(declared) && isBag(live) && !isSealed(declared) && !isSealed(live)) {
    const keys = new Set([...Object.keys(declared), ...Object.keys(live)]);
    return [...keys].flatMap((key) => differing(declared[key], live[key], member(path, key)));
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

const member = (path: string, key: string): string => (/^[\w-]+$/.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`);
