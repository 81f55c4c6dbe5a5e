import { randomUUID } from "node:crypto";
import type { Claims } from "./claims";
import { withDefaults } from "./check";
import { bring, createOrAdopt, projected } from "./adoption";
import { declarable } from "./compare";
import { asError, InitFailedError, masked, UserError } from "./errors";
import { masked as maskedLog, stackOfRun } from "./log";
import type { Compared, Context, Live, ResourceDefinition, Settings } from "./resource";
import { secretsAtPlaces, secretsIn } from "./secrets";
import { hold, holders, leaving, objectOf, take } from "./ownership";
import { nameReplaced, withAdvice } from "./physicalName";
import { elsewhere, placesIn, serviceOf } from "./place";
import { declaredOf, derivedFrom, derivedOf, inputsOf, parted, state, timeoutOf, unkeptKeys } from "./state";
import { lineOf, urnOf } from "./stored";
import { parse } from "./url";
import { plain, type Bag } from "./wire";
import { noted, type Works } from "./works";

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
  /** How far this run has come with what others wait for. */
  works: Works;
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
      live = await noted(definition, news, connection, () => createOrAdopt(definition, inputs, context));
      made(live);
      return { id: live.id, outs: { ...state(definition, news, live.outputs), ...kept } };
    } catch (error) {
      // What is there reaches the state with its id, whatever goes wrong with the rest.
      if (live !== undefined)
        throw Object.assign(new InitFailedError(live.id, [asError(error).message]), { cause: error });
      if (error instanceof InitFailedError) made(error);
      throw nameReplaced(plain(news) as Bag) === undefined ? error : withAdvice(error);
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
  return guarded(definition, props, connection, "read", async (context, own) => {
    if (isWhole) parse(definition.idForm, id);
    const away = elsewhere(definition, stored, context.settings);
    if (away !== undefined)
      throw new UserError(
        `${id} is at ${away.from}, and its connection leads to ${away.to}, which does not know it. Set ` +
          `mlplane:${away.key} back, or let \`pulumi up\` without \`--refresh\` move it.`,
      );
    const live = await definition.read(id, context, stored);
    if (live === undefined) {
      if (isWhole) throw new UserError(`${definition.kind.replace(":", ".")} ${id} does not exist`);
      return { id: "" };
    }
    const [, hidden] = parted(stored);
    const { __get: _, ...kept } = { ...hidden, ...own };
    const shown = [...unkeptKeys(definition)]
      .filter((key) => live.inputs[key] !== undefined)
      .map((key) => [key, live.inputs[key]]);
    const inputs = isWhole
      ? (withDefaults(definition.inputs, declarable(definition.inputs, live.inputs)) as Bag)
      : {
          ...projected(definition, declared, { ...placesIn(definition, live.id, context.settings), ...live.inputs }),
          ...Object.fromEntries(shown),
        };
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
      const stored = plain(olds) as Bag;
      const { heldByOthers } = holders(definition, id, stored, connection);
      const live = await noted(definition, news, connection, () =>
        bring(definition, id, after, stored, { ...context, heldByOthers }),
      );
      take(definition, id, { ...after, ...live.outputs }, news, kept["__made"], connection);
      return { outs: { ...state(definition, news, live.outputs), ...kept } };
    },
    olds,
  );
}

/**
 * Deletes the resource, unless another one of this run holds it; one that is gone already is a success. Where the
 * connection leads to another service than the one that has it, nothing is deleted: a replaced one stays, and any other
 * is an error.
 */
export async function remove(
  definition: ResourceDefinition,
  id: string,
  props: Bag,
  connection: Connection,
): Promise<void> {
  await guarded(definition, props, connection, "delete", async (context) => {
    const stored = plain(props) as Bag;
    const away = elsewhere(definition, stored, context.settings);
    if (away !== undefined && connection.claims.declares(lineOf(definition.kind, stored) ?? id))
      return context.log.warn(
        `${id} stays at ${away.from}, where its connection leads no more: delete it there when nobody needs it`,
      );
    if (away !== undefined)
      throw new UserError(
        `${id} is at ${away.from}, and its connection leads to ${away.to}, where nothing is deleted. Set ` +
          `mlplane:${away.key} back to delete it, or forget it with \`pulumi state delete\`.`,
      );
    const { holder, heldByOthers } = holders(definition, id, stored, connection);
    if (holder !== undefined)
      return context.log.info(`${id} stays as it is: ${holder} declares it, and holds it from now on`);
    await definition.delete(id, stored, { ...context, heldByOthers });
  });
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
  const {
    __made = verb === "create" ? randomUUID().slice(0, 8) : undefined,
    __stack,
    __service = undefined,
  } = { ...values, ...olds };
  const stored = typeof __stack === "string" ? __stack : undefined;
  const stack = verb === "read" || verb === "delete" ? stored : ((await stackOfRun()) ?? stored);
  const service = serviceOf(definition, connection.settings) ?? __service;
  const kept = {
    ...(__made !== undefined && { __made }),
    ...(stack !== undefined && { __stack: stack }),
    ...(service !== undefined && { __service: service }),
  };
  const minutes = typeof definition.minutes === "function" ? definition.minutes(values) : (definition.minutes ?? 30);
  const objectIn = (kind: string, id: string): string =>
    objectOf(kind, id.toLowerCase(), definition, connection.settings);
  let found: string[] | undefined;
  const secrets = (): string[] => (found ??= [values, plain(olds) as Bag].flatMap((all) => secretsOf(definition, all)));
  const mask = (text: string): string => connection.mask(text, secrets());
  try {
    const time = timeoutOf(values["__timeouts"], verb) ?? minutes * 60_000;
    const context = connection.open(urnOf(line, stack), time, secrets);
    const known = connection.compared.get(line ?? "");
    // What a move leaves behind tells nothing about what is made at the other service.
    const isMoved = known !== undefined && elsewhere(definition, known.olds, connection.settings) !== undefined;
    const compared = verb === "create" && isMoved ? undefined : known;
    return await run(
      {
        ...context,
        ...(compared && { compared: plain(compared) as unknown as Compared }),
        hold: (objects) => hold(definition, objects, props, kept["__made"], connection),
        ...leaving(definition, connection),
        hasSuccessor: (kind, id) => connection.claims.hasSuccessor(objectIn(kind, id)),
        works: (kind, id) => connection.works.of(objectIn(kind, id)),
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
