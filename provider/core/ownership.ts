import type { Claim } from "./claim";
import type { Claims } from "./claims";
import type { Operation } from "./engineOperation";
import { UserError } from "./errors";
import { MADE } from "./bookkeeping";
import type { Checked } from "./plan";
import { nameReplaced } from "./physicalName";
import { declaredId, elsewhere, serviceOf } from "./place";
import type { Context, ResourceDefinition } from "./resource";
import type { Settings } from "./settings";
import { declaredOf } from "./state";
import { nameIn } from "./urn";
import { plain, type Bag } from "./wire";

interface Run {
  settings: Settings;
  claims: Claims;
}

/** Which resource a create or an update is about, and which create made it. */
interface Made extends Pick<Operation, "line"> {
  made: unknown;
}

/** How many objects a message names. */
const MOST_NAMED = 20;

/**
 * Notes what a resource that is checked means; gives the mistake that another one means the same, or that no id can
 * hold a name.
 */
export function declare(...args: Parameters<typeof declared>): string | undefined {
  try {
    return declared(...args);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

function declared(
  definition: ResourceDefinition,
  isNew: boolean,
  checked: Checked,
  line: string | undefined,
  { settings, claims }: Run,
): string | undefined {
  if (line === undefined) return undefined;
  const news = plain(checked.inputs) as Bag;
  const declaredObjects = definition.declaredObjects?.(news, {}, settings);
  const objects =
    declaredObjects === undefined
      ? objectsOf(definition, declaredOf(definition, news), settings)
      : declaredObjects.map((one) => named(definition, one, settings));
  const other = claims.alsoMeant(line, objects);
  if (other !== undefined) {
    const what =
      declaredObjects === undefined || checked.secretPlaces.length > 0
        ? `the same ${definition.kind.split(":")[1]}`
        : `${some(declaredObjects.filter((_, position) => other.objects.has(objects[position]!)))} too`;
    return `${nameIn(other.line)} declares ${what}: it can have one declaration only`;
  }
  const stage = isNew ? "declared" : "stored";
  claims.note({ line, objects, stage, ...replacing(definition, news, settings) });
  return undefined;
}

/**
 * Notes what a resource that is compared means, and tells whether this run deletes any of it; `isKept` says that it
 * keeps the object of this id. Both the state and the declaration are plain.
 */
export function compare(
  definition: ResourceDefinition,
  { id, isKept }: { id: string; isKept: boolean },
  before: Bag,
  declaration: Bag,
  { line, storedAs }: Pick<Operation, "line" | "storedAs">,
  { settings, claims }: Run,
): boolean {
  if (line === undefined) return false;
  const after = declaredOf(definition, declaration);
  const declaredObjects = definition.declaredObjects?.(declaration, before, settings);
  const objects =
    declaredObjects?.map((one) => named(definition, one, settings)) ??
    (isKept ? objectsOf(definition, { ...before, ...after }, settings, id) : objectsOf(definition, after, settings));
  const made = before[MADE] as string | undefined;
  const isAway = elsewhere(definition, before, settings) !== undefined;
  const another = isKept
    ? {}
    : {
        gives: isAway ? [] : knownObjects(definition, before, settings, id),
        id: declaredId(definition, after, settings),
      };
  const replacement = replacing(definition, declaration, settings);
  claims.note({ line, objects, stage: "compared", ...another, ...replacement, storedAs, made });
  return claims.left(objects).size > 0;
}

/** Notes what a create (`made`) or an update (`compared`) has brought to a resource. */
export function take(
  definition: ResourceDefinition,
  stage: Claim["stage"],
  id: string,
  inputs: Bag,
  news: Bag,
  { line = id, made }: Made,
  { settings, claims }: Run,
): void {
  const objects = objectsOf(definition, inputs, settings, id);
  claims.note({ line, objects, stage, ...replacing(definition, news, settings), made: String(made) });
}

/** Notes what a resource is about to create, to take over or to keep. */
export function hold(
  definition: ResourceDefinition,
  objects: readonly string[],
  { line, made }: Made,
  { settings, claims }: Run,
): void {
  const all = objects.map((one) => named(definition, one, settings));
  if (line !== undefined) claims.note({ line, objects: all, stage: "made", made: String(made) });
}

/** How an operation says which objects it deletes, and hears which ones this run deletes. */
export function leaving(definition: ResourceDefinition, { settings, claims }: Run): Pick<Context, "leave" | "left"> {
  const names = (objects: readonly string[]): string[] => objects.map((one) => named(definition, one, settings));
  return {
    leave: (objects) => claims.leave(names(objects)),
    left(objects) {
      const left = claims.left(names(objects));
      return new Set(objects.filter((one) => left.has(named(definition, one, settings))));
    },
  };
}

/** What a run that is under way tells of objects of any kind, by their ids. */
export function replacements(
  definition: ResourceDefinition,
  { settings, claims }: Run,
): Pick<Context, "successor" | "isReplacement"> {
  const one = (kind: string, id: string): string => objectOf(kind, id.toLowerCase(), definition, settings);
  return {
    successor: (kind, id) => claims.successor(one(kind, id)),
    isReplacement: (kind, id) => claims.isReplacement(one(kind, id)),
  };
}

/**
 * The objects that a resource with these values means at its service, as far as its values tell; `id` is its id, where
 * it has one.
 */
export function objectsOf(definition: ResourceDefinition, values: Bag, settings: Settings, id?: string): string[] {
  const objects = definition.objects?.(values, settings) ?? [declaredId(definition, values, settings), id];
  return [...new Set(objects.flatMap((one) => (one === undefined ? [] : [named(definition, one, settings)])))];
}

/** As `objectsOf`, by the id alone, where there is one, if no id could hold what the values say. */
export function knownObjects(definition: ResourceDefinition, values: Bag, settings: Settings, id?: string): string[] {
  try {
    return objectsOf(definition, values, settings, id);
  } catch {
    return id === undefined ? [] : [named(definition, id, settings)];
  }
}

/** An object by a name that no other object has. */
export function named(definition: ResourceDefinition, object: string, settings: Settings): string {
  const normal = definition.exactNames === true ? object : object.toLowerCase();
  return objectOf(definition.kind, normal, definition, settings);
}

/** An object of any kind at the service of a definition, by its id in lower case. */
export const objectOf = (kind: string, id: string, definition: ResourceDefinition, settings: Settings): string =>
  `${kind} ${serviceOf(definition, settings) ?? ""} ${id}`;

/** The object in whose place a declaration has another, and the id of that one; nothing where it has replaced none. */
function replacing(definition: ResourceDefinition, news: Bag, settings: Settings): Pick<Claim, "id" | "replaces"> {
  const name = nameReplaced(news);
  const replaced = name === undefined ? undefined : declaredId(definition, { ...news, name }, settings);
  return replaced === undefined
    ? {}
    : { id: declaredId(definition, news, settings), replaces: named(definition, replaced, settings) };
}

/** The first of many objects. */
const some = (objects: readonly string[]): string =>
  objects.length <= MOST_NAMED
    ? objects.join(", ")
    : `${objects.slice(0, MOST_NAMED).join(", ")} and ${objects.length - MOST_NAMED} more`;
