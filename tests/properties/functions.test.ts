import * as z from "zod";
import { connectionOf } from "../../provider/connection";
import { invoke, type FunctionDefinition } from "../../provider/core/function";
import type { Bag } from "../../provider/core/wire";
import { functions } from "../../provider/functions";
import { startSandbox, type Sandbox } from "../../sandbox";
import { argumentsIn } from "../fixtures/functions";
import { configurationFor } from "../subject";
import { change, through } from "./distortion";
import { areUntouched, counted, hold, unclear } from "./promises";

/** Whatever a service answers, a function ends in time, with a result of its form or with a clear error. */

const count = counted("properties of functions");

/** A sandbox with all that the functions ask for, and the arguments of each. */
const world = (async (): Promise<{ sandbox: Sandbox; given: (url: string) => Record<string, Bag> }> => {
  const sandbox = await startSandbox({ behaviour: { operation: "none" } });
  return { sandbox, given: await argumentsIn(sandbox) };
})();
afterAll(async () => (await world).sandbox.close());

/** What a function gives, all of it where it gives one result after another. */
async function all(result: unknown): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
  const results: unknown[] = [];
  for await (const one of result as AsyncIterable<unknown>) results.push(one);
  return results;
}

/** What is wrong with the outer form of a result; members are as the service tells them. */
function wrongIn({ result, streams }: FunctionDefinition, value: unknown): unknown[] {
  const { error } = (streams ? z.array(result) : result).safeParse(value);
  return (error?.issues ?? []).filter(({ path }) => path.every((one) => typeof one === "number"));
}

test.concurrent.each(functions.map((one, position) => [one.kind, one, position] as const))(
  "%s: whatever is answered, it ends in time and clearly",
  async (kind, definition, position) => {
    const { sandbox, given } = await world;
    const call = async (sandbox: Sandbox): Promise<unknown> => {
      const connection = connectionOf(configurationFor(sandbox));
      return all(
        await invoke(definition, given(sandbox.url)[kind]!, {
          ...connection,
          open: (urn) => connection.open(urn, 1000),
        }),
      );
    };
    expect(wrongIn(definition, await call(sandbox))).toEqual([]);
    await hold(
      change,
      5,
      async (distorted) => {
        count.run();
        const ended = await through(sandbox, distorted, call);
        if (ended instanceof Error) expect(unclear(ended)).toBeUndefined();
        else expect(wrongIn(definition, ended)).toEqual([]);
        expect(areUntouched()).toBe(true);
      },
      position,
    );
  },
  120_000,
);
