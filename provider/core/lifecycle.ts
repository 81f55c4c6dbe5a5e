import { randomUUID } from "node:crypto";
import * as z from "zod";
import { mistakesIn, withDefaults, type Mistake } from "./check";
import { declarable, differences, isSame, project } from "./compare";
import { asError, InitFailedError, UserError } from "./errors";
import { fieldsOf, holds, nodeOf } from "./marks";
import { ExistsError, type Api, type Compared, type Context, type Live, type ResourceDefinition, type Settings } from "./resource";
import { sealAll, secretsIn } from "./secrets";
import { urnOf } from "./stored";
import { hasUnknown, isUnknown, plain, UNKNOWN, type Bag } from "./wire";

/** What the lifecycle needs of a connection. */
export interface Connection {
  settings: Settings;
  /** The clients and the log of one operation. `urn` names the resource for messages, `milliseconds` is the time it may take. */
  open(urn: unknown, milliseconds: number): Context;
  /** What the engine has compared so far, by URN. */
  compared: Map<string, Compared>;
  /** Masks what is secret in a text. */
  mask(text: string, secrets: string[]): string;
}

/** Inputs that the package adds for itself; the engine does not show names that begin with two underscores. */
const isHidden = (key: string): boolean => key.startsWith("__");

/** Completes the inputs and names every mistake in them; `olds` are the inputs of the existing resource, if there is one. No request is made. */
export function check(definition: ResourceDefinition, olds: Bag, news: Bag, settings: Settings): { inputs: Bag; failures: { property: string; reason: string }[] } {
  const [own, hidden] = parted(plain(news) as Bag);
  const given = Object.fromEntries(Object.entries(own).filter(([key, value]) => value !== null && !derivedKeys(definition).has(key)));
  const mistakes: Mistake[] = [...mistakesIn(definition.inputs, given)];
  const complete = withDefaults(definition.inputs, given) as Bag;
  const inputs = mistakes.length === 0 ? { ...definition.defaults?.(complete), ...complete } : complete;
  if (mistakes.length === 0 || definition.rules !== undefined) mistakes.push(...rulesOf(definition, inputs, settings, mistakes));
  if (mistakes.length === 0) mistakes.push(...refusalsOf(definition, declaredOf(definition, plain(olds) as Bag), inputs));
  mistakes.push(...definition.apis.flatMap((api: Api) => settings.missing(api)).map((reason) => ({ path: "", reason })));
  if (mistakes.length > 0) return { inputs: news, failures: told(mistakes) };
  const derived = definition.derive === undefined ? {} : derive(definition, inputs, settings);
  return { inputs: { ...sealAll(definition.inputs, inputs), ...derived, ...hidden }, failures: [] };
}

/** What a new declaration means for a resource: nothing, an update or a replacement. No request is made. */
export function diff(definition: ResourceDefinition, olds: Bag, news: Bag, told: (reason: string) => void): { changes?: boolean; replaces?: string[]; deleteBeforeReplace?: boolean } {
  const [before, after] = [declaredOf(definition, plain(olds) as Bag), declaredOf(definition, plain(news) as Bag)];
  if (Object.keys(before).length === 0) return { changes: true };
  const fields = fieldsOf(definition.inputs);
  const differs = (key: string): boolean => (nodeOf(fields[key]!).marks.unkept !== true && !isSame(fields[key]!, before[key], after[key]));
  const changed = [...Object.keys(fields).filter((key) => key !== "adopt" && differs(key)), ...(definition.edits?.(plain(olds) as Bag, plain(news) as Bag) ?? [])];
  if (changed.length === 0) return { changes: unready(definition, olds) !== undefined || deleteTimeout(olds) !== deleteTimeout(news) };
  const marked = changed.filter((key) => {
    const { marks } = nodeOf(fields[key]!);
    return marks.replace === true || definition.update === undefined || hasNewTarget(fields[key]!, after[key]);
  });
  const rebuilds = [...(definition.rebuilds?.(before, after) ?? [])];
  for (const { reason } of rebuilds) told(reason);
  const replaces = [...new Set([...marked, ...rebuilds.map(({ key }) => key)])];
  return replaces.length === 0 ? {} : { replaces, deleteBeforeReplace: definition.createFirst?.(before, after) !== true };
}

