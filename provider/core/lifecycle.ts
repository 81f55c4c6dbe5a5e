import { randomUUID } from "node:crypto";
import type { Claims } from "./claims";
import { withDefaults } from "./check";
import { declarable, differences, project } from "./compare";
import { asError, InitFailedError, masked, UserError } from "./errors";
import { masked as maskedLog, stackOfRun } from "./log";
import { fieldsOf, nodeOf } from "./marks";
import {
  ExistsError,
  type Compared,
  type Context,
  type Live,
  type ResourceDefinition,
  type Settings,
} from "./resource";
import { secretsAtPlaces, secretsIn } from "./secrets";
import { hold, holders, take } from "./ownership";
import { declaredOf, derivedFrom, derivedOf, inputsOf, parted, state, timeoutOf, unkeptKeys, unready } from "./state";
import { lineOf, urnOf } from "./stored";
import { parse } from "./url";
import { plain, present, type Bag } from "./wire";

/** What the lifecycle needs of a connection. */
export interface Connection {
  settings: Settings;
  /** What operations of this run leave for later ones. */
  handover: Map<string, unknown>;
  /**
   * The clients and the log of one operation. `urn` names the resource for messages, `milliseconds` is the time it may
   * take, `secrets` are its own ones, which no text of a service may show.
   */
  open(urn: unknown, milliseconds: number, secrets?: () => string[]): Context;
  /**
   * What the engine has compared so far, as the engine gave it, by the part of the URN that tells a resource from the
   * others of its stack.
   */
  compared: Map<string, Compared>;
  /** Which resources of this run hold which objects. */
  claims: Claims;
  /** Masks what is secret in a text: these secrets, and those of the connection. */
  mask(text: string, secrets: string[]): string;
}

/** Creates the resource, or takes over one that exists by the rule of `adopt`. */
export async function create(
  definition: ResourceDefinition,
  news: Bag,
  connection: Connection,
): Promise<{ id: string; outs: Bag }> {
  const inputs = declaredOf(definition, plain(news) as Bag);
  return guarded(definition, news, connection, "create", async (context, kept) => {
    const made = ({ id, outputs }: { id: string; outputs: Bag }): void =>
      take(definition, id, { ...inputs, ...outputs }, news, kept["__made"], connection);
    let live: Live | undefined;
    try {
      live = await createOrAdopt(definition, inputs, context);
      made(live);
      return { id: live.id, outs: { ...state(definition, news, live.outputs), ...kept } };
    } catch (error) {
      // What is there reaches the state with its id, whatever goes wrong with the rest.
      if (live !== undefined)
        throw Object.assign(new InitFailedError(live.id, [asError(error).message]), { cause: error });
      if (error instanceof InitFailedError) made(error);
      throw error;
    }
  });
}

/** Reads the resource: `{id: ""}` when it is gone, the live values of what is declared when it is there. */
export async function read(
  definition: ResourceDefinition,
  id: string,
  props: Bag,
  connection: Connection,
): Promise<{ id: string; props?: Bag; inputs?: Bag }> {
  const stored = plain(props) as Bag;
  const declared = declaredOf(definition, stored);
  const isWhole = stored["__get"] === true || Object.keys(declared).length === 0;
  return guarded(definition, props, connection, "read", async (context) => {
    if (isWhole) parse(definition.idForm, id);
    const live = await definition.read(id, context, stored);
    if (live === undefined) {
      if (isWhole) throw new UserError(`${definition.kind.replace(":", ".")} ${id} does not exist`);
      return { id: "" };
    }
    const [, hidden] = parted(stored);
    const { __get: _, ...kept } = hidden;
    const shown = [...unkeptKeys(definition)]
      .filter((key) => live.inputs[key] !== undefined)
      .map((key) => [key, live.inputs[key]]);
    const inputs = isWhole
      ? (withDefaults(definition.inputs, declarable(definition.inputs, live.inputs)) as Bag)
      : { ...projected(definition, declared, live.inputs), ...Object.fromEntries(shown) };
    const derived = isWhole ? derivedFrom(definition, inputs, context.settings) : derivedOf(definition, stored);
    const props = state(definition, { ...inputs, ...derived, ...kept }, live.outputs);
    // What is not kept cannot be given back: when nothing differs, the engine's own inputs stay.
    if (!isWhole && shown.length < unkeptKeys(definition).size) return { id: live.id, props };
    return { id: live.id, props, inputs: inputsOf(definition, inputs, derived, kept) };
  });
}

/** Brings the resource to a new declaration; also carries on one that did not become ready. */
export async function update(
  definition: ResourceDefinition,
  id: string,
  olds: Bag,
  news: Bag,
  connection: Connection,
): Promise<{ outs: Bag }> {
  const after = declaredOf(definition, plain(news) as Bag);
  return guarded(
    definition,
    news,
    connection,
    "update",
    async (context, kept) => {
      if (definition.update === undefined) throw new Error(`${definition.kind} has no update`);
      const stored = plain(olds) as Bag;
      const { heldByOthers } = holders(definition, id, stored, connection);
      const live = await definition.update(id, after, stored, { ...context, heldByOthers });
      take(definition, id, { ...after, ...live.outputs }, news, kept["__made"], connection);
      return { outs: { ...state(definition, news, live.outputs), ...kept } };
    },
    olds,
  );
}

