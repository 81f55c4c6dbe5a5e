import { randomUUID } from "node:crypto";
import type { Claims } from "./claims";
import { withDefaults } from "./check";
import { bring, createOrAdopt, projected } from "./adoption";
import { declarable } from "./compare";
import type { Operation, Place } from "./engineOperation";
import { asError, InitFailedError, masked, UserError } from "./errors";
import { MADE, namingOf, SERVICE } from "./kept";
import { masked as maskedLog, type Log } from "./log";
import type { Compared, Context, Live, ResourceDefinition, Settings } from "./resource";
import { secretsIn, textsAt } from "./secrets";
import { hold, holders, leaving, objectOf, take } from "./ownership";
import { nameReplaced, withAdvice } from "./physicalName";
import { elsewhere, placesIn, serviceOf } from "./place";
import { declaredOf, derivedFrom, derivedOf, inputsOf, state, unkeptKeys } from "./state";
import { parse } from "./url";
import type { Bag } from "./wire";
import { noted, type Works } from "./works";

/** What the lifecycle needs of a connection. */
export interface Connection {
  settings: Settings;
  /** What operations of this run leave for later ones. */
  handover: Map<string, unknown>;
  /**
   * The clients of one operation, which tells what it does in `log`. `milliseconds` is the time it may take, `secrets`
   * are its own ones, which no text of a service may show.
   */
  open(log: Log, milliseconds: number, secrets?: () => string[]): Context;
  /** What the engine has compared so far, by the part of the URN that tells a resource from the others of its stack. */
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
  operation: Operation,
  connection: Connection,
): Promise<{ id: string; outs: Bag }> {
  const inputs = declaredOf(definition, news);
  return guarded(definition, news, operation, connection, "create", async (context, kept) => {
    const { line, secretPlaces } = operation;
    const made = ({ id, outputs }: { id: string; outputs: Bag }): void =>
      take(definition, id, { ...inputs, ...outputs }, news, { line, made: kept[MADE] }, connection);
    let live: Live | undefined;
    try {
      live = await noted(definition, news, line, connection, () => createOrAdopt(definition, inputs, context));
      made(live);
      return { id: live.id, outs: { ...state(definition, news, live.outputs, secretPlaces), ...kept } };
    } catch (error) {
      // What is there reaches the state with its id, whatever goes wrong with the rest.
      if (live !== undefined)
        throw Object.assign(new InitFailedError(live.id, [asError(error).message]), { cause: error });
      if (error instanceof InitFailedError) made(error);
      throw nameReplaced(news) === undefined ? error : withAdvice(error);
    }
  });
}

/**
 * Reads the resource: `{id: ""}` when it is gone, the live values of what is declared when it is there, all of them
 * where nothing is, or where it is only looked up.
 */
export async function read(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  operation: Operation & { isLookup: boolean },
  connection: Connection,
): Promise<{ id: string; props?: Bag; inputs?: Bag }> {
  const declared = declaredOf(definition, stored);
  const isWhole = operation.isLookup || Object.keys(declared).length === 0;
  return guarded(definition, stored, operation, connection, "read", async (context, own) => {
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
    const { secretPlaces } = operation;
    const values = { ...inputs, ...derived, ...namingOf(stored) };
    const props = { ...state(definition, values, live.outputs, secretPlaces), ...own };
    // What is not kept cannot be given back: when nothing differs, the engine's own inputs stay.
    if (!isWhole && shown.length < unkeptKeys(definition).size) return { id: live.id, props };
    const given = { ...inputsOf(definition, inputs, derived, secretPlaces), ...namingOf(stored) };
    return { id: live.id, props, inputs: given };
  });
}

