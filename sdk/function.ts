import * as pulumi from "@pulumi/pulumi";
import { unknown } from "@pulumi/pulumi/output";
import { keys, type Configuration } from "../provider/configuration";
import { invoke, type FunctionDefinition } from "../provider/core/function";
import { functions } from "../provider/functions";
import type { Connection } from "../provider/core/connection";
import { hasSecret, markSecrets } from "../provider/core/secrets";
import type { Bag } from "../provider/core/wire";
import { mocked, mocks } from "./mocks";
import type { InvokeOptions, InvokeOutputOptions } from "./options";
import type { Provider } from "./provider";

/** What an Output carries besides its value. */
interface Inside {
  isKnown: Promise<boolean>;
  allResources(): Promise<Set<pulumi.Resource>>;
}
const inside = (output: unknown): Inside => output as Inside;

/** The form of a function that gives a promise. Throws `RunError` for an argument that is an output. */
export async function promised<R>(kind: string, args: object = {}, options: InvokeOptions = {}): Promise<R> {
  if (hasOutput(args))
    throw new pulumi.RunError(`${kind.replace(":", ".")}: an argument is an output; call ${kind.split(":")[1]}Output`);
  return (await called(definitionOf(kind), args as Bag, options.provider, () => configurationOf(options))) as R;
}

/** The form of a function that takes outputs and gives one. */
export function output<R>(
  kind: string,
  args: object = {},
  { provider, dependsOn }: InvokeOutputOptions = {},
): pulumi.Output<R> {
  const definition = definitionOf(kind);
  const inputs = pulumi.output(args);
  // it is in no result
  const configuration = pulumi.unsecret(provider?.configuration ?? pulumi.output(stackConfiguration()));
  const result = pulumi
    .all([inputs, configuration, existing(inputs, dependsOn)])
    .apply(async ([known, values]) =>
      definition.changes === true && pulumi.runtime.isDryRun()
        ? unknown
        : called(definition, known as Bag, provider, async () => values as Configuration),
    );
  return (
    hasSecret(definition.result)
      ? result.apply((value) => pulumi.output(markSecrets(definition.result, value as Bag, pulumi.secret)))
      : result
  ) as pulumi.Output<R>;
}

/**
 * The form of a function that gives one result after another: iterate over it at once, or await it first to see that
 * the service accepted the call. The iteration throws what a call would reject with.
 */
export function streamed<R>(
  kind: string,
  args: object = {},
  options: InvokeOptions = {},
): Promise<AsyncIterable<R>> & AsyncIterable<R> {
  const results = called(definitionOf(kind), args as Bag, options.provider, () => configurationOf(options)) as Promise<
    AsyncIterable<R>
  >;
  results.catch(() => {}); // Thrown by the iteration, which may begin later.
  return Object.assign(results, {
    async *[Symbol.asyncIterator]() {
      yield* await results;
    },
  });
}

const definitionOf = (kind: string): FunctionDefinition => functions.find((one) => one.kind === kind)!;

/**
 * Known when the resources that a value comes from, and these others, exist; in a preview it is not while one is still
 * to be created.
 */
function existing(value: pulumi.Output<unknown>, dependsOn: InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  const ids = async (resources: Iterable<pulumi.Resource>): Promise<unknown> =>
    (await Promise.all([...resources].map(resourcesIn))).flat().map(({ id }) => id);
  return pulumi.all([
    pulumi.output(inside(value).allResources().then(ids)),
    pulumi.output(dependsOn).apply((others) => ids([others ?? []].flat() as pulumi.Resource[])),
  ]);
}

/** What must exist for a resource to exist: itself, or all that a component has in it. */
async function resourcesIn(resource: pulumi.Resource): Promise<pulumi.CustomResource[]> {
  if (pulumi.CustomResource.isInstance(resource)) return [resource];
  const { __data, __childResources = [] } = resource as unknown as {
    __data?: Promise<unknown>;
    __childResources?: Iterable<pulumi.Resource>;
  };
  await __data;
  return (await Promise.all([...__childResources].map(resourcesIn))).flat();
}

/** Calls the service with a configuration or, in a unit test, the mocks. */
async function called(
  definition: FunctionDefinition,
  args: Bag,
  provider: Provider | undefined,
  configuration: () => Promise<Configuration>,
): Promise<unknown> {
  const inPlace = mocks();
  return inPlace === undefined
    ? invoke(definition, defined(args), connection(await configuration()))
    : mocked(inPlace, definition, defined(args), provider);
}

/** The connection of a configuration; what calls services is loaded with the first call. */
export const connection = (configuration: Configuration): Connection =>
  (require("../provider/connection") as typeof import("../provider/connection")).connectionOf(configuration);

/** The configuration that a call's options stand for. Throws an error when the provider's is not known yet. */
export async function configurationOf({ provider, connection: configuration }: InvokeOptions): Promise<Configuration> {
  if (configuration !== undefined) return configuration;
  if (provider === undefined) return stackConfiguration();
  if (!(await inside(provider.configuration).isKnown))
    throw new pulumi.RunError("the provider's configuration is not known yet; use the function's Output form");
  return new Promise((resolve) => provider.configuration.apply(resolve));
}

/**
 * The stack's configuration inside a Pulumi program, nothing elsewhere; in an inline one, of the stack that runs it.
 */
export function stackConfiguration(): Configuration {
  const all = pulumi.runtime.allConfig() as Record<string, string>;
  return Object.fromEntries(
    Object.keys(keys).flatMap((key) => {
      const value = all[`mlplane:${key}`];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

const hasOutput = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasOutput));

const defined = (args: object): Bag =>
  Object.fromEntries(Object.entries(args ?? {}).filter(([, value]) => value !== undefined));
