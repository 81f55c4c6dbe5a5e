import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { formOf, mistakesIn, tooDeep, withDefaults, type Mistake } from "./check";
import { isSame } from "./compare";
import { UserError } from "./errors";
import type { Operation, Place } from "./engineOperation";
import { elementOf, fieldsOf, holds, memberOf, nodeOf, type Marks } from "./marks";
import { noteName, physicalName } from "./physicalName";
import { moves, staying } from "./place";
import type { Api, Context, ResourceDefinition, Settings } from "./resource";
import { declaredOf, derivedKeys, derivedFrom, inputsOf, unready } from "./state";
import { namesIn, unfit } from "./url";
import { isUnknown, plain, type Bag } from "./wire";

/** Inputs that are complete, and what is wrong with them. */
export interface Checked {
  inputs: Bag;
  failures: { property: string; reason: string }[];
  /** The places of values that the program marks as secret, or that are so by what they tell. */
  secretPlaces: readonly Place[];
}

/**
 * Completes the inputs and names every mistake in them; `olds` are the inputs of the existing resource, if there is
 * one, and `compared` is the state of one that is replaced, both plain. No request is made.
 */
export function check(
  definition: ResourceDefinition,
  olds: Bag,
  news: Bag,
  settings: Settings,
  operation: Pick<Operation, "secretPlaces" | "oldSecretPlaces">,
  compared: Bag = {},
): Checked {
  const { secretPlaces } = operation;
  const deep = tooDeep(news);
  if (deep.length > 0) return { inputs: news, failures: failuresOf(deep), secretPlaces };
  const values = plain(news) as Bag;
  // What is null counts as not given; a number that is none became null, and is a mistake.
  const derivedNames = derivedKeys(definition);
  const isGiven = (key: string, value: unknown): boolean =>
    (value !== null || typeof news[key] === "number") && !derivedNames.has(key);
  const provided = Object.fromEntries(Object.entries(values).filter(([key, value]) => isGiven(key, value)));
  const mistakes: Mistake[] = [...mistakesIn(definition.inputs, provided)];
  if (mistakes.length === 0) mistakes.push(...unfitNames(definition, provided));
  const complete = withDefaults(definition.inputs, provided) as Bag;
  const declared = { ...(mistakes.length === 0 && definition.defaults?.(complete)), ...complete };
  const naming = mistakes.length === 0 ? physicalName(definition, olds, declared, compared, operation) : {};
  const { name = declared["name"], ...hidden } = naming;
  const inputs = { ...declared, ...(name !== undefined && { name }) };
  if (mistakes.length === 0 || definition.rules !== undefined)
    mistakes.push(...rulesOf(definition, inputs, settings, mistakes));
  if (mistakes.length === 0) mistakes.push(...refusalsOf(definition, declaredOf(definition, olds), inputs));
  mistakes.push(...nameless(definition, provided));
  mistakes.push(
    ...[...new Set(definition.apis.flatMap((api: Api) => settings.missing(api)))].map((reason) => ({
      path: "",
      reason,
    })),
  );
  const derived = mistakes.length === 0 ? derivedOrMistake(definition, inputs, settings, mistakes) : {};
  if (mistakes.length > 0) return { inputs: news, failures: failuresOf(mistakes), secretPlaces };
  noteName(definition, { ...inputs, ...hidden }, settings);
  const places = [...secretPlaces, ...(definition.secretPlaces?.({ ...inputs, ...derived }) ?? [])];
  const checked = { ...inputsOf(definition, inputs, derived, places), ...hidden };
  return { inputs: checked, failures: [], secretPlaces: places };
}

