import * as fc from "fast-check";
import { InitFailedError } from "../../provider/core/errors";
import { isFull, say, seed } from "../faults/sample";

/** How many runs a property has that has `sample` of them in a sample. */
export const runs = (sample: number): number => (isFull ? sample * 10 : sample);

/** Counts the runs of a file and prints them at its end, with the seed that repeats them. */
export function counted(what: string): { run(): void } {
  let count = 0;
  afterAll(() => say(`${what}: ${count} runs; seed ${seed}`));
  return { run: () => void count++ };
}

/** What sets the properties of a file apart. */
let seeds = 0;

/**
 * Holds a property for as many runs as there are, repeatable by the seed; those that run beside each other say
 * themselves what sets them `apart`.
 */
export const hold = <T>(
  arbitrary: fc.Arbitrary<T>,
  sample: number,
  holds: (value: T) => Promise<void>,
  apart = seeds++,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(arbitrary, (value) => holds(value).catch(retold)),
    { seed: seed + apart, numRuns: runs(sample), endOnFailure: !isFull },
  );

/** Errors of the package show themselves in their message alone. */
function retold(error: Error): never {
  throw error.stack === "" || error.stack === "the resource says why" ? new Error(error.message) : error;
}

/** What is wrong with an error as a message for people. */
export function unclear(error: unknown): string | undefined {
  if (!(error instanceof Error)) return "no error was thrown, but something else";
  if (/^(Type|Range|Reference|Syntax|Assertion|URI)Error$/.test(error.name) || /^ +at /m.test(error.stack ?? ""))
    return `a bug: ${error.stack}`;
  const texts = error instanceof InitFailedError ? error.reasons : [error.message];
  const odd = texts.find(
    (one) =>
      one.length < 10 || /(?<!received )\bundefined\b|\[object |\bNaN\b|is not a function|Maximum call stack/.test(one),
  );
  return odd === undefined && texts.length > 0 ? undefined : `no clear message: ${JSON.stringify(odd)}`;
}

/** The paths in a value that JSON cannot say. */
export function notJson(value: unknown, path = "it"): string[] {
  if (typeof value === "object" && value !== null) {
    const prototype = Object.getPrototypeOf(value) as unknown;
    const own =
      prototype === Object.prototype || prototype === null || Array.isArray(value)
        ? []
        : [`${path} has a prototype of its own`];
    return [...own, ...Object.entries(value).flatMap(([key, item]) => notJson(item, `${path}.${key}`))];
  }
  const isJson =
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
  return isJson ? [] : [`${path} is ${String(value)}`];
}

const members = (): string =>
  JSON.stringify(
    [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((one) =>
      Object.getOwnPropertyNames(one),
    ),
  );
const before = members();
/** Whether the prototypes that everything shares are as they were. */
export const areUntouched = (): boolean => members() === before;
