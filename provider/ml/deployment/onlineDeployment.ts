import * as z from "zod";
import { fromBody, toBody } from "../../core/body";
import { DECLARED } from "../../core/bookkeeping";
import { caseless, references, replace } from "../../core/marks";
import { defineResource, type Context } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { hasSucceeded } from "../../core/states";
import { nameGiven } from "../../core/physicalName";
import { fill, parse, segment } from "../../core/url";
import { asText, type Bag } from "../../core/wire";
import { logsOf } from "./deploymentLogs";
import { fromWire, settings, toWire } from "./deploymentSettings";
import { DEPLOYMENT, ENDPOINT, endpointOf, inTurn } from "../endpoint/endpointTurn";
import {
  hostName,
  idOfAsset,
  inWorkspace,
  isBusy,
  LATER_VERSION,
  provisioningState,
  readOnly,
  ready,
  region,
  tags,
} from "../shared";
import { giveShareBack, takeShare } from "../traffic/share";
import { endpointAtRest } from "../traffic/split";

const shape = {
  under: "properties",
  top: ["model", "codeConfiguration", "instanceType", "instanceCount", "location", "tags"],
};

const verbs = restVerbs({
  api: "ml",
  url: DEPLOYMENT,
  list: `${ENDPOINT}/deployments`,
  alone: true,
  apiVersion: LATER_VERSION,
  ...shape,
  // `sku` repeats the number of instances as it was.
  readOnly: [...readOnly, "name", "sku"],
  isBusy,
  explain: lastLines,
  toBody: ({ environment, ...values }) => toBody(shape, toWire({ ...values, environmentId: environment })),
  fromBody: (body) => {
    const { environmentId, ...values } = fromWire(fromBody(shape, body));
    return { ...ready, ...values, environment: environmentId };
  },

  inputs: z.object({
    name: hostName,
    endpoint: z
      .string()
      .min(1)
      .meta({ ...replace, ...references("ml:OnlineEndpoint", { whenReplaced: "replace" }) })
      .describe("The name of the endpoint."),
    ...inWorkspace,
    location: region("The region; default is that of the endpoint."),
    model: idOfAsset
      .meta(references("ml:Model", { whenReplaced: "update" }))
      .describe("The resource ID of the registered model."),
    codeConfiguration: z
      .strictObject({
        codeId: idOfAsset.optional().describe("The resource ID of the code."),
        scoringScript: z.string().min(1).optional().describe("The name of the scoring script."),
      })
      .optional()
      .meta(replace)
      .describe("The scoring script."),
    instanceType: z
      .string()
      .min(1)
      .meta({ ...replace, ...caseless })
      .describe("The VM size, for example `Standard_DS3_v2`."),
    instanceCount: z.int().min(0).describe("The number of instances; 0 scales to zero."),
    environment: idOfAsset.optional().describe("The resource ID of the environment."),
    environmentVariables: z
      .record(z.string(), z.string())
      .optional()
      .describe("Environment variables of the scoring script, name to value; those that the service adds are kept."),
    ...settings,
    description: z.string().optional().describe("What the deployment is for."),
    tags,
  }),

  outputs: z.object({ provisioningState }),
});

/** An online deployment: document 1, "Online deployment". */
export const onlineDeployment = defineResource({
  kind: "ml:OnlineDeployment",
  description: "An online deployment: instances behind an online endpoint that serve one model.",
  minutes: 60,
  physicalName: { longest: 32 },
  ...verbs,
  requests: {
    ...verbs.requests,
    create: "PUT, once the endpoint is ready; one at a time per endpoint",
    delete: "DELETE, after its share of traffic is taken away (GET, PUT of the endpoint)",
  },

  create: (inputs, context) => {
    const endpoint = fill(ENDPOINT, inputs, context.settings);
    return inTurn(endpoint, context, async () => {
      await endpointAtRest(endpoint, context);
      return giveShareBack(await verbs.create(inputs, context), context);
    });
  },

  update: (id, inputs, olds, context) =>
    inTurn(endpointOf(id), context, async () => {
      await endpointAtRest(endpointOf(id), context);
      const live = await verbs.update(id, inputs, olds, context);
      // One that never became ready has lost its shares to the others when it was replaced.
      const wasReady = hasSucceeded(asText(olds["provisioningState"] ?? "Succeeded"));
      return wasReady ? live : giveShareBack(live, context);
    }),

  // The service refuses to delete what live requests go to: PUT {endpoint} without the share, then DELETE.
  delete: (id, state, context) =>
    inTurn(endpointOf(id), context, async () => {
      const successor = successorOf(id, state, context);
      const there = `${endpointOf(id)}/deployments/${segment(successor)}`;
      await takeShare(id, successor, async () => (await verbs.read(there, context, state)) !== undefined, context);
      await verbs.delete(id, state, context);
    }),
});

/** The name of the deployment that this run declares for a stored one: its own, or that of a replacement. */
function successorOf(id: string, { name, [DECLARED]: declared = name }: Bag, context: Context): string {
  const successor = context.successor("ml:OnlineDeployment", id);
  if (successor !== undefined) return parse(DEPLOYMENT, successor)["name"]!;
  const plain = `${endpointOf(id)}/deployments/${segment(asText(declared))}`;
  return nameGiven("ml:OnlineDeployment", plain, context.settings) ?? asText(name);
}

/** The last lines of the container that failed, for the error; nothing where no container ever ran. */
async function lastLines(id: string, _body: unknown, context: Context): Promise<string> {
  for (const container of ["inference-server", "storage-initializer"] as const) {
    const lines = context.ml.mask(await logsOf(id, container, 20, context).catch(() => "")).trimEnd();
    if (lines !== "") return `\nThe last lines of its ${container}:\n${lines.replaceAll(/^/gm, "  ")}`;
  }
  return "";
}
