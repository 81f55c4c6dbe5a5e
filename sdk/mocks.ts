import * as pulumi from "@pulumi/pulumi";
import type { FunctionDefinition } from "../provider/core/function";
import { isBag, type Bag } from "../provider/core/wire";

/** The mocks of a unit test, `pulumi.runtime.setMocks`, whichever copy of Pulumi's package it has set them in. */
export const mocks = (): pulumi.runtime.Mocks | undefined =>
  (pulumi.runtime.getMonitor() as { mocks?: pulumi.runtime.Mocks } | undefined)?.mocks;

/**
 * What the mocks answer to a call of a function: with the token `mlplane:search:searchDocuments`, the arguments as
 * given, and the provider, if any. What is no object may stand in the member `result`, as the type of `call` wants it.
 */
export async function mocked(
  { call }: pulumi.runtime.Mocks,
  { kind, result, streams }: FunctionDefinition,
  args: Bag,
  provider: pulumi.ProviderResource | undefined,
): Promise<unknown> {
  const answer: unknown = await call({
    token: `mlplane:${kind}`,
    inputs: args,
    ...(provider !== undefined && { provider: await referenceOf(provider) }),
  });
  const isObject = !streams && "shape" in result;
  return isBag(answer) && !isObject && "result" in answer ? answer["result"] : answer;
}

/** A provider as resources name theirs to mocks. */
const referenceOf = ({ urn, id }: pulumi.ProviderResource): Promise<string> =>
  new Promise((resolve) => pulumi.all([urn, id]).apply(([name, providerId]) => resolve(`${name}::${providerId}`)));
