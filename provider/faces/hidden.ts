import type { Place } from "../core/engineOperation";
import { isBookkeeping } from "../core/bookkeeping";
import type { Bag } from "../core/wire";

/**
 * What a dynamic resource carries in hidden values, because its host tells the provider nothing else: `__provider` (the
 * text that leads to it), `__at` (where it stands), `__timeouts`, `__secrets`, `__get` and, in the outputs, `__stack`.
 */

/** The hidden input that holds the places at which the program has marked values as secret. */
export const PLACES = "__secrets";

/** Values without the hidden ones, and those. */
export function parted(values: Bag): [own: Bag, hidden: Bag] {
  const isHidden = (key: string): boolean => key.startsWith("__") && !isBookkeeping(key);
  const [own, hidden]: [[string, unknown][], [string, unknown][]] = [[], []];
  for (const entry of Object.entries(values)) (isHidden(entry[0]) ? hidden : own).push(entry);
  return [Object.fromEntries(own), Object.fromEntries(hidden)];
}

/** The places that hidden values name. */
export const placesIn = ({ [PLACES]: places }: Bag): Place[] => (Array.isArray(places) ? (places as Place[]) : []);

/** The milliseconds of a `customTimeouts` value such as `10m` or `1h30m`, if there is one for the verb. */
export function timeoutOf(timeouts: unknown, verb: string): number | undefined {
  const text = (timeouts as Bag | undefined | null)?.[verb];
  if (typeof text !== "string") return undefined;
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0);
}