/** The time-out of a delete, which sees only what an update has stored. */
const deleteTimeout = (values: Bag): number | undefined => timeoutOf((plain(values) as Bag)["__timeouts"], "delete");

/** Creates the resource, or takes over one that exists by the rule of `adopt`. */
export async function create(definition: ResourceDefinition, news: Bag, connection: Connection): Promise<{ id: string; outs: Bag }> {
  const inputs = declaredOf(definition, plain(news) as Bag);
  return guarded(definition, news, connection, "create", async (context) => {
    const live = await createOrAdopt(definition, inputs, context);
    const outs = state(definition, news, live.outputs);
    if (definition.createFirst === undefined) return { id: live.id, outs };
    const made = randomUUID();
    context.created.set(`${definition.kind} ${live.id}`, made);
    return { id: live.id, outs: { ...outs, __made: made } };
  });
}

/** Reads the resource: `{id: ""}` when it is gone, the live values of what is declared when it is there. */
export async function read(definition: ResourceDefinition, id: string, props: Bag, connection: Connection): Promise<{ id: string; props?: Bag; inputs?: Bag }> {
  const stored = plain(props) as Bag;
  const declared = declaredOf(definition, stored);
  const isGet = stored["__get"] === true || Object.keys(declared).length === 0;
  return guarded(definition, props, connection, "read", async (context) => {
    const live = await definition.read(id, context, stored);
    if (live === undefined) {
      if (isGet) throw new UserError(`${definition.kind.replace(":", ".")} ${id} does not exist`);
      return { id: "" };
    }
    const [, hidden] = parted(stored);
    const { __get: _, ...kept } = hidden;
    const all = Object.keys(declared).length === 0 || stored["__get"] === true;
    const shown = [...unkeptKeys(definition)].filter((key) => live.inputs[key] !== undefined).map((key) => [key, live.inputs[key]]);
    const inputs = all ? (withDefaults(definition.inputs, declarable(definition.inputs, live.inputs)) as Bag) : { ...projected(definition, declared, live.inputs), ...Object.fromEntries(shown) };
    const derived = all && definition.derive !== undefined ? derive(definition, inputs, context.settings) : derivedOf(definition, stored);
    const props = state(definition, { ...inputs, ...derived, ...kept }, live.outputs);
    // What is not kept cannot be given back: when nothing differs, the engine's own inputs stay.
    if (!all && shown.length < unkeptKeys(definition).size) return { id: live.id, props };
    return { id: live.id, props, inputs: { ...sealAll(definition.inputs, inputs), ...derived, ...inputsOnly(kept) } };
  });
}

/** Brings the resource to a new declaration; also carries on one that did not become ready. */
export async function update(definition: ResourceDefinition, id: string, olds: Bag, news: Bag, connection: Connection): Promise<{ outs: Bag }> {
  const after = declaredOf(definition, plain(news) as Bag);
  return guarded(definition, news, connection, "update", async (context) => {
    if (definition.update === undefined) throw new Error(`${definition.kind} has no update`);
    const live = await definition.update(id, after, plain(olds) as Bag, context);
    const made = olds["__made"];
    return { outs: { ...state(definition, news, live.outputs), ...(made !== undefined && { __made: made }) } };
  });
}

/** Deletes the resource; one that is gone already is a success. */
export async function remove(definition: ResourceDefinition, id: string, props: Bag, connection: Connection): Promise<void> {
  await guarded(definition, props, connection, "delete", async (context) => {
    const made = context.created.get(`${definition.kind} ${id}`);
    if (made !== undefined && made !== props["__made"]) return;
    await definition.delete(id, plain(props) as Bag, context);
    context.created.delete(`${definition.kind} ${id}`);
  });
}

async function createOrAdopt(definition: ResourceDefinition, inputs: Bag, context: Context): Promise<Live> {
  const existing = await definition.find?.(inputs, context);
  if (existing !== undefined) return adopt(definition, inputs, existing, false, context);
  try {
    return await definition.create(inputs, context);
  } catch (error) {
    if (error instanceof ExistsError) return adopt(definition, inputs, error.live, error.own, context);
    throw error;
  }
}

