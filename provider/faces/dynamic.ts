import { createRequire } from "node:module";
import type { Operation } from "../core/engineOperation";
import { InitFailedError } from "../core/errors";
import * as lifecycle from "../core/lifecycle";
import type { Connection } from "../core/connection";
import { silent, type Log } from "../core/log";
import type { Changes } from "../core/plan";
import * as planning from "../core/planning";
import type { ResourceDefinition } from "../core/resource";
import { joinRun } from "../core/run";
import { plain, type Bag } from "../core/wire";
import { addressIn, engineAt } from "./engine";
import { parted, placesIn, PLACES, timeoutOf } from "./hidden";
import { lineOf, urnOf } from "./stored";

/** The address of the engine's own service, which is an argument of a dynamic provider's process. */
export const address = addressIn(process.argv.slice(2));
joinRun(address);

const engine = engineAt(address, () => ({
  credentials: createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js").credentials,
  EngineClient: require("@pulumi/pulumi/proto/engine_grpc_pb").EngineClient,
  messages: require("@pulumi/pulumi/proto/engine_pb"),
}));

/** A declaration or a state of a dynamic resource. */
interface Parts {
  /** The values of the resource. */
  values: Bag;
  /** What it carries for its provider. */
  hidden: Bag;
  /** The part of its URN that tells it from the others of its stack, where it can be told. */
  line: string | undefined;
}

function partsOf({ kind }: ResourceDefinition, values: Bag): Parts {
  const [own, hidden] = parted(plain(values) as Bag);
  return { values: own, hidden, line: lineOf(kind, { ...own, ...hidden }) };
}

/** What is known of an operation on a resource with these values, which is in the state with those of `olds`. */
const operationOn = ({ line, hidden }: Parts, olds: Parts | undefined, verb: string, log: Log): Operation => ({
  line,
  storedAs: olds?.line,
  milliseconds: timeoutOf(hidden["__timeouts"], verb),
  secretPlaces: placesIn(hidden),
  oldSecretPlaces: olds === undefined ? [] : placesIn(olds.hidden),
  log,
});

/** Completes the inputs and names every mistake in them; `olds` are the inputs of what is there, if it is. */
export async function check(definition: ResourceDefinition, olds: Bag, news: Bag, connection: Connection) {
  const [before, { hidden, line }] = [partsOf(definition, olds), partsOf(definition, news)];
  const declared = Object.fromEntries(Object.entries(news).filter(([key]) => !key.startsWith("__")));
  const remarks: string[] = [];
  const operation = operationOn({ values: declared, hidden, line }, before, "check", collecting(remarks));
  const { inputs, failures, secretPlaces } = planning.check(definition, before.values, declared, operation, connection);
  if (failures.length > 0) return { inputs: news, failures };
  const { __stack: _, ...storedHidden } = hidden;
  const checked = { ...inputs, ...storedHidden, ...(secretPlaces.length > 0 && { [PLACES]: secretPlaces }) };
  if (remarks.length > 0) await tell(partsOf(definition, checked).line, remarks);
  return { inputs: checked, failures };
}

/** What a new declaration means for a resource; another time-out of its delete must reach the state. */
export async function diff(
  definition: ResourceDefinition,
  id: string,
  olds: Bag,
  news: Bag,
  connection: Connection,
): Promise<Changes> {
  const [before, after] = [partsOf(definition, olds), partsOf(definition, news)];
  const remarks: string[] = [];
  const operation = operationOn(after, before, "diff", collecting(remarks));
  const changes = planning.diff(definition, id, before.values, after.values, operation, connection);
  await tell(after.line, remarks);
  const timeout = ({ hidden }: Parts): number | undefined => timeoutOf(hidden["__timeouts"], "delete");
  return changes.changes === false && timeout(before) !== timeout(after) ? { changes: true } : changes;
}

