import type * as z from "zod";
import { mistakesIn, withDefaults, type Mistake } from "./check";
import { bareOperation, type Operation } from "./engineOperation";
import { masked, UserError } from "./errors";
import { sayable } from "./json";
import type { Connection } from "./connection";
import type { Api, Context } from "./resource";
import { secretsIn, textsAt } from "./secrets";
import type { Bag } from "./wire";

/** One function that asks a service: its schemas and its call, in one value. */
export interface FunctionDefinition<
  A extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  Given = z.output<R>,
> {
  /** `<namespace>:<function>`. */
  kind: string;
  /** One sentence that says what the function gives, its units and its place in the specification. */
  description: string;
  args: A;
  /** What the function gives, for its types and its reference page. */
  result: R;
  /** The services whose configuration the function needs. */
  apis: readonly Api[];
  /** It changes something, so it is never called in a preview. */
  changes?: true;
  /** It gives one `result` after another as they come, and has no Output form. */
  streams?: true;
  /** Minutes that a call may take, its retries included; default 5. */
  minutes?: number;
  /** Rules between arguments. */
  rules?(args: z.output<A>): Iterable<Mistake>;
  call(args: z.output<A>, context: Context): Promise<Given>;
}

/** A function as one value. */
export const defineFunction = <A extends z.ZodObject, R extends z.ZodType>(
  definition: FunctionDefinition<A, R>,
): FunctionDefinition<A, R> => definition;

/** A function that streams as one value; its call ends when the first result is on its way. */
export const defineStream = <A extends z.ZodObject, R extends z.ZodType>(
  definition: FunctionDefinition<A, R, AsyncIterable<z.output<R>>>,
): FunctionDefinition<A, R, AsyncIterable<z.output<R>>> => ({ ...definition, streams: true });

/**
 * Checks the arguments of a function, names every mistake in them, and completes them with defaults. Throws an error
 * for mistakes.
 */
export function checkedArgs(definition: FunctionDefinition, args: Bag, connection: Connection): Bag {
  const schema = definition.args;
  const mistakes = mistakesIn(schema, args);
  const complete = withDefaults(schema, args) as Bag;
  if (mistakes.length === 0) mistakes.push(...(definition.rules?.(complete) ?? []));
  mistakes.push(
    ...definition.apis.flatMap((api) => connection.settings.missing(api)).map((reason) => ({ path: "", reason })),
  );
  if (mistakes.length > 0) {
    const sentences = mistakes.map(({ path, reason }) => (path === "" ? reason : `${path}: ${reason}`));
    throw new UserError(`${definition.kind.replace(":", ".")}: ${sentences.join("; ")}`);
  }
  return complete;
}

/**
 * Calls a function. Throws an error that names every mistake in the arguments before any call, `ApiError` for a
 * refusal; none shows a secret.
 */
export async function invoke(
  definition: FunctionDefinition,
  args: Bag,
  connection: Connection,
  { secretPlaces, log }: Operation = bareOperation,
): Promise<unknown> {
  const complete = checkedArgs(definition, args, connection);
  const secrets = [...secretsIn(definition.args, complete), ...textsAt(args, secretPlaces)];
  const mask = (text: string): string => connection.mask(text, secrets);
  try {
    const context = connection.open(log, (definition.minutes ?? 5) * 60_000, () => secrets);
    const result = await definition.call(complete, context);
    return definition.streams === true ? maskedStream(result as AsyncIterable<unknown>, mask) : sayable(result);
  } catch (thrown) {
    throw masked(thrown, mask);
  }
}

/** The same results, with the digits of large integers as text; an error shows no secret either. */
async function* maskedStream<T>(results: AsyncIterable<T>, mask: (text: string) => string): AsyncGenerator<T> {
  try {
    for await (const result of results) yield sayable(result) as T;
  } catch (thrown) {
    throw masked(thrown, mask);
  }
}
