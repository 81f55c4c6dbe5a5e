import type { Connection } from "./connection";
import { UserError } from "./errors";
import { MADE } from "./bookkeeping";
import { named, objectsOf } from "./ownership";
import type { Context, ResourceDefinition } from "./resource";
import { until } from "./until";
import type { Bag } from "./wire";

/** Milliseconds within which the resource that takes an object over is compared, unless it waits for another. */
const COMPARED = 5_000;

/**
 * The line of what holds all that a stored resource owns, if something does: its own where it was replaced; and what
 * others hold of some objects.
 */
export function holders(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  line: string | undefined,
  { settings, claims }: Pick<Connection, "settings" | "claims">,
): { holder: string | undefined } & Pick<Context, "heldByOthers"> {
  const leaving = { line: line ?? id, made: stored[MADE] as string | undefined };
  const objects = objectsOf(definition, stored, settings, id);
  const heldByOthers = claims.heldByOthers(objects, leaving);
  if (objects.some((one) => !heldByOthers.has(one)))
    for (const [object, other] of claims.expected(objects, leaving.line)) heldByOthers.set(object, other);
  const isHeld = objects.length > 0 && objects.every((one) => heldByOthers.has(one));
  return {
    holder: isHeld ? heldByOthers.get(objects[0]!) : undefined,
    heldByOthers(some) {
      const byName = new Map(some.map((one) => [named(definition, one, settings), one]));
      return new Set([...claims.heldByOthers([...byName.keys()], leaving).keys()].map((one) => byName.get(one)!));
    },
  };
}

/**
 * The line of what holds an object that its resource gives up for another one, as `holders` tells it. Where that one
 * is there already, two resources may exchange their objects: the second one is waited for. Throws `UserError` where
 * none comes, because then nobody knows whether one will.
 */
export async function holderToCome(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  line: string,
  connection: Connection,
  context: Context,
): Promise<string | undefined> {
  const isLoss = definition.objects === undefined && definition.deleteLosesNothing !== true;
  if (!isLoss || connection.claims.taken(line) === undefined) return undefined;
  return until<string | undefined>(
    async (late) => {
      const { holder } = holders(definition, id, stored, line, connection);
      const taken = connection.claims.taken(line);
      if (holder !== undefined || taken === undefined) return { end: holder };
      if ((await definition.read(taken, context, {})) === undefined) return { end: undefined };
      if (late)
        throw new UserError(
          `${id} is not deleted, because its resource takes ${taken}, which exists: another resource of the program ` +
            "that has not come yet may take this one in turn. Where two exchange their names, forget both with " +
            "`pulumi state delete`, and the next `pulumi up` takes them over; where this one may go, remove its " +
            "resource in one run, and declare it under the other name in the next.",
        );
      return { state: `${taken} exists` };
    },
    { http: context[definition.apis[0]!], what: `deleting ${id}`, patience: COMPARED },
  );
}