async function adopt(definition: ResourceDefinition, inputs: Bag, live: Live, own: boolean, context: Context): Promise<Live> {
  const rule = (inputs["adopt"] ?? context.settings.get("adopt") ?? "identical") as string;
  const projectedInputs = projected(definition, inputs, live.inputs);
  const differing = Object.keys(fieldsOf(definition.inputs)).flatMap((key) => differences(inputs[key], projectedInputs[key], key));
  const failing = unready(definition, { ...inputs, ...live.outputs });
  if (rule === "never" && !own) throw new UserError(`${live.id} exists already, and \`adopt\` is \`never\``);
  if (differing.length > 0 && rule !== "always") {
    throw new UserError(
      `${live.id} exists already and differs from the declaration at ${differing.join(", ")}. Set \`adopt: "always"\` to take it over and change it, or bring it under the stack's care as it is with \`mlplane import\`.`,
    );
  }
  const replaced = differing.filter((path) => nodeOf(fieldsOf(definition.inputs)[path.split(/[.[]/)[0]!]!).marks.replace === true);
  const fixed = [...replaced, ...[...(definition.rebuilds?.(projectedInputs, inputs) ?? [])].map(({ reason }) => reason)];
  if (fixed.length > 0) throw new UserError(`${live.id} exists already and differs at ${fixed.join(", ")}, which cannot be changed in place. Delete it, or declare what it has.`);
  if (!own) context.log.info(`took over ${live.id}, which exists already${differing.length > 0 ? `, and changed ${differing.join(", ")}` : ""}`);
  if ((differing.length === 0 && failing === undefined) || definition.update === undefined) return live;
  return definition.update(live.id, inputs, projectedInputs, context);
}

/** Runs a verb within its time; whatever it throws reaches the engine as an Error without secrets, a half-done resource with its whole state. */
async function guarded<T>(definition: ResourceDefinition, props: Bag, connection: Connection, verb: string, run: (context: Context) => Promise<T>): Promise<T> {
  const values = plain(props) as Bag;
  const minutes = typeof definition.minutes === "function" ? definition.minutes(values) : (definition.minutes ?? 30);
  try {
    return await run(connection.open(urnOf(definition.kind, values), timeoutOf(values["__timeouts"], verb) ?? minutes * 60_000));
  } catch (thrown) {
    const error = asError(thrown);
    const mask = (text: string): string => connection.mask(text, [...secretsIn(definition.inputs, values), ...secretsIn(definition.outputs, values)]);
    if (error instanceof InitFailedError) {
      error.reasons.splice(0, error.reasons.length, ...error.reasons.map(mask));
      error.properties = { ...state(definition, props, error.outputs), __provider: values["__provider"] };
    }
    error.message = mask(error.message);
    error.stack = mask(error.stack ?? "");
    // What a read or a delete throws, the engine's server prints once more as `${error}: ${error.stack}`, on the stack.
    if (error.stack === "") Object.assign(error, { toString: () => `A ${verb} failed`, stack: "the resource says why" });
    throw error;
  }
}

/** The milliseconds of a `customTimeouts` value such as `10m` or `1h30m`, if there is one for the verb. */
export function timeoutOf(timeouts: unknown, verb: string): number | undefined {
  const text = (timeouts as Bag | undefined | null)?.[verb];
  if (typeof text !== "string") return undefined;
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.length === 0 ? undefined : parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0);
}

function rulesOf(definition: ResourceDefinition, inputs: Bag, settings: Settings, found: Mistake[]): Mistake[] {
  try {
    return [...(definition.rules?.(inputs, settings) ?? [])].filter(({ path }) => !found.some((mistake) => mistake.path === path));
  } catch (error) {
    if (found.length > 0) return [];
    throw error;
  }
}

/** What the service would refuse of a change in place; nothing when the resource is new or replaced. */
function refusalsOf(definition: ResourceDefinition, before: Bag, after: Bag): Mistake[] {
  if (definition.refusals === undefined || Object.keys(before).length === 0) return [];
  const replaced = Object.entries(fieldsOf(definition.inputs)).some(([key, field]) => nodeOf(field).marks.replace === true && !isSame(field, before[key], after[key]));
  return replaced || [...(definition.rebuilds?.(before, after) ?? [])].length > 0 ? [] : [...definition.refusals(before, after)];
}

