import { randomUUID } from "node:crypto";
import type { Connection } from "./connection";
import type { Operation, Place } from "./engineOperation";
import { InitFailedError, masked } from "./errors";
import { MADE, SERVICE } from "./bookkeeping";
import { masked as maskedLog } from "./log";
import { hold, leaving, objectOf, replacements } from "./ownership";
import { elsewhere, serviceOf } from "./place";
import type { Context, ResourceDefinition } from "./resource";
import { secretsIn, textsAt } from "./secrets";
import { state } from "./state";
import type { Bag } from "./wire";

/**
 * Runs a verb within its time, with what the package itself keeps in the state; whatever it throws reaches the face as
 * an Error without secrets, a half-done resource with its whole state, in which the outputs of `olds` stand for those
 * that are not known.
 */
export async function guarded<T>(
  definition: ResourceDefinition,
  values: Bag,
  { line, milliseconds, secretPlaces, oldSecretPlaces, log }: Operation,
  connection: Connection,
  verb: "create" | "read" | "update" | "delete",
  run: (context: Context, bookkeeping: Bag) => Promise<T>,
  olds: Bag = {},
): Promise<T> {
  const { settings, compared, works } = connection;
  const before = { ...values, ...olds };
  const made = before[MADE] ?? (verb === "create" ? randomUUID().slice(0, 8) : undefined);
  const service = serviceOf(definition, settings) ?? before[SERVICE];
  const bookkeeping = {
    ...(made !== undefined && { [MADE]: made }),
    ...(service !== undefined && { [SERVICE]: service }),
  };
  const minutes = typeof definition.minutes === "function" ? definition.minutes(values) : (definition.minutes ?? 30);
  let secretTexts: string[] | undefined;
  const secrets = (): string[] =>
    (secretTexts ??= [...secretsOf(definition, values, secretPlaces), ...secretsOf(definition, olds, oldSecretPlaces)]);
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
        ...replacements(definition, connection),
        works: (kind, id) => works.of(objectOf(kind, id.toLowerCase(), definition, settings)),
        log: maskedLog(context.log, mask),
      },
      bookkeeping,
    );
  } catch (thrown) {
    const error = masked(thrown, mask);
    if (error instanceof InitFailedError)
      error.properties = { ...state(definition, values, { ...olds, ...error.outputs }, secretPlaces), ...bookkeeping };
    throw error;
  }
}

/** Every secret text among the values of a resource. */
const secretsOf = ({ inputs, outputs }: ResourceDefinition, values: Bag, places: readonly Place[]): string[] => [
  ...secretsIn(inputs, values),
  ...secretsIn(outputs, values),
  ...textsAt(values, places),
];
