import { jsonOf } from "./json";
import { isBag } from "./wire";

/** A JSON value as a text that does not depend on the order of members. */
export const canonical = (value: unknown): string => jsonOf(sorted(value)) ?? "";

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isBag(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
