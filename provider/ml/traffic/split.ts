import * as z from "zod";
import { fromBody } from "../../core/body";
import { InitFailedError, UserError } from "../../core/errors";
import { whole } from "../../core/marks";
import type { Context, Live } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { hasSucceeded } from "../../core/states";
import { lookedFor } from "../../core/until";
import { parse } from "../../core/url";
import { asNumber, asText, isBag, type Bag } from "../../core/wire";
import { ENDPOINT } from "../endpoint/endpointTurn";
import { inWorkspace, isBusy, LATER_VERSION, readOnly, ready } from "../shared";

/** Percentages by deployment name. */
export type Shares = Record<string, number>;

/** How an endpoint splits requests among its deployments. */
export interface Split {
  /** Who answers. */
  traffic: Shares;
  /** Who receives copies. */
  mirrorTraffic: Shares;
}

/** An endpoint as those see it that direct its traffic. */
export interface Endpoint extends Split {
  scoringUri: string;
  /** How callers prove themselves, in lower case. */
  authMode: string;
}

const shares = z.record(z.string(), z.int()).optional().meta(whole);

/** The endpoint with nothing but its split: a write keeps all the rest of it. */
const verbs = {
  ...restVerbs({
    api: "ml",
    url: ENDPOINT,
    apiVersion: LATER_VERSION,
    under: "properties",
    readOnly: [
      ...readOnly,
      ...["scoringUri", "swaggerUri", "keys", "traffic", "mirrorTraffic"].map((name) => `properties.${name}`),
    ],
    isBusy,
    fromBody: (body) => {
      const { traffic, mirrorTraffic, ...values } = fromBody({ under: "properties" }, body);
      return { ...ready, ...values, traffic: positive(traffic), mirrorTraffic: positive(mirrorTraffic) };
    },
    inputs: z.object({ ...inWorkspace, endpoint: z.string(), traffic: shares, mirrorTraffic: shares }),
    outputs: z.object({ scoringUri: z.string(), authMode: z.string(), provisioningState: z.string() }),
  }),
  create: (): never => {
    throw new UserError("the endpoint has been deleted in the meantime");
  },
};

/** The split of an endpoint together with the arguments that name the endpoint. */
export interface LiveSplit extends Live {
  inputs: Split & Bag;
}

/** The split of an endpoint as it is now; `undefined` once several looks have said that there is no such endpoint. */
export const readSplit = (endpoint: string, context: Context): Promise<LiveSplit | undefined> =>
  verbs.read(endpoint, context, { traffic: {} }) as Promise<LiveSplit | undefined>;

/**
 * The endpoint once no operation runs on it. One whose last operation failed is written again as it is, which mends it
 * or tells
 * why it cannot be. Throws an error when it does not exist or is not ready.
 */
export async function endpointAtRest(endpoint: string, context: Context): Promise<Endpoint> {
  const look = (): Promise<Live | undefined> => verbs.find!(parse(ENDPOINT, endpoint) as never, context);
  const existing = await lookedFor(look, { http: context.ml, what: `looking for ${endpoint}` });
  if (existing === undefined) throw new UserError(`the endpoint ${endpoint} does not exist`);
  const isReady = hasSucceeded(asText(existing.outputs["provisioningState"]));
  const live = isReady
    ? existing
    : await verbs.update(endpoint, existing.inputs as never, {}, context).catch((error: unknown) => {
        throw error instanceof InitFailedError
          ? new UserError(`the endpoint ${endpoint} is not ready: ${error.message}`, { cause: error })
          : error;
      });
  const { scoringUri, authMode } = live.outputs;
  return {
    ...(live.inputs as unknown as Split),
    scoringUri: asText(scoringUri),
    authMode: asText(authMode ?? "Key").toLowerCase(),
  };
}

/**
 * Writes the split and waits until it holds; GET {endpoint}, PUT {endpoint}. `before` is the split as it was read last.
 */
export async function writeSplit(endpoint: string, wanted: Split, before: Split, context: Context): Promise<void> {
  if (isSameSplit(wanted, before)) return;
  const cleaned = { traffic: positive(wanted.traffic), mirrorTraffic: positive(wanted.mirrorTraffic) };
  await verbs.update(endpoint, { ...parse(ENDPOINT, endpoint), ...cleaned } as never, {}, context);
}

/** A split without some of the deployments; what is left of the live shares is scaled up to 100, if anything is. */
export function without({ traffic, mirrorTraffic }: Split, leaves: (deployment: string) => boolean): Split {
  const remaining = (all: Shares): [string, number][] =>
    Object.entries(all).filter(([name, share]) => share > 0 && !leaves(name));
  return { traffic: scaledUp(remaining(traffic)), mirrorTraffic: Object.fromEntries(remaining(mirrorTraffic)) };
}

/** Whole percentages in the same proportion that make 100; the largest remainders are rounded up. */
function scaledUp(remaining: [string, number][]): Shares {
  const total = remaining.reduce((sum, [, share]) => sum + share, 0);
  const exact = remaining.map(([name, share]) => ({ name, share: (share * 100) / total }));
  const missing = 100 - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  const roundedUp = new Set(exact.toSorted((a, b) => (b.share % 1) - (a.share % 1)).slice(0, missing));
  return Object.fromEntries(exact.map((one) => [one.name, Math.floor(one.share) + (roundedUp.has(one) ? 1 : 0)]));
}

/** Whether two splits mean the same. */
export const isSameSplit = (one: Split, other: Split): boolean =>
  isSameShares(one.traffic, other.traffic) && isSameShares(one.mirrorTraffic, other.mirrorTraffic);

/** Whether two maps mean the same: letter case and zeros do not count. */
export const isSameShares = (one: Shares, other: Shares): boolean => {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) => shareOf(one, name) === shareOf(other, name));
};

/** The share of a deployment, 0 when it has none. */
export const shareOf = (shares: Shares, name: string): number =>
  Object.entries(shares).find(([other]) => isSameName(other, name))?.[1] ?? 0;

/** Services may write the names of deployments in another letter case. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The entries of a map that are above zero. */
const positive = (shares: unknown): Shares =>
  Object.fromEntries(
    Object.entries(isBag(shares) ? shares : {})
      .map(([name, share]): [string, number] => [name, asNumber(share)])
      .filter(([, share]) => share > 0),
  );
