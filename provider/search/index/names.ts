import type { Mistake } from "../../core/check";
import { didYouMean } from "../../core/didYouMean";
import { hasUnknown, isBag, isUnknown } from "../../core/wire";

/** The names in a list of named things, or `undefined` when not all are known yet. */
export function namesIn(list: unknown): string[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const names = list.map((one) => (isBag(one) ? one["name"] : one));
  return hasUnknown(names) ? undefined : names.map(String);
}

/** A name that refers to none of those that there are. */
export function* dangling(
  path: string,
  name: unknown,
  names: readonly string[] | undefined,
  what: string,
): Iterable<Mistake> {
  if (typeof name !== "string" || isUnknown(name) || names === undefined || names.includes(name)) return;
  yield { path, reason: `names ${what} that does not exist${didYouMean(name, names)}` };
}

/** Names that are given twice in a list; letter case counts only where `caseless` is not set. */
export function* doubles(path: string, list: unknown, caseless = false): Iterable<Mistake> {
  if (!Array.isArray(list)) return;
  const names = list
    .map((one: unknown) => (isBag(one) ? one["name"] : undefined))
    .map((name) => (caseless && typeof name === "string" ? name.toLowerCase() : name));
  for (const [position, name] of names.entries()) {
    if (typeof name === "string" && !isUnknown(name) && names.indexOf(name) < position)
      yield { path: `${path}[${position}].name`, reason: "is taken by another one" };
  }
}
