import { bring, createOrAdopt, projected } from "./adoption";
import { withDefaults } from "./check";
import { declarable } from "./compare";
import type { Connection } from "./connection";
import type { Operation } from "./engineOperation";
import { asError, InitFailedError, UserError } from "./errors";
import { guarded } from "./guarded";
import { holders, holdersToCome } from "./holders";
import { MADE, namingOf } from "./bookkeeping";
import { sayable } from "./json";
import { take } from "./ownership";
import { nameReplaced, withAdvice } from "./physicalName";
import { elsewhere, placesIn } from "./place";
import type { Live, ResourceDefinition } from "./resource";
import { declaredOf, derivedFrom, derivedOf, inputsOf, state, unkeptKeys } from "./state";
import { parse } from "./url";
import { nameIn } from "./urn";
import type { Bag } from "./wire";
import { noted } from "./works";

/**
 * Creates the resource, or takes over one that exists by the rule of `adopt`. Throws `InitFailedError` with id and
 * state for what was accepted and failed then, and what `createOrAdopt` throws.
 */
export async function create(
  definition: ResourceDefinition,
  news: Bag,
  operation: Operation,
  connection: Connection,
): Promise<{ id: string; outs: Bag }> {
  const inputs = declaredOf(definition, news);
  return guarded(definition, news, operation, connection, "create", async (context, bookkeeping) => {
    const { line, secretPlaces } = operation;
    const takeMade = ({ id, outputs }: { id: string; outputs: Bag }): void =>
      take(definition, "made", id, { ...inputs, ...outputs }, news, { line, made: bookkeeping[MADE] }, connection);
    let live: Live | undefined;
    try {
      live = await noted(definition, news, line, connection, () => createOrAdopt(definition, inputs, context));
      takeMade(live);
      return { id: live.id, outs: { ...state(definition, news, live.outputs, secretPlaces), ...bookkeeping } };
    } catch (error) {
      // What is there reaches the state with its id, whatever goes wrong with the rest.
      if (live !== undefined)
        throw Object.assign(new InitFailedError(live.id, [asError(error).message]), { cause: error });
      if (error instanceof InitFailedError) takeMade(error);
      throw nameReplaced(news) === undefined ? error : withAdvice(error);
    }
  });
}

/**
 * Reads the resource: `{id: ""}` when it is gone, the live values of what is declared when it is there, all of them
 * where nothing is, or where it is only looked up. Throws `UserError` for a resource of another service or place, and
 * for an id that is not there when it is looked up.
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
  return guarded(definition, stored, operation, connection, "read", async (context, bookkeeping) => {
    if (isWhole) parse(definition.idForm, id);
    const away = elsewhere(definition, stored, context.settings);
    if (away !== undefined)
      throw new UserError(
        `${id} is at ${away.from}, and its connection leads to ${away.to}, which does not know it. Set ` +
          `mlplane:${away.key} back, or let \`pulumi up\` without \`--refresh\` move it.`,
      );
    const live = sayable(await definition.read(id, context, stored)) as Live | undefined;
    if (live === undefined) {
      if (isWhole) throw new UserError(`${definition.kind.replace(":", ".")} ${id} does not exist`);
      return { id: "" };
    }
    const unkept = [...unkeptKeys(definition)]
      .filter((key) => live.inputs[key] !== undefined)
      .map((key) => [key, live.inputs[key]]);
    const inputs = isWhole
      ? (withDefaults(definition.inputs, declarable(definition.inputs, live.inputs)) as Bag)
      : {
          ...projected(definition, declared, { ...placesIn(definition, live.id, context.settings), ...live.inputs }),
          ...Object.fromEntries(unkept),
        };
    const derived = isWhole ? derivedFrom(definition, inputs, context.settings) : derivedOf(definition, stored);
    const { secretPlaces } = operation;
    const values = { ...inputs, ...derived, ...namingOf(stored) };
    const props = { ...state(definition, values, live.outputs, secretPlaces), ...bookkeeping };
    // What is not kept cannot be given back: when nothing differs, the engine's own inputs stay.
    if (!isWhole && unkept.length < unkeptKeys(definition).size) return { id: live.id, props };
    const liveInputs = { ...inputsOf(definition, inputs, derived, secretPlaces), ...namingOf(stored) };
    return { id: live.id, props, inputs: liveInputs };
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
    async (context, bookkeeping) => {
      const { heldByOthers } = holders(definition, id, stored, storedAs, connection);
      const live = await noted(definition, news, line, connection, () =>
        bring(definition, id, after, stored, { ...context, heldByOthers }),
      );
      take(
        definition,
        "compared",
        id,
        { ...after, ...live.outputs },
        news,
        { line, made: bookkeeping[MADE] },
        connection,
      );
      return { outs: { ...state(definition, news, live.outputs, secretPlaces), ...bookkeeping } };
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
    const { holder, heldByOthers } = await holdersToCome(definition, id, stored, line, connection, context);
    if (holder !== undefined && holder === line)
      return context.log.warn(
        `${id} was not made anew: Pulumi created its replacement first, which took it over. To make it anew, set the ` +
          "option `deleteBeforeReplace`, or run `pulumi destroy --target … --target-dependents` and then `pulumi up`.",
      );
    if (holder !== undefined)
      return context.log.info(`${id} stays as it is: ${nameIn(holder)} declares it, and holds it from now on`);
    await definition.delete(id, stored, { ...context, heldByOthers });
  });
}
