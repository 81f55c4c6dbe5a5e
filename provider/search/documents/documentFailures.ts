import type { Context } from "../../core/resource";
import { ownMember } from "../../core/wire";
import { isMissing, type Hashes } from "./documentHashes";
import { keyMistake } from "./documentRules";
import type { Entry, Result } from "./upload";

/**
 * What was refused and matters. A key that cannot be in the index, because the state knows that it never came there or
 * because no document can have it, needs no delete: the service refuses the key for what it is.
 */
export function failing(
  entries: readonly Entry[],
  results: readonly Result[],
  known: Hashes,
  context: Context,
): Result[] {
  const isIdle = ({ key, statusCode }: Result, position: number): boolean =>
    entries[position]!.action === "delete" &&
    statusCode === 400 &&
    (isMissing(String(ownMember(known, key))) || keyMistake(key) !== undefined);
  const idle = results.filter((result, position) => !result.status && isIdle(result, position));
  if (idle.length > 0)
    context.log.info(`not in the index, and refused as keys: ${few(idle.map(({ key }) => key))}; nothing to delete`);
  return results.filter((result, position) => !result.status && !isIdle(result, position));
}

/** Every key that was refused, by reason. */
export function failuresOf(id: string, failures: readonly Result[], count: number): string {
  const reasons = new Map<string, string[]>();
  for (const { key, statusCode, errorMessage = "" } of failures) {
    const reason = `${statusCode === 0 ? "" : `${statusCode} `}${errorMessage}`.trim();
    const keys = reasons.get(reason);
    if (keys === undefined) reasons.set(reason, [key]);
    else keys.push(key);
  }
  const lines = [...reasons].map(([reason, keys]) => `  ${few(keys, 100)}: ${reason}`);
  return [`POST ${id}/index: ${failures.length} of ${count} documents failed`, ...lines].join("\n");
}

/** Some names of many. */
export const few = (names: readonly string[], most = 20): string =>
  names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
