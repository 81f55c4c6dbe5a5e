import { connectionOf } from "../../provider/connection";
import { keys, type Configuration } from "../../provider/configuration";
import { bareOperation } from "../../provider/core/engineOperation";
import { read } from "../../provider/core/lifecycle";
import { plain, type Bag } from "../../provider/core/wire";
import type { Pulumi, StateResource } from "../pulumi";
import { definitionOf, hasSealed, type EngineEvent, type Readings } from "./events";

/**
 * Reads the resources again whose events say that something differs and hide what, because it is secret: with the
 * state in plain, which stays in this process. One that cannot be read again is left out.
 */
export async function readAgain(events: readonly EngineEvent[], pulumi: Pulumi): Promise<Readings> {
  const hidden = events.flatMap(({ resOutputsEvent: { metadata } = {} }) => {
    const definition = metadata && definitionOf(metadata.type);
    if (definition?.drift === undefined || metadata?.new == null || metadata.op === "same") return [];
    return hasSealed(metadata.old?.inputs) ? [{ definition, urn: metadata.urn }] : [];
  });
  if (hidden.length === 0) return new Map();
  const state = new Map((await pulumi.plainState()).map((resource) => [resource.urn, resource]));
  const all = hidden.map(async ({ definition, urn }) => {
    const { id = "", inputs, outputs, provider } = state.get(urn) as StateResource & { inputs: Bag; outputs: Bag };
    const connection = connectionOf(configurationOf(state.get(String(provider).replace(/::[^:]*$/, ""))));
    const now = await read(definition, id, outputs, { ...bareOperation, isLookup: false }, connection).catch(
      () => undefined,
    );
    if (now?.props === undefined) return [];
    const reading = { inputs: plain(now.inputs ?? inputs) as Bag, outputs: plain(now.props) as Bag };
    return [[urn, { old: { inputs, outputs }, new: reading }] as const];
  });
  return new Map((await Promise.all(all)).flat());
}

/** The connection that a provider in the state has. */
const configurationOf = (provider: StateResource | undefined): Configuration =>
  Object.fromEntries(
    Object.keys(keys).flatMap((key) => {
      const inputs = provider?.["inputs"] as Bag | undefined;
      const value = inputs?.[`mlplane:${key}`] ?? inputs?.[key];
      return value === undefined ? [] : [[key, String(value)]];
    }),
  );
