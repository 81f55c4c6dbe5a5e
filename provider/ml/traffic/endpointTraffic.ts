import * as z from "zod";
import { InitFailedError } from "../../core/errors";
import { references, replace, unsent, whole } from "../../core/marks";
import { nameGiven } from "../../core/physicalName";
import { declaredId } from "../../core/place";
import { defineResource, type Context, type Live } from "../../core/resource";
import { fill } from "../../core/url";
import { hasUnknown, isBag, isUnknown, type Bag } from "../../core/wire";
import { DEPLOYMENT, ENDPOINT, endpointOf, inTurn } from "../endpoint/endpointTurn";
import { inWorkspace } from "../shared";
import { isOvertaken, wasDirected, willBeDirected } from "./share";
import { smokeTest } from "./smokeTest";
import {
  endpointAtRest,
  isSameName,
  isSameShares,
  readSplit,
  shareOf,
  writeSplit,
  type LiveSplit,
  type Shares,
  type Split,
} from "./split";
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

const schema = z.object({
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

/**
 * The traffic of an online endpoint: document 1, "Rules tied to traffic". Only its two maps are touched, and as a
 * whole.
 */
export const endpointTraffic = defineResource({
  kind: "ml:EndpointTraffic",
  description: "The traffic of an online endpoint: which share of the requests each deployment answers.",
  idForm: `${ENDPOINT}/traffic`,
  requests: {
    create: "GET, PUT of the endpoint",
    update: "GET, PUT of the endpoint",
    delete: "GET, PUT of the endpoint",
    refresh: "GET",
  },
  minutes: 60,
  apis: ["ml"],

  inputs: schema,
  outputs: z.object({}),

  *rules(inputs, settings) {
    const { traffic, mirrorTraffic } = inputs;
    const total = totalOf(traffic);
    if (total !== undefined && total !== 0 && total !== 100)
      yield { path: "traffic", reason: "the shares must make 100 percent in all, or 0 for no traffic" };
    const mirrored = totalOf(mirrorTraffic);
    if (mirrored !== undefined && mirrored > 50)
      yield { path: "mirrorTraffic", reason: "the shares must make at most 50 percent in all" };
    for (const [path, given] of Object.entries({ traffic, mirrorTraffic })) {
      const names = Array.isArray(given)
        ? given.map(({ deployment }) => deployment).filter((name) => typeof name === "string" && !isUnknown(name))
        : [];
      if (names.some((name, index) => names.findIndex((other) => isSameName(other, name)) < index))
        yield { path, reason: "names a deployment twice" };
      for (const [position, name] of namesIn(given)) {
        const id = declaredId({ idForm: DEPLOYMENT }, { ...inputs, name }, settings);
        const now = id === undefined ? undefined : nameGiven("ml:OnlineDeployment", id, settings);
        if (now !== undefined && !isSameName(now, name))
          yield {
            path: `${path}${position}`,
            reason:
              'names a deployment by its declared name, and `onReplace: "createFirst"` gives it another: name it by its ' +
              "output in a list, `[{ deployment: blue.name, percent: 100 }]`",
          };
      }
    }
  },

  // Traffic that was in the state before is ours: what stands there now is what replaced deployments have left to the
  // others.
  async find(inputs, context) {
    if (context.compared !== undefined && isSameEndpoint(context.compared.olds, inputs)) return undefined;
    const live = await readSplit(fill(ENDPOINT, inputs, context.settings), context);
    return live === undefined || isEmpty(live.inputs) ? undefined : asDeclared(live, inputs);
  },

  create: (inputs, context) => direct(fill(ENDPOINT, inputs, context.settings), inputs, {}, context),

  async read(id, context, stored) {
    const live = await readSplit(endpointOf(id), context);
    const wanted = { traffic: mapOf(stored["traffic"]), mirrorTraffic: mapOf(stored["mirrorTraffic"]) };
    const isGone =
      live === undefined || (isEmpty(live.inputs) && (stored["traffic"] === undefined || !isEmpty(wanted)));
    return isGone ? undefined : asDeclared(live, stored);
  },

  async list(where, context) {
    const live = await readSplit(fill(ENDPOINT, where, context.settings), context);
    return live === undefined || isEmpty(live.inputs) ? [] : [asDeclared(live, {})];
  },

  overtaken: (inputs, { settings, handover }) =>
    isOvertaken(fill(ENDPOINT, inputs, settings), splitOf(inputs), handover),

  update: (id, inputs, olds, context) => direct(endpointOf(id), inputs, olds, context),

  // One that makes room for its replacement leaves all as it is: the deployments that are replaced give up their shares
  // themselves.
  delete: (id, state, context) =>
    inTurn(endpointOf(id), context, async () => {
      const news = context.compared?.news;
      if (news !== undefined && hasUnknown([news["traffic"], news["mirrorTraffic"]]) && isSameEndpoint(news, state))
        return willBeDirected(endpointOf(id), context);
      const live = await readSplit(endpointOf(id), context);
      if (live !== undefined)
        await writeSplit(endpointOf(id), { traffic: {}, mirrorTraffic: {} }, live.inputs, context);
    }),
});

/** Brings the endpoint to the declared split, once every deployment that gains traffic has passed the smoke test. */
function direct(endpoint: string, inputs: z.output<typeof schema>, olds: Bag, context: Context): Promise<Live> {
  const id = `${endpoint}/traffic`;
  return inTurn(endpoint, context, async () => {
    const before = await endpointAtRest(endpoint, context);
    const unmanaged = inputs.mirrorTraffic === undefined && olds["mirrorTraffic"] === undefined;
    const wanted: Split = {
      traffic: mapOf(inputs.traffic),
      mirrorTraffic: unmanaged ? before.mirrorTraffic : mapOf(inputs.mirrorTraffic),
    };
    const gaining = Object.entries(wanted.traffic)
      .filter(([name, share]) => share > shareOf(before.traffic, name))
      .map(([name]) => name);
    if (inputs.smokeTest !== undefined) await smokeTest(endpoint, before, gaining, inputs.smokeTest, context);
    await writeSplit(endpoint, wanted, before, context).catch((error: unknown) => {
      throw error instanceof InitFailedError ? new InitFailedError(id, error.reasons, {}, { cause: error }) : error;
    });
    wasDirected(endpoint, context);
    return { id, inputs, outputs: {} };
  });
}

/** Live traffic in the form of a declaration. */
const asDeclared = ({ id, inputs }: LiveSplit, declared: Bag): Live => ({
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

const isEmpty = ({ traffic, mirrorTraffic }: Split): boolean =>
  isSameShares(traffic, {}) && isSameShares(mirrorTraffic, {});

/** The split that is declared; `mirrorTraffic` of others is none of it. */
const splitOf = ({ traffic, mirrorTraffic }: Bag): Partial<Split> => ({
  traffic: mapOf(traffic),
  ...(mirrorTraffic !== undefined && { mirrorTraffic: mapOf(mirrorTraffic) }),
});

/** Declared shares as a map. */
const mapOf = (declared: unknown): Shares =>
  Array.isArray(declared)
    ? Object.fromEntries(declared.map(({ deployment, percent }) => [deployment, percent]))
    : ((declared ?? {}) as Shares);

/** The names in declared shares that are known, each with its place. */
const namesIn = (declared: unknown): [place: string, name: string][] =>
  (Array.isArray(declared)
    ? declared.map(({ deployment }, index) => [`[${index}].deployment`, deployment] as [string, unknown])
    : Object.keys(isBag(declared) ? declared : {}).map((name) => [`.${name}`, name] as [string, unknown])
  ).filter((one): one is [string, string] => typeof one[1] === "string" && one[1] !== "" && !isUnknown(one[1]));

/** The sum of shares, `undefined` where it is not known yet. */
const totalOf = (declared: unknown): number | undefined =>
  hasUnknown(declared) ? undefined : Object.values(mapOf(declared)).reduce((sum, share) => sum + share, 0);

const isSameEndpoint = (one: Bag, other: Bag): boolean =>
  ["subscriptionId", "resourceGroup", "workspace", "endpoint"].every((key) => one[key] === other[key]);