/** What the engine is told of a new declaration; `changes` is left out where it is to name the paths. */
export interface Changes {
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/**
 * What a new declaration means for a resource: nothing, an update or a replacement. Both the state and the declaration
 * are plain. No request is made.
 */
export function diff(
  definition: ResourceDefinition,
  olds: Bag,
  news: Bag,
  say: (reason: string) => void,
  run?: Pick<Context, "settings" | "handover" | "isReplacement"> & { id: string },
): Changes {
  const [before, after] = [declaredOf(definition, olds), declaredOf(definition, news)];
  if (Object.keys(before).length === 0) return { changes: true };
  const fields = fieldsOf(definition.inputs);
  const differs = (key: string): boolean =>
    nodeOf(fields[key]!).marks.unkept !== true && !isSame(fields[key]!, before[key], after[key]);
  const changed = [
    ...Object.keys(fields).filter((key) => key !== "adopt" && differs(key)),
    ...(definition.edits?.(olds, news) ?? []),
  ];
  const moved = run && moves(definition, run.id, olds, after, run.settings);
  if (changed.length === 0 && !moved?.keys.length)
    return {
      changes:
        (run !== undefined && definition.overtaken?.(after, run) === true) || unready(definition, olds) !== undefined,
    };
  const stays = run === undefined ? () => false : staying(definition, run.id, after, run.settings);
  const marked = changed.filter(
    (key) =>
      definition.update === undefined ||
      (mustReplace(fields[key]!, after[key]) && !stays(key)) ||
      hasNewTarget(fields[key]!, after[key]),
  );
  const rebuilds = [...(definition.rebuilds?.(before, after) ?? [])];
  for (const { reason } of rebuilds) say(reason);
  for (const line of definition.remarks?.(olds, news) ?? []) say(line);
  for (const reason of moved?.reasons ?? []) say(reason);
  const replaces = [...new Set([...marked, ...rebuilds.map(({ key }) => key), ...(moved?.keys ?? [])])];
  if (replaces.length > 0 && definition.lost !== undefined) say(definition.lost);
  // Also for what is no replacement: an option of the program may make it one.
  const deleteBeforeReplace = definition.createFirst?.(before, after) !== true;
  return replaces.length === 0
    ? { deleteBeforeReplace }
    : { ...(changed.length === 0 && { changes: true }), replaces, deleteBeforeReplace };
}

/** The class gives the Pulumi name where there is none, but not in the place of a null. */
const nameless = (definition: ResourceDefinition, provided: Bag): Mistake[] =>
  Object.entries(fieldsOf(definition.inputs)).flatMap(([path, field]) =>
    nodeOf(field).marks.autoName === true && provided[path] === undefined ? [{ path, reason: "is required" }] : [],
  );

/** The names in the id that no URL can hold. */
const unfitNames = ({ idForm }: ResourceDefinition, values: Bag): Mistake[] =>
  namesIn(idForm).flatMap((path) => {
    const name = values[path];
    const problem = typeof name === "string" && !isUnknown(name) ? unfit(name) : undefined;
    return problem === undefined ? [] : [{ path, reason: `is ${problem}` }];
  });

/** The outputs that can be computed; a name from which none can be is one more mistake. */
function derivedOrMistake(definition: ResourceDefinition, inputs: Bag, settings: Settings, mistakes: Mistake[]): Bag {
  try {
    return derivedFrom(definition, inputs, settings);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    mistakes.push({ path: "", reason: error.message });
    return {};
  }
}

function rulesOf(definition: ResourceDefinition, inputs: Bag, settings: Settings, earlier: Mistake[]): Mistake[] {
  try {
    return [...(definition.rules?.(inputs, settings) ?? [])].filter(
      ({ path }) => !earlier.some((mistake) => mistake.path === path),
    );
  } catch (error) {
    if (earlier.length > 0) return [];
    throw error;
  }
}

/** What the service would refuse of a change in place, or what stands in the way of a replacement. */
function refusalsOf(definition: ResourceDefinition, before: Bag, after: Bag): Mistake[] {
  const { refusals, obstacles } = definition;
  if ((refusals ?? obstacles) === undefined || Object.keys(before).length === 0 || isDeepStrictEqual(before, after))
    return [];
  const isReplaced =
    Object.entries(fieldsOf(definition.inputs)).some(
      ([key, field]) => mustReplace(field, after[key]) && !isSame(field, before[key], after[key]),
    ) || [...(definition.rebuilds?.(before, after) ?? [])].length > 0;
  return [...((isReplaced ? obstacles : refusals)?.(before, after) ?? [])];
}

const failuresOf = (mistakes: Mistake[]): { property: string; reason: string }[] =>
  mistakes.map(({ path, reason }) => ({ property: "", reason: path === "" ? reason : `${path}: ${reason}` }));

/** Whether a change to a value replaces by the mark; one that is not known yet may turn out to be none. */
function mustReplace(field: z.core.$ZodType, value: unknown): boolean {
  const { replace, reference } = nodeOf(field).marks;
  return replace === true && !(reference?.whenReplaced === "update" && isUnknown(value));
}

const replaces = ({ reference }: Marks): boolean => reference?.whenReplaced === "replace";

/** Whether the target of a reference that replaces is being replaced: its name is not known yet. */
const hasNewTarget = (field: z.core.$ZodType, value: unknown): boolean =>
  referencesIn(field, value).some((target) => isUnknown(target));

function referencesIn(schema: z.core.$ZodType, value: unknown): unknown[] {
  if (replaces(nodeOf(schema).marks)) return Array.isArray(value) ? value : [value];
  if (isUnknown(value)) return holds(schema, (_, marks) => replaces(marks)) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const form = formOf(schema, value);
  return Object.entries(value).flatMap(([key, item]) => {
    const member = Array.isArray(value) ? elementOf(form) : memberOf(form, key);
    return member === undefined ? [] : referencesIn(member, item);
  });
}