/** Creates the resource. */
export async function create(definition: ResourceDefinition, news: Bag, connection: Connection) {
  const after = partsOf(definition, news);
  const stack = await stackFor(after);
  return failing("create", after, stack, async () => {
    const operation = operationOn(after, undefined, "create", logOf(after, stack));
    const { id, outs } = await lifecycle.create(definition, after.values, operation, connection);
    return { id, outs: stored(outs, after, stack) };
  });
}

/** Reads the resource. */
export async function read(
  definition: ResourceDefinition,
  id: string,
  props: Bag,
  connection: Connection,
): Promise<{ id: string; props?: Bag; inputs?: Bag }> {
  const state = partsOf(definition, props);
  const stack = stackIn(state);
  return failing("read", state, stack, async () => {
    const operation = operationOn(state, undefined, "read", logOf(state, stack));
    const isLookup = state.hidden["__get"] === true;
    const live = await lifecycle.read(definition, id, state.values, { ...operation, isLookup }, connection);
    if (live.props === undefined) return { id: live.id };
    const { __get: _, __stack: _stack, ...hidden } = state.hidden;
    const { id: now, props: outs, inputs } = live;
    return { id: now, props: stored(outs, state, stack), ...(inputs && { inputs: { ...inputs, ...hidden } }) };
  });
}

/** Brings the resource to a new declaration. */
export async function update(definition: ResourceDefinition, id: string, olds: Bag, news: Bag, connection: Connection) {
  const [before, after] = [partsOf(definition, olds), partsOf(definition, news)];
  const stack = await stackFor({ ...after, hidden: { ...after.hidden, ...before.hidden } });
  return failing("update", after, stack, async () => {
    const operation = operationOn(after, before, "update", logOf(after, stack));
    const { outs } = await lifecycle.update(definition, id, before.values, after.values, operation, connection);
    return { outs: stored(outs, after, stack) };
  });
}

/** Deletes the resource. */
export async function remove(definition: ResourceDefinition, id: string, props: Bag, connection: Connection) {
  const state = partsOf(definition, props);
  const stack = stackIn(state);
  const operation = operationOn(state, undefined, "delete", logOf(state, stack));
  return failing("delete", state, stack, () => lifecycle.remove(definition, id, state.values, operation, connection));
}

/** The stack that a state tells; deletes and refreshes cannot ask the engine for it. */
const stackIn = ({ hidden: { __stack: stack } }: Parts): string | undefined =>
  typeof stack === "string" ? stack : undefined;

const stackFor = async (values: Parts): Promise<string | undefined> => (await engine.stackOfRun()) ?? stackIn(values);

const logOf = ({ line }: Parts, stack: string | undefined): Log => engine.logOf(urnOf(line, stack));

const collecting = (remarks: string[]): Log => ({ ...silent, info: (text) => void remarks.push(text) });

/** Says something on the line of a resource that a program declares. */
async function tell(line: string | undefined, texts: readonly string[]): Promise<void> {
  const stack = texts.length === 0 ? undefined : await engine.stackOfRun();
  if (stack !== undefined) texts.forEach(engine.logOf(urnOf(line, stack)).info);
}

/** Outputs with what must be known of the resource when nobody tells it. */
function stored(outs: Bag, { hidden }: Parts, stack: string | undefined): Bag {
  const { __provider: _, __get: _get, __stack: _stack, ...others } = hidden;
  return { ...outs, ...others, ...(stack !== undefined && { __stack: stack }) };
}

/** Runs a verb; a half-done resource keeps what leads to its provider. */
async function failing<T>(verb: string, values: Parts, stack: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InitFailedError)
      error.properties = {
        ...stored(error.properties, values, stack),
        __provider: values.hidden["__provider"],
      };
    // What a read or a delete throws, the engine's server prints once more as `${error}: ${error.stack}`, on the stack.
    if (error instanceof Error && error.stack === "")
      Object.assign(error, { toString: () => `A ${verb} failed`, stack: "the resource says why" });
    throw error;
  }
}
