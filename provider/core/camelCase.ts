import { isBag } from "./wire";

/** A copy whose member names are in camelCase at any depth, whether they came as `finish_reason`, `FileSizeMb` or `fileSizeMb`. */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (!isBag(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [camelName(name), camelCase(member)]));
}

const camelName = (name: string): string =>
  name.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
