import type { Connection } from "./connection";
import { UserError } from "./errors";
import { MADE } from "./bookkeeping";
import { named, objectsOf, storedObjects } from "./ownership";
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
  const objects = storedObjects(definition, id, stored, settings);
  const heldByOthers = claims.heldByOthers(objects, leaving);
  if (objects.some((one) => !heldByOthers.has(one)))
    for (const { line: other, kind, names, isOwn, objects: told } of claims.expected(leaving)) {
      const theirs = isOwn && kind === definition.kind ? objectsOf(definition, names, settings) : told;
      for (const object of objects) if (theirs.includes(object)) heldByOthers.set(object, other);
    }
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
 * Waits for what may take over an object that its resource gives up for another one which is there already: where two
 * resources exchange their objects, the second one may come a moment later. Throws `UserError` where none comes,
 * because then nobody knows whether one will.
 */
export async function holderToCome(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  line: string,
  { settings, claims }: Connection,
  context: Context,
): Promise<void> {
  const leaving = { line, made: stored[MADE] as string | undefined };
  if (definition.objects !== undefined || definition.deleteLosesNothing?.(stored) === true) return;
  if (claims.taken(leaving) === undefined) return;
  await until<void>(
    async (late) => {
      const taken = claims.taken(leaving);
      const { holder } = holders(definition, id, stored, line, { settings, claims });
      if (holder !== undefined || taken === undefined) return { end: undefined };
      if ((await definition.read(taken, context, {})) === undefined) return { end: undefined };
      if (late)
        throw new UserError(`${id} is not deleted, because its resource takes ${taken}, which exists: ${TAKEN}`);
      return { state: `${taken} exists` };
    },
    { http: context[definition.apis[0]!], what: `deleting ${id}`, patience: COMPARED },
  );
}

/** What may be, and what to do. */
const TAKEN =
  "another resource of the program that has not come yet may take this one in turn. Where two exchange their names, " +
  "forget both with `pulumi state delete`, and the next `pulumi up` takes them over; where this one may go, remove " +
  "its resource in one run, and declare it under the other name in the next. What stood on it, and was deleted " +
  "before, the next `pulumi up` makes again.";
