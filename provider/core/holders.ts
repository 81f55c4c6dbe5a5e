import type { Connection } from "./connection";
import { UserError } from "./errors";
import { MADE } from "./bookkeeping";
import { knownObjects, named } from "./ownership";
import type { Context, ResourceDefinition } from "./resource";
import { until } from "./until";
import type { Bag } from "./wire";

/** Milliseconds within which the resource that takes an object over is compared, unless it waits for another. */
const COMPARED = 5_000;

/** Who holds what a stored resource owns. */
type Held = { holder: string | undefined } & Pick<Context, "heldByOthers">;

/**
 * The line of what holds all that a stored resource owns, if something does: its own where it was replaced; and what
 * others hold of some objects.
 */
export function holders(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  line: string | undefined,
  { settings, claims }: Connection,
): Held {
  const leaving = { line: line ?? id, made: stored[MADE] as string | undefined };
  const objects = knownObjects(definition, stored, settings, id);
  const heldByOthers = claims.heldByOthers(objects, leaving);
  if (objects.some((one) => !heldByOthers.has(one)))
    for (const { line: other, kind, names, isOwn, objects: told } of claims.expected(leaving)) {
      const theirs = isOwn && kind === definition.kind ? knownObjects(definition, names, settings) : told;
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
 * As `holders`, of a resource that is deleted. Where it gives its object up for another one that is there already, two
 * resources may exchange their objects, and the second one may come a moment later: it is waited for. Throws
 * `UserError` where none comes, because then nobody knows whether one will.
 */
export async function holdersToCome(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  line: string | undefined,
  connection: Connection,
  context: Context,
): Promise<Held> {
  const [api] = definition.apis;
  const isLoss = definition.objects === undefined && definition.deleteLosesNothing?.(stored) !== true;
  const look = (): Held => holders(definition, id, stored, line, connection);
  const takenIn = ({ holder }: Held): string | undefined =>
    holder === undefined && isLoss && line !== undefined
      ? connection.claims.taken({ line, made: stored[MADE] as string | undefined })
      : undefined;
  const held = look();
  if (api === undefined || takenIn(held) === undefined) return held;
  return until<Held>(
    async (late) => {
      const now = look();
      const taken = takenIn(now);
      if (taken === undefined) return { end: now };
      if ((await definition.read(taken, context, {})) === undefined) return { end: look() };
      if (late)
        throw new UserError(`${id} is not deleted, because its resource takes ${taken}, which exists: ${TAKEN}`);
      return { state: `${taken} exists` };
    },
    { http: context[api], what: `deleting ${id}`, patience: COMPARED },
  );
}

/** What may be, and what to do. */
const TAKEN =
  "another resource of the program that has not come yet may take this one in turn. Where two exchange their names, " +
  "forget both with `pulumi state delete`, and the next `pulumi up` takes them over; where this one may go, remove " +
  "its resource in one run, and declare it under the other name in the next. What stood on it, and was deleted " +
  "before, the next `pulumi up` makes again.";
