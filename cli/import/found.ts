import { bareOperation } from "../../provider/core/engineOperation";
import { connectionOf } from "../../provider/connection";
import type { Configuration } from "../../provider/configuration";
import { read } from "../../provider/core/lifecycle";
import { check } from "../../provider/core/plan";
import { fieldsOf, nodeOf } from "../../provider/core/marks";
import type { ResourceDefinition } from "../../provider/core/resource";
import { stackOf } from "../../provider/core/urn";
import { parentsOf, placeOf, providerOf, typeOf } from "../../provider/faces/stored";
import { isBag, plain, type Bag } from "../../provider/core/wire";
import { spoken } from "../../provider/dialect";
import { resources } from "../../provider/resources";
import type { StateResource } from "../pulumi";

/** An existing resource that is to come under a stack's care. */
export interface Found {
  definition: ResourceDefinition;
  /** The Pulumi name. */
  name: string;
  /** The URN that it gets. */
  urn: string;
  id: string;
  /** All that can be declared, as it is at the service; without secrets' wrappers. */
  inputs: Bag;
  /** What the state keeps: inputs and outputs as the provider gives them, hidden ones included. */
  stored: { inputs: Bag; outputs: Bag };
  /** What its reading told the user to look at. */
  warnings: string[];
}

/**
 * Reads a resource whole. Throws an error when its id has another form than those of its class, or it does not exist.
 */
export async function find(
  definition: ResourceDefinition,
  id: string,
  name: string,
  urn: string,
  configuration: Configuration,
): Promise<Found> {
  const { kind } = definition;
  const connection = connectionOf(configuration);
  const warnings: string[] = [];
  const log = { ...bareOperation.log, warn: (text: string) => void warnings.push(text) };
  const whole = await read(definition, id, {}, { ...bareOperation, isLookup: true, log }, connection);
  const live = { id: whole.id, inputs: sayable(whole.inputs) as Bag, props: sayable(whole.props) as Bag };
  const fields = fieldsOf(definition.inputs);
  const inputs = Object.fromEntries(
    Object.entries(plain(live.inputs) as Bag).filter(([key]) => Object.hasOwn(fields, key)),
  );
  const place = placeOf(parentsOf(urn, kind), name, inputs["name"]);
  const hidden = { __provider: providerOf(kind), ...(place !== undefined && { __at: place }) };
  return {
    definition,
    name,
    urn,
    id: live.id,
    inputs,
    stored: { inputs: { ...live.inputs, ...hidden }, outputs: { ...live.props, ...hidden, __stack: stackOf(urn) } },
    warnings,
  };
}

/** Why no program can declare what was found, if none can. */
export function undeclarable({ definition, id, inputs }: Found, configuration: Configuration): string | undefined {
  const { settings } = connectionOf(configuration);
  const { failures } = check(spoken(definition, settings), {}, inputs, settings, bareOperation);
  const reasons = failures.map(({ reason }) => reason);
  return reasons.length === 0 ? undefined : `${id} cannot be declared: ${reasons.join("; ")}`;
}

/** The resources of the package that a state has under a provider, as if they had been found. */
export const foundIn = (state: readonly StateResource[], provider: string): Found[] =>
  state.flatMap(({ urn, type, id, inputs, outputs, ...entry }) => {
    const definition = resources.find(({ kind }) => typeOf(kind) === type);
    const isOther = entry["provider"] !== provider || entry["delete"] === true || entry["external"] === true;
    if (definition === undefined || id === undefined || isOther) return [];
    const stored = { inputs: inputs as Bag, outputs: outputs as Bag };
    return [{ definition, name: urn.split("::").at(-1)!, urn, id, inputs: stored.inputs, stored, warnings: [] }];
  });

/** A value without members named `__proto__`, which no Pulumi program can declare. */
const sayable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sayable)
    : isBag(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, item]) => (key === "__proto__" ? [] : [[key, sayable(item)]])),
        )
      : value;

/** The argument that takes the Pulumi name when it is not given. */
export const nameKeyOf = ({ inputs }: ResourceDefinition): string | undefined =>
  Object.entries(fieldsOf(inputs)).find(([, field]) => nodeOf(field).marks.autoName === true)?.[0];

/** The resource's own name at its service. */
export const ownName = ({ definition, inputs, id }: Pick<Found, "definition" | "inputs" | "id">): string => {
  const key = nameKeyOf(definition);
  return String((key === undefined ? undefined : inputs[key]) ?? id.split("/").at(-1));
};