/** Deletes the resource, unless another one of this run holds it; one that is gone already is a success. */
export async function remove(
  definition: ResourceDefinition,
  id: string,
  props: Bag,
  connection: Connection,
): Promise<void> {
  await guarded(definition, props, connection, "delete", async (context) => {
    const stored = plain(props) as Bag;
    const { holder, heldByOthers } = holders(definition, id, stored, connection);
    if (holder !== undefined)
      return context.log.info(`${id} stays as it is: ${holder} declares it, and holds it from now on`);
    await definition.delete(id, stored, { ...context, heldByOthers });
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

async function adopt(
  definition: ResourceDefinition,
  inputs: Bag,
  live: Live,
  own: boolean,
  context: Context,
): Promise<Live> {
  const rule = (inputs["adopt"] ?? context.settings.get("adopt") ?? "identical") as string;
  const projectedInputs = projected(definition, inputs, live.inputs);
  const differing = differences(inputs, projectedInputs);
  const failing = unready(definition, { ...inputs, ...live.outputs });
  if (rule === "never" && !own) throw new UserError(`${live.id} exists already, and \`adopt\` is \`never\``);
  if (differing.length > 0 && rule !== "always") {
    throw new UserError(
      `${live.id} exists already and differs from the declaration at ${differing.join(", ")}. Set \`adopt: ` +
        `"always"\` to take it over and change it, or bring it under the stack's care as it is with \`mlplane ` +
        `import\`.`,
    );
  }
  const replaced = differing.filter(
    (path) => nodeOf(fieldsOf(definition.inputs)[path.split(/[.[]/)[0]!]!).marks.replace === true,
  );
  const fixed = [
    ...replaced,
    ...[...(definition.rebuilds?.(projectedInputs, inputs) ?? [])].map(({ reason }) => reason),
  ];
  if (fixed.length > 0)
    throw new UserError(
      `${live.id} exists already and differs at ${fixed.join(", ")}, which cannot be changed in place. Delete ` +
        "it, or declare what it has.",
    );
  if (!own)
    context.log.info(
      `took over ${live.id}, which exists already${differing.length > 0 ? `, and changed ${differing.join(", ")}` : ""}`,
    );
  // What the service does not show may differ all the same: `always` writes it.
  if ((rule !== "always" && differing.length === 0 && failing === undefined) || definition.update === undefined)
    return live;
  return definition.update(live.id, inputs, projectedInputs, context);
}

/**
 * Runs a verb within its time, with the hidden values that the state keeps beside the inputs'; whatever it throws
 * reaches the engine
 * as an Error without secrets, a half-done resource with its whole state, in which the outputs of `olds` stand for
 * those that are not known.
 */
async function guarded<T>(
  definition: ResourceDefinition,
  props: Bag,
  connection: Connection,
  verb: string,
  run: (context: Context, kept: Bag) => Promise<T>,
  olds: Bag = {},
): Promise<T> {
  const values = plain(props) as Bag;
  const line = lineOf(definition.kind, values);
  const { __made = verb === "create" ? randomUUID().slice(0, 8) : undefined, __stack } = { ...values, ...olds };
  const stored = typeof __stack === "string" ? __stack : undefined;
  const stack = verb === "read" || verb === "delete" ? stored : ((await stackOfRun()) ?? stored);
  const kept = { ...(__made !== undefined && { __made }), ...(stack !== undefined && { __stack: stack }) };
  const minutes = typeof definition.minutes === "function" ? definition.minutes(values) : (definition.minutes ?? 30);
  let found: string[] | undefined;
  const secrets = (): string[] => (found ??= [values, plain(olds) as Bag].flatMap((all) => secretsOf(definition, all)));
  const mask = (text: string): string => connection.mask(text, secrets());
  try {
    const time = timeoutOf(values["__timeouts"], verb) ?? minutes * 60_000;
    const context = connection.open(urnOf(line, stack), time, secrets);
    const compared = connection.compared.get(line ?? "");
    return await run(
      {
        ...context,
        ...(compared && { compared: plain(compared) as unknown as Compared }),
        hold: (objects) => hold(definition, objects, props, kept["__made"], connection),
        log: maskedLog(context.log, mask),
      },
      kept,
    );
  } catch (thrown) {
    const error = masked(thrown, mask);
    if (error instanceof InitFailedError) {
      error.properties = {
        ...state(definition, props, { ...(plain(olds) as Bag), ...error.outputs }),
        ...kept,
        __provider: values["__provider"],
      };
    }
    // What a read or a delete throws, the engine's server prints once more as `${error}: ${error.stack}`, on the stack.
    if (error.stack === "")
      Object.assign(error, { toString: () => `A ${verb} failed`, stack: "the resource says why" });
    throw error;
  }
}

/** Every secret text among the values of a resource. */
const secretsOf = ({ inputs, outputs }: ResourceDefinition, values: Bag): string[] => [
  ...secretsIn(inputs, values),
  ...secretsIn(outputs, values),
  ...secretsAtPlaces(values),
];

/** What the live resource says about what is declared. */
const projected = (definition: ResourceDefinition, declared: Bag, live: Bag): Bag =>
  present(project(definition.inputs, declared, live) as Bag);