/** Brings the resource to a new declaration; also carries on one that did not become ready. */
export async function update(
  definition: ResourceDefinition,
  id: string,
  stored: Bag,
  news: Bag,
  operation: Operation,
  connection: Connection,
): Promise<{ outs: Bag }> {
  const after = declaredOf(definition, news);
  const { line, storedAs = line, secretPlaces } = operation;
  return guarded(
    definition,
    news,
    operation,
    connection,
    "update",
    async (context, kept) => {
      const { heldByOthers } = holders(definition, id, stored, storedAs, connection);
      const live = await noted(definition, news, line, connection, () =>
        bring(definition, id, after, stored, { ...context, heldByOthers }),
      );
      take(definition, id, { ...after, ...live.outputs }, news, { line, made: kept[MADE] }, connection);
      return { outs: { ...state(definition, news, live.outputs, secretPlaces), ...kept } };
    },
    stored,
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
  stored: Bag,
  operation: Operation,
  connection: Connection,
): Promise<void> {
  const { line } = operation;
  await guarded(definition, stored, operation, connection, "delete", async (context) => {
    const away = elsewhere(definition, stored, context.settings);
    if (away !== undefined && connection.claims.declares(line ?? id))
      return context.log.warn(
        `${id} stays at ${away.from}, where its connection leads no more: delete it there when nobody needs it`,
      );
    if (away !== undefined)
      throw new UserError(
        `${id} is at ${away.from}, and its connection leads to ${away.to}, where nothing is deleted. Set ` +
          `mlplane:${away.key} back to delete it, or forget it with \`pulumi state delete\`.`,
      );
    const { holder, heldByOthers } = holders(definition, id, stored, line, connection);
    if (holder !== undefined)
      return context.log.info(`${id} stays as it is: ${holder} declares it, and holds it from now on`);
    await definition.delete(id, stored, { ...context, heldByOthers });
  });
}

/**
 * Runs a verb within its time, with what the package itself keeps in the state; whatever it throws reaches the face as
 * an Error without secrets, a half-done resource with its whole state, in which the outputs of `olds` stand for those
 * that are not known.
 */
async function guarded<T>(
  definition: ResourceDefinition,
  values: Bag,
  { line, milliseconds, secretPlaces, oldSecretPlaces, log }: Operation,
  connection: Connection,
  verb: "create" | "read" | "update" | "delete",
  run: (context: Context, kept: Bag) => Promise<T>,
  olds: Bag = {},
): Promise<T> {
  const { settings, compared, claims, works } = connection;
  const before = { ...values, ...olds };
  const made = before[MADE] ?? (verb === "create" ? randomUUID().slice(0, 8) : undefined);
  const service = serviceOf(definition, settings) ?? before[SERVICE];
  const kept = { ...(made !== undefined && { [MADE]: made }), ...(service !== undefined && { [SERVICE]: service }) };
  const minutes = typeof definition.minutes === "function" ? definition.minutes(values) : (definition.minutes ?? 30);
  const objectIn = (kind: string, id: string): string => objectOf(kind, id.toLowerCase(), definition, settings);
  let found: string[] | undefined;
  const secrets = (): string[] =>
    (found ??= [...secretsOf(definition, values, secretPlaces), ...secretsOf(definition, olds, oldSecretPlaces)]);
  const mask = (text: string): string => connection.mask(text, secrets());
  try {
    const context = connection.open(log, milliseconds ?? minutes * 60_000, secrets);
    const known = compared.get(line ?? "");
    // What a move leaves behind tells nothing about what is made at the other service.
    const isMoved = known !== undefined && elsewhere(definition, known.olds, settings) !== undefined;
    return await run(
      {
        ...context,
        ...(known !== undefined && !(verb === "create" && isMoved) && { compared: known }),
        hold: (objects) => hold(definition, objects, { line, made }, connection),
        ...leaving(definition, connection),
        hasSuccessor: (kind, id) => claims.hasSuccessor(objectIn(kind, id)),
        works: (kind, id) => works.of(objectIn(kind, id)),
        log: maskedLog(context.log, mask),
      },
      kept,
    );
  } catch (thrown) {
    const error = masked(thrown, mask);
    if (error instanceof InitFailedError)
      error.properties = { ...state(definition, values, { ...olds, ...error.outputs }, secretPlaces), ...kept };
    throw error;
  }
}

/** Every secret text among the values of a resource. */
const secretsOf = ({ inputs, outputs }: ResourceDefinition, values: Bag, places: readonly Place[]): string[] => [
  ...secretsIn(inputs, values),
  ...secretsIn(outputs, values),
  ...textsAt(values, places),
];
