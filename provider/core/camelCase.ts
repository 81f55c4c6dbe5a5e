import { isBag, type Bag } from "./wire";

/**
 * A copy whose member names are in camelCase at any depth, whether they came as `finish_reason`, `FileSizeMb` or
 * `fileSizeMb`.
 */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  return isBag(value)
    ? Object.fromEntries(Object.entries(camelMembers(value)).map(([name, member]) => [name, camelCase(member)]))
    : value;
}

/** As `camelCase`, but only of the members themselves; what they hold stays as it is. */
export const camelMembers = (bag: Bag): Bag =>
  Object.fromEntries(Object.entries(bag).map(([name, member]) => [camelName(name), member]));

const camelName = (name: string): string =>
  name
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
