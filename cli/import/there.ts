import { settingsOf, type Configuration } from "../../provider/configuration";
import { UserError } from "../../provider/core/errors";
import { serviceOf } from "../../provider/core/place";
import type { ResourceDefinition } from "../../provider/core/resource";
import type { Bag } from "../../provider/core/wire";
import { kindOf } from "../kinds";
import type { ConfigurationValues, Pulumi, StateResource } from "../pulumi";
import type { Listed } from "./all";
import { configurationIn, configurationOf, type Basis } from "./basis";

/**
 * The resources of a stack that are at the same services as those to be imported, whatever their provider: an id alone
 * does not tell an object of one search service from that of another.
 */
export async function sameService(
  pulumi: Pulumi,
  existing: readonly StateResource[],
  values: ConfigurationValues,
  { provider, configuration }: Pick<Basis, "provider" | "configuration">,
  wanted: readonly Listed[],
): Promise<StateResource[]> {
  const configurations = new Map<unknown, Configuration>([[provider, configuration]]);
  const same: StateResource[] = [];
  for (const { definition, id } of wanted) {
    for (const other of existing.filter((one) => isAlike(one, definition, id))) {
      const theirConfiguration =
        configurations.get(other["provider"]) ?? (await behind(pulumi, existing, values, other["provider"]));
      configurations.set(other["provider"], theirConfiguration);
      const { __service: stored } = (other.outputs ?? {}) as Bag;
      const service = stored ?? serviceOf(definition, settingsOf(theirConfiguration));
      if (service === serviceOf(definition, settingsOf(configuration))) same.push(other);
    }
  }
  return same;
}

/** The configuration of the provider of a resource, from its reference in the state. */
function behind(
  pulumi: Pulumi,
  existing: readonly StateResource[],
  values: ConfigurationValues,
  reference: unknown,
): Promise<Configuration> | Configuration {
  const provider = existing.find(({ urn, id }) => `${urn}::${id}` === reference);
  return provider === undefined || /::default(_[\w.]+)?$/.test(provider.urn)
    ? configurationIn(values)
    : configurationOf(pulumi, provider.urn);
}

const isAlike = (one: StateResource, { kind }: ResourceDefinition, id: string): boolean =>
  kindOf(one.type) === kind && one.id?.toLowerCase() === id.toLowerCase();

/**
 * Those that are not in the stack yet, with Pulumi names that are free there: with the name of their provider in front,
 * or a number at the end, where another resource has theirs.
 */
export function unknown(
  wanted: readonly Listed[],
  known: readonly StateResource[],
  existing: readonly StateResource[],
  provider: string,
): Listed[] {
  const place = provider.split("::").at(-2)!;
  return wanted
    .filter(({ definition, id }) => !known.some((one) => isAlike(one, definition, id)))
    .map((listed) => {
      const numbered = wanted.map((_, number) => `${place}-${listed.name}-${number + 2}`);
      const names = [listed.name, `${place}-${listed.name}`, ...numbered];
      const isTaken = (name: string): boolean =>
        named(existing, listed.definition, name) !== undefined ||
        (name !== listed.name && wanted.some((other) => other.definition === listed.definition && other.name === name));
      return { ...listed, name: names.find((name) => !isTaken(name)) ?? listed.name };
    });
}

/** Throws an error for a resource that is in the stack already, or whose Pulumi name is taken there. */
export function refuse(
  { definition, id, name }: Listed,
  known: readonly StateResource[],
  existing: readonly StateResource[],
): void {
  const other = known.find((one) => isAlike(one, definition, id)) ?? named(existing, definition, name);
  if (other !== undefined)
    throw new UserError(
      `${other.id} is in the stack already, as ${definition.kind.replace(":", ".")} "${nameIn(other)}"`,
    );
}

const named = (
  existing: readonly StateResource[],
  { kind }: ResourceDefinition,
  name: string,
): StateResource | undefined => existing.find((one) => kindOf(one.type) === kind && nameIn(one) === name);

const nameIn = ({ urn }: StateResource): string => urn.split("::").at(-1)!;
