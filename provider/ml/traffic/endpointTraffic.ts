import * as z from "zod";
import { InitFailedError } from "../../core/errors";
import { nameGiven } from "../../core/physicalName";
import { declaredId } from "../../core/place";
import { defineResource, type Context, type Live } from "../../core/resource";
import { fill } from "../../core/url";
import { hasUnknown, isUnknown, type Bag } from "../../core/wire";
import { DEPLOYMENT, ENDPOINT, endpointOf, inTurn } from "../endpoint/endpointTurn";
import {
  asDeclared,
  isEmpty,
  isSameEndpoint,
  mapOf,
  namesIn,
  splitOf,
  totalOf,
  trafficArguments,
} from "./declaredTraffic";
import { isOvertaken, wasDirected, willBeDirected } from "./share";
import { smokeTest } from "./smokeTest";
import { endpointAtRest, isSameName, readSplit, shareOf, writeSplit, type Split } from "./split";

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

  inputs: trafficArguments,
  outputs: z.object({}),

  *rules(inputs, settings) {
    const { traffic, mirrorTraffic } = inputs;
    const total = totalOf(traffic);
    if (total !== undefined && total !== 0 && total !== 100)
      yield { path: "traffic", reason: "the shares must make 100 percent in all, or 0 for no traffic" };
    const mirrored = totalOf(mirrorTraffic);
    if (mirrored !== undefined && mirrored > 50)
      yield { path: "mirrorTraffic", reason: "the shares must make at most 50 percent in all" };
    for (const [path, shares] of Object.entries({ traffic, mirrorTraffic })) {
      const names = Array.isArray(shares)
        ? shares.map(({ deployment }) => deployment).filter((name) => typeof name === "string" && !isUnknown(name))
        : [];
      if (names.some((name, index) => names.findIndex((other) => isSameName(other, name)) < index))
        yield { path, reason: "names a deployment twice" };
      for (const [position, name] of namesIn(shares)) {
        const id = declaredId({ idForm: DEPLOYMENT }, { ...inputs, name }, settings);
        const now = id === undefined ? undefined : nameGiven("ml:OnlineDeployment", id, settings);
        if (now !== undefined && !isSameName(now, name))
          yield {
            path: `${path}${position}`,
            reason:
              'names a deployment by its declared name, and `onReplace: "createFirst"` gives it another: name it by ' +
              "its output in a list, `[{ deployment: blue.name, percent: 100 }]`",
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

  overtaken: (inputs, run) =>
    isOvertaken(fill(ENDPOINT, inputs, run.settings), splitOf(inputs), run.handover) ||
    Object.keys(mapOf(inputs.traffic)).some((name) =>
      run.isReplacement("ml:OnlineDeployment", fill(DEPLOYMENT, { ...inputs, name }, run.settings)),
    ),

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
function direct(
  endpoint: string,
  inputs: z.output<typeof trafficArguments>,
  olds: Bag,
  context: Context,
): Promise<Live> {
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
