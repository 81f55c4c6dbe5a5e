import { isDeepStrictEqual } from "node:util";
import { hasUnknown, isBag, type Bag } from "../../core/wire";

/** Whether two values are different for certain; what is not known yet says nothing. */
export const differ = (one: unknown, other: unknown): boolean =>
  !hasUnknown(one) && !hasUnknown(other) && !isDeepStrictEqual(one, other);

/** A thing with a name that is known. */
export type Named = Bag & { name: string };

/** The named things of a list before and after an edit, in pairs; without the ones that are not known yet. */
export function pairsOf(before: unknown, after: unknown): { was: Named; now: Named | undefined }[] {
  return namedIn(before).map((was) => ({ was, now: namedIn(after).find(({ name }) => name === was.name) }));
}

/** The named things of a list that are new in an edit, with their places. */
export function addedTo(before: unknown, after: unknown): { one: Named; position: number }[] {
  const names = namedIn(before).map(({ name }) => name);
  return namedIn(after)
    .map((one, position) => ({ one, position }))
    .filter(({ one }) => !names.includes(one.name));
}

const namedIn = (list: unknown): Named[] =>
  Array.isArray(list) ? list.filter((one): one is Named => isBag(one) && !hasUnknown(one["name"])) : [];
