import * as z from "zod";
import { fromBody, toBody } from "../core/body";
import { secondsOf } from "../core/compare";
import { autoName, caseless, duration, replace, unsent } from "../core/marks";
import { defineResource } from "../core/resource";
import { restVerbs } from "../core/rest";
import { isBag, isUnknown } from "../core/wire";
import {
  identity,
  inWorkspace,
  isBusy,
  provisioningErrors,
  provisioningState,
  readOnly,
  ready,
  region,
  tags,
  W,
} from "./shared";

const shape = { under: "properties", top: ["location", "identity", "tags"] };

/** What the service says of the nodes, which come and go by themselves. */
const volatile = [
  "allocationState",
  "allocationStateTransitionTime",
  "currentNodeCount",
  "targetNodeCount",
  "nodeStateCounts",
  "errors",
];

/** A compute resource: document 1, "Compute resource". */
export const compute = defineResource({
  kind: "ml:Compute",
  description: "A compute resource: a cluster or an instance on which jobs and endpoints run.",
  listed: 'The compute resources of a workspace: document 1, "List computes"; all pages.',
  minutes: 60,

  ...restVerbs({
    api: "ml",
    url: `${W}/computes/{name}`,
    list: `${W}/computes`,
    readOnly: [
      ...readOnly,
      ...["provisioningErrors", "createdOn", "modifiedOn", ...volatile.map((name) => `properties.${name}`)].map(
        (name) => `properties.${name}`,
      ),
    ],
    isBusy,
    explain: async (_id, body, _context, errorText) => provisioningErrors(body, errorText),
    deleteQuery: ({ onDelete, computeType }) => ({
      underlyingResourceAction: String(onDelete ?? (computeType === "AKS" ? "Detach" : "Delete")),
    }),

    // `properties` holds the kind of compute, and in a `properties` of its own what is particular about that kind.
    toBody: ({ vmSize, vmPriority, scaleSettings, ...others }) =>
      toBody(shape, { ...others, properties: toBody({}, { vmSize, vmPriority, scaleSettings }) }),
    fromBody: (body) => {
      const inner = isBag(body["properties"]) ? body["properties"]["properties"] : undefined;
      return { ...ready, ...(isBag(inner) && inner), ...fromBody(shape, body) };
    },

    inputs: z.object({
      name: z
        .string()
        .regex(/^[a-zA-Z][a-zA-Z0-9-]{1,31}$/, "must be 2 to 32 letters, digits or `-`, the first a letter; set `name`")
        .optional()
        .meta(autoName)
        .describe("The name, unique in its workspace; default is the Pulumi name."),
      ...inWorkspace,
      location: region("The region; default is that of the workspace."),
      computeType: z.enum(["AmlCompute", "ComputeInstance", "AKS"]).meta(replace).describe("The kind of compute."),
      vmSize: z
        .string()
        .min(1)
        .meta({ ...replace, ...caseless })
        .describe("The VM size, for example `STANDARD_DS3_V2`."),
      vmPriority: z
        .enum(["Dedicated", "LowPriority"])
        .optional()
        .meta({ ...replace, ...caseless })
        .describe("Whether the nodes are kept for this workspace or may be taken away."),
      scaleSettings: z
        .strictObject({
          minNodeCount: z.int().min(0).describe("The fewest nodes."),
          maxNodeCount: z.int().min(0).describe("The most nodes."),
          nodeIdleTimeBeforeScaleDown: z
            .string()
            .meta(duration)
            .describe("How long a node is idle before it is given back, as ISO 8601 duration: `PT10M`."),
        })
        .optional()
        .describe("How the number of nodes follows the work; required for `AmlCompute`."),
      description: z.string().optional().meta(replace).describe("What the compute is for."),
      tags,
      identity,
      onDelete: z
        .enum(["Delete", "Detach"])
        .optional()
        .meta(unsent)
        .describe("What a delete does with the machines: default is `Delete`, for `AKS` it is `Detach`."),
    }),

    outputs: z.object({ provisioningState }),
  }),

  *rules({ computeType, scaleSettings }) {
    if (scaleSettings === undefined) {
      if (computeType === "AmlCompute")
        yield { path: "scaleSettings", reason: "is required for the computeType `AmlCompute`" };
      return;
    }
    const { minNodeCount: least, maxNodeCount: most, nodeIdleTimeBeforeScaleDown: idle } = scaleSettings;
    if (least > most) yield { path: "scaleSettings.minNodeCount", reason: "must not be greater than maxNodeCount" };
    if (typeof idle === "string" && !isUnknown(idle) && secondsOf(idle) === undefined) {
      yield {
        path: "scaleSettings.nodeIdleTimeBeforeScaleDown",
        reason: "must be an ISO 8601 duration such as `PT10M`",
      };
    }
  },
});