function derive(definition: ResourceDefinition, inputs: Bag, settings: Settings): Bag {
  if (!hasUnknown(inputs)) return definition.derive!(inputs, settings);
  return Object.fromEntries([...derivedKeys(definition)].map((key) => [key, UNKNOWN]));
}

/** Outputs that `check` computes and adds to the inputs. */
const derivedKeys = (definition: ResourceDefinition): Set<string> => new Set(definition.derive === undefined ? [] : Object.entries(fieldsOf(definition.outputs)).filter(([, field]) => nodeOf(field).marks.derived === true).map(([key]) => key));
const derivedOf = (definition: ResourceDefinition, values: Bag): Bag => Object.fromEntries([...derivedKeys(definition)].flatMap((key) => (key in values ? [[key, values[key]]] : [])));

/** Arguments that the outputs do not repeat. */
const unkeptKeys = (definition: ResourceDefinition): Set<string> => new Set(Object.entries(fieldsOf(definition.inputs)).filter(([, field]) => nodeOf(field).marks.unkept === true).map(([key]) => key));

const told = (mistakes: Mistake[]): { property: string; reason: string }[] =>
  mistakes.map(({ path, reason }) => ({ property: "", reason: path === "" ? reason : `${path}: ${reason}` }));

/** Whether a reference's target is being replaced: its name is not known yet. */
const hasNewTarget = (field: z.core.$ZodType, value: unknown): boolean => referencesIn(field, value).some((target) => isUnknown(target));

function referencesIn(schema: z.core.$ZodType, value: unknown): unknown[] {
  const { schema: inner, marks } = nodeOf(schema);
  if (marks.reference !== undefined) return Array.isArray(value) ? value : [value];
  if (isUnknown(value)) return holds(inner, (_, { reference }) => reference !== undefined) ? [value] : [];
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => referencesIn(option, value));
  if (Array.isArray(value)) return value.flatMap((item) => ("element" in inner ? referencesIn(inner.element as z.core.$ZodType, item) : []));
  const fields = fieldsOf(inner);
  return Object.keys(fields).flatMap((key) => (value !== null && typeof value === "object" ? referencesIn(fields[key]!, (value as Bag)[key]) : []));
}

function unready(definition: ResourceDefinition, outputs: Bag): string | undefined {
  if (definition.unready !== undefined) return definition.unready(plain(outputs) as Bag);
  const status = outputs["provisioningState"];
  return typeof status === "string" && !/^succeeded$/i.test(status) ? status : undefined;
}

/** The declared inputs among stored values. */
const declaredOf = (definition: ResourceDefinition, values: Bag): Bag =>
  Object.fromEntries(Object.keys(fieldsOf(definition.inputs)).flatMap((key) => (values[key] === undefined || values[key] === null ? [] : [[key, values[key]]])));

const projected = (definition: ResourceDefinition, declared: Bag, live: Bag): Bag => {
  const fields = fieldsOf(definition.inputs);
  const members = Object.entries(declared).map(([key, value]) => {
    const field = fields[key]!;
    return [key, nodeOf(field).marks.unsent === true && live[key] === undefined ? value : project(field, value, live[key])];
  });
  return present(Object.fromEntries(members) as Bag);
};

const present = (values: Bag): Bag => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/** What is stored: inputs as declared, outputs as the service gives them, secrets marked. */
const state = (definition: ResourceDefinition, inputs: Bag, outputs: Bag): Bag => {
  const [given, hidden] = parted(plain(inputs) as Bag);
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => !unkeptKeys(definition).has(key)));
  const added = Object.fromEntries(Object.keys(fieldsOf(definition.outputs)).flatMap((key) => (outputs[key] === undefined || outputs[key] === null ? [] : [[key, plain(outputs[key])]])));
  return { ...sealAll(definition.inputs, own), ...sealAll(definition.outputs, added), ...withoutProvider(hidden) };
};

/** Hidden values that belong to the inputs: all but the mark of the create that made the resource. */
const inputsOnly = ({ __made: _, ...rest }: Bag): Bag => rest;
const withoutProvider = ({ __provider: _, ...rest }: Bag): Bag => rest;
const parted = (values: Bag): [Bag, Bag] => {
  const entries = Object.entries(values);
  return [Object.fromEntries(entries.filter(([key]) => !isHidden(key))), Object.fromEntries(entries.filter(([key]) => isHidden(key)))];
};
