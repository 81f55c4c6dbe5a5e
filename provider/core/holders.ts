import type { Connection } from "./connection";
import { MADE } from "./kept";
import { named, objectsOf } from "./ownership";
import type { Context, ResourceDefinition } from "./resource";
import type { Bag } from "./wire";

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
  if (definition.objects === undefined && objects.some((one) => !heldByOthers.has(one)))
    for (const one of claims.expected(definition.kind, leaving.line))
      for (const object of objectsOf(definition, one.names, settings))
        if (objects.includes(object)) heldByOthers.set(object, one.line);
  const isHeld = objects.length > 0 && objects.every((one) => heldByOthers.has(one));
  return {
    holder: isHeld ? heldByOthers.get(objects[0]!) : undefined,
    heldByOthers(some) {
      const byName = new Map(some.map((one) => [named(definition, one, settings), one]));
      return new Set([...claims.heldByOthers([...byName.keys()], leaving).keys()].map((one) => byName.get(one)!));
    },
  };
}
