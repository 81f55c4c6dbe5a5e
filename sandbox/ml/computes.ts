import { z } from "zod";
import type { Router } from "../context";
import { ServiceError } from "../errors";
import { type Service, bodyOf, iso, record } from "./core/answers";
import { propertiesOf, valueAt, withValues } from "./core/declared";
import { identity, locationOf, texts } from "./core/members";
import { collection, workspacesRoute } from "./core/paths";
import type { Body, Resource } from "./core/records";
import { trackedRoutes } from "./core/tracked";

const scaleSettings = z
  .looseObject({
    minNodeCount: z.int().min(0),
    maxNodeCount: z.int().min(0),
    nodeIdleTimeBeforeScaleDown: z.iso.duration(),
  })
  .refine(
    ({ minNodeCount, maxNodeCount }) => minNodeCount <= maxNodeCount,
    "minNodeCount is greater than maxNodeCount",
  );

const base = { description: z.string().nullish() };
const properties = { vmSize: z.string().min(1), vmPriority: z.string().nullish() };

const schema = z.looseObject({
  location: z.string().nullish(),
  identity: identity.nullish(),
  tags: texts.nullish(),
  properties: z.discriminatedUnion("computeType", [
    z.looseObject({
      ...base,
      computeType: z.literal("AmlCompute"),
      properties: z.looseObject({ ...properties, scaleSettings }),
    }),
    z.looseObject({
      ...base,
      computeType: z.enum(["ComputeInstance", "AKS"]),
      properties: z.looseObject({ ...properties, scaleSettings: scaleSettings.nullish() }),
    }),
  ]),
});

const patchSchema = z.looseObject({ properties: z.looseObject({ properties: z.looseObject({ scaleSettings }) }) });

const route = collection(`${workspacesRoute}/:workspace`, "computes");

/** Compute resources: document 1, with the real service's reading, scaling and deleting. */
export function computeRoutes(service: Service): Router {
  return trackedRoutes(service, {
    route,
    schema,
    names: { pattern: /^[a-zA-Z][a-zA-Z0-9-]{1,31}$/, rule: "2 to 32 letters, digits and '-', the first a letter" },
    fixed: [
      "location",
      "properties.computeType",
      "properties.description",
      "properties.properties.vmSize",
      "properties.properties.vmPriority",
    ],
    completed: (body, id) => ({
      ...body,
      location: body.location ?? locationOf(service, id),
      properties: {
        ...body.properties,
        properties: { ...body.properties.properties, vmPriority: body.properties.properties.vmPriority ?? "Dedicated" },
      },
    }),
    show: (resource) => show(service, resource),
    patched: async (before, c) => {
      const change = (await bodyOf(c, patchSchema)).properties.properties.scaleSettings;
      const all = propertiesOf(before);
      return { ...before, properties: { ...all, properties: { ...propertiesOf(all), scaleSettings: change } } };
    },
    deleting: (c) => {
      const action = c.req.query("underlyingResourceAction");
      if (action === "Delete" || action === "Detach") return;
      throw new ServiceError(
        400,
        "BadArgument",
        "The query parameter underlyingResourceAction must be Delete or Detach.",
      );
    },
  });
}

function show(service: Service, resource: Resource): Body {
  const { context, resources } = service;
  const all = propertiesOf(resource.body);
  if (resources.running(resource)?.work === "Creating") {
    // The service tells little about what it is still making.
    return record(service, {
      ...resource,
      body: { location: resource.body.location, properties: { computeType: all.computeType } },
    });
  }
  const settings = valueAt(all, "properties.scaleSettings");
  const minimum = Number(valueAt(settings, "minNodeCount") ?? 1);
  const maximum = Number(valueAt(settings, "maxNodeCount") ?? minimum);
  // The number of nodes goes up and down by itself.
  const currentNodeCount = minimum + (Math.floor(context.now() / 60_000) % (maximum - minimum + 1));
  const nodes = {
    allocationState: "Steady",
    currentNodeCount,
    targetNodeCount: currentNodeCount,
    allocationStateTransitionTime: iso(context.now()),
  };
  const error = resources.operation(resource.operation)?.outcome?.error;
  return record(service, resource, {
    isAttachedCompute: false,
    createdOn: iso(resource.created),
    modifiedOn: iso(resource.modified),
    resourceId: null,
    provisioningErrors: error === undefined ? null : [{ error }],
    properties: {
      osType: "Linux",
      enableNodePublicIp: true,
      remoteLoginPortPublicAccess: "Disabled",
      subnet: null,
      ...withValues(propertiesOf(all)),
      ...nodes,
    },
  });
}
