import { keys, type Configuration } from "../../provider/configuration";
import { UserError } from "../../provider/core/errors";
import { isBag, type Bag } from "../../provider/core/wire";
import type { ConfigurationValues, Pulumi, State, StateResource } from "../pulumi";
import { defaultProvider, PROVIDER, stackEntry } from "./entries";

/** What imported resources rest on. */
export interface Basis {
  stack: string;
  project: string;
  /** The URN of the stack itself, their parent. */
  parent: string;
  /** The reference to their provider. */
  provider: string;
  /** The connection of that provider. */
  configuration: Configuration;
  /** What an empty stack does not have yet. */
  added: StateResource[];
}

/**
 * The stack's own entry and the provider of imported resources: the default one, or the explicit one with a URN.
 * Throws an error when there is none with it.
 */
export async function basisOf(
  pulumi: Pulumi,
  existing: readonly StateResource[],
  values: ConfigurationValues,
  explicit: string | undefined,
): Promise<Basis> {
  const known = existing.find(({ type }) => type === "pulumi:pulumi:Stack");
  const [stack, project] =
    known === undefined
      ? [await pulumi.stackName(), pulumi.projectName()]
      : (known.urn.split("::").map((part) => part.split(":").at(-1)!) as [string, string]);
  const root = known ?? stackEntry(stack, project);
  const wanted = existing.find(
    ({ urn, type }) =>
      type === PROVIDER && (explicit === undefined ? /::default(_[\w.]+)?$/.test(urn) : urn === explicit),
  );
  if (wanted === undefined && explicit !== undefined)
    throw new UserError(`the stack has no provider ${explicit}; \`pulumi stack --show-urns\` shows those it has`);
  const provider = wanted ?? defaultProvider(stack, project, values);
  return {
    stack,
    project,
    parent: root.urn,
    provider: `${provider.urn}::${provider.id!}`,
    configuration: explicit === undefined ? configurationIn(values) : await configurationOf(pulumi, explicit),
    added: [...(known === undefined ? [root] : []), ...(wanted === undefined ? [provider] : [])],
  };
}

/** The configuration of the package among the values of a stack. */
export const configurationIn = (values: ConfigurationValues): Configuration =>
  Object.fromEntries(
    Object.keys(keys).flatMap((key) =>
      values[`mlplane:${key}`] === undefined ? [] : [[key, values[`mlplane:${key}`]!.value]],
    ),
  );

/** The configuration of an explicit provider, as the state has it. */
export async function configurationOf(pulumi: Pulumi, urn: string): Promise<Configuration> {
  const { deployment } = JSON.parse(await pulumi.output(["stack", "export", "--show-secrets"])) as State["exported"];
  const inputs = (deployment.resources?.find((resource) => resource.urn === urn)?.["inputs"] ?? {}) as Bag;
  const text = (value: unknown): string =>
    String(isBag(value) && "plaintext" in value ? JSON.parse(String(value["plaintext"])) : value);
  return Object.fromEntries(
    Object.keys(keys).flatMap((key) => {
      const value = inputs[`mlplane:${key}`] ?? inputs[key];
      return value === undefined ? [] : [[key, text(value)]];
    }),
  );
}
