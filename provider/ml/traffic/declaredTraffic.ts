import * as z from "zod";
import { references, replace, unsent, whole } from "../../core/marks";
import type { Live } from "../../core/resource";
import { hasUnknown, isBag, isUnknown, type Bag } from "../../core/wire";
import { inWorkspace } from "../shared";
import { isSameShares, type LiveSplit, type Shares, type Split } from "./split";
import { recommendedThresholds } from "./thresholds";

const percent = z.int().min(0).max(100);
const shares = z.union([
  z.record(z.string(), percent),
  z.array(
    z
      .strictObject({
        deployment: z
          .string()
          .min(1)
          .meta(references("ml:OnlineDeployment", { whenReplaced: "replace" }))
          .describe("The name of the deployment."),
        percent: percent.describe("Its share in percent."),
      })
      .meta({ title: "TrafficShare" }),
  ),
]);

/** The arguments of the traffic of an endpoint. */
export const trafficArguments = z.object({
  ...inWorkspace,
  endpoint: z
    .string()
    .min(1)
    .meta({ ...replace, ...references("ml:OnlineEndpoint", { whenReplaced: "replace" }) })
    .describe("The name of the endpoint."),
  traffic: shares
    .meta(whole)
    .describe(
      "The shares of live requests, 0 or 100 percent in all: a map from deployment name to percent, or a list " +
        "of `{deployment, percent}` whose names may be outputs.",
    ),
  mirrorTraffic: shares
    .optional()
    .meta(whole)
    .describe("The shares of requests that are copied to a deployment, at most 50 percent in all, in the same forms."),
  smokeTest: z
    .strictObject({
      request: z.record(z.string(), z.unknown()).describe("The body of the scoring request that is sent."),
      samples: z.int().min(1).default(20).describe("How many requests are sent to each deployment."),
      maxP95Ms: z
        .number()
        .min(0)
        .default(recommendedThresholds.requestLatencyP95Ms)
        .describe("Milliseconds that 95 percent of the requests must not exceed."),
      minSuccessRate: z
        .number()
        .min(0)
        .max(1)
        .default(recommendedThresholds.http2xxRate)
        .describe("The share of requests that must succeed, from 0 to 1."),
    })
    .optional()
    .meta(unsent)
    .describe(
      "Scoring requests that every deployment must answer well before it gains traffic; when one fails, the " +
        "traffic stays as it was.",
    ),
});

/** Live traffic in the form of a declaration. */
export const asDeclared = ({ id, inputs }: LiveSplit, declared: Bag): Live => ({
  id: `${id}/traffic`,
  inputs: {
    ...inputs,
    traffic: inFormOf(declared["traffic"], inputs.traffic) ?? {},
    mirrorTraffic: inFormOf(declared["mirrorTraffic"], inputs.mirrorTraffic),
  },
  outputs: {},
});

/**
 * Live shares as they are declared: the declaration itself when both mean the same, else a list or a map like it; a
 * list where nothing is declared.
 */
function inFormOf(declared: unknown, live: Shares): unknown {
  if (declared === undefined && Object.keys(live).length === 0) return undefined;
  if (declared !== undefined && isSameShares(mapOf(declared), live)) return declared;
  return declared === undefined || Array.isArray(declared)
    ? Object.entries(live).map(([deployment, share]) => ({ deployment, percent: share }))
    : live;
}

/** Whether a split gives nobody anything. */
export const isEmpty = ({ traffic, mirrorTraffic }: Split): boolean =>
  isSameShares(traffic, {}) && isSameShares(mirrorTraffic, {});

/** The split that is declared; `mirrorTraffic` of others is none of it. */
export const splitOf = ({ traffic, mirrorTraffic }: Bag): Partial<Split> => ({
  traffic: mapOf(traffic),
  ...(mirrorTraffic !== undefined && { mirrorTraffic: mapOf(mirrorTraffic) }),
});

/** Declared shares as a map. */
export const mapOf = (declared: unknown): Shares =>
  Array.isArray(declared)
    ? Object.fromEntries(declared.map(({ deployment, percent }) => [deployment, percent]))
    : ((declared ?? {}) as Shares);

/** The names in declared shares that are known, each with its place. */
export const namesIn = (declared: unknown): [place: string, name: string][] =>
  (Array.isArray(declared)
    ? declared.map(({ deployment }, index) => [`[${index}].deployment`, deployment] as [string, unknown])
    : Object.keys(isBag(declared) ? declared : {}).map((name) => [`.${name}`, name] as [string, unknown])
  ).filter((one): one is [string, string] => typeof one[1] === "string" && one[1] !== "" && !isUnknown(one[1]));

/** The sum of shares, `undefined` where it is not known yet. */
export const totalOf = (declared: unknown): number | undefined =>
  hasUnknown(declared) ? undefined : Object.values(mapOf(declared)).reduce((sum, share) => sum + share, 0);

/** Whether two declarations are of the same endpoint. */
export const isSameEndpoint = (one: Bag, other: Bag): boolean =>
  ["subscriptionId", "resourceGroup", "workspace", "endpoint"].every((key) => one[key] === other[key]);
