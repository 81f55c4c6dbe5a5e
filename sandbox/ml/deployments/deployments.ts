import { Hono } from "hono";
import { z } from "zod";
import type { Router } from "../../context";
import type { Outcome } from "../../publicTypes";
import { ServiceError } from "../../errors";
import { type Service, bodyOf, orNotFound, pathOf, record } from "../core/answers";
import { propertiesOf, withValues } from "../core/declared";
import { locationOf, texts } from "../core/members";
import { collection, nameAndType, parentOf } from "../core/paths";
import type { Body, Resource } from "../core/records";
import { trackedRoutes } from "../core/tracked";
import { hostNames } from "../endpoints/endpoints";
import { endpointsRoute } from "../endpoints/route";
import { shareOf, sharesOf } from "../endpoints/traffic";
import { modelAt } from "../models";
import { clearLog, linesOf } from "./logs";

const duration = z.iso.duration().nullish();
const count = z.int().min(0).nullish();
const probe = z
  .looseObject({
    initialDelay: duration,
    period: duration,
    timeout: duration,
    failureThreshold: count,
    successThreshold: count,
  })
  .nullish();

const schema = z.looseObject({
  location: z.string().nullish(),
  tags: texts.nullish(),
  model: z.string().min(1),
  codeConfiguration: z
    .looseObject({ codeId: z.string().nullish(), scoringScript: z.string().min(1).nullish() })
    .nullish(),
  instanceType: z.string().min(1),
  instanceCount: z.int().min(0),
  properties: z
    .looseObject({
      environmentVariables: texts.nullish(),
      requestSettings: z
        .looseObject({ requestTimeout: duration, maxConcurrentRequestsPerInstance: count, maxQueueWait: duration })
        .nullish(),
      scaleSettings: z
        .looseObject({
          scaleType: z.string(),
          minInstances: count,
          maxInstances: count,
          pollingInterval: duration,
          targetUtilizationPercentage: count,
        })
        .nullish(),
      livenessProbe: probe,
      readinessProbe: probe,
    })
    .nullish(),
});

const patchSchema = z.looseObject({
  tags: texts.optional(),
  sku: z.looseObject({ capacity: z.int().min(0) }).optional(),
});
const logSchema = z.looseObject({
  containerType: z.enum(["InferenceServer", "StorageInitializer"]),
  tail: z.int().min(1).nullish(),
});

const probeDefaults = {
  initialDelay: "PT10S",
  period: "PT10S",
  timeout: "PT2S",
  failureThreshold: 30,
  successThreshold: 1,
};

/** What the service fills in, group by group, where a deployment does not declare it. */
const defaults = {
  requestSettings: { requestTimeout: "PT5S", maxConcurrentRequestsPerInstance: 1, maxQueueWait: "PT0.5S" },
  livenessProbe: probeDefaults,
  readinessProbe: probeDefaults,
};

const scaleDefaults = { minInstances: 1, maxInstances: 1, pollingInterval: "PT1S", targetUtilizationPercentage: 70 };

const route = collection(`${endpointsRoute}/:endpoint`, "deployments");

/** Online deployments: document 1, with the real service's reading, scaling, logs and deleting. */
export function deploymentRoutes(service: Service): Router {
  const { resources } = service;
  const app = trackedRoutes(service, {
    route,
    schema,
    names: hostNames,
    fixed: ["location", "instanceType", "codeConfiguration.codeId", "codeConfiguration.scoringScript"],
    completed: (body, id) => ({ ...body, location: body.location ?? locationOf(service, id) }),
    show: (resource) => show(service, resource),
    check: ({ id, body }) => {
      const endpoint = orNotFound(resources.get(parentOf(id)), parentOf(id));
      if (endpoint.state !== "Succeeded")
        throw new ServiceError(400, "ResourceNotReady", `The endpoint is in state ${endpoint.state}.`);
      return modelAt(service, id, body.model) === undefined ? missingModel(body.model) : undefined;
    },
    company: (id) => [resources.get(parentOf(id)), ...resources.under(`${parentOf(id)}/deployments`)],
    wrote: ({ id, before }) => {
      if (before === undefined) clearLog(service, id);
    },
    patched: async (before, c) => {
      const { tags, sku } = await bodyOf(c, patchSchema);
      return { ...before, ...(tags && { tags }), ...(sku && { instanceCount: sku.capacity }) };
    },
    deleting: (_c, id, deployment) => {
      if (deployment !== undefined) requireNoTraffic(service, id);
    },
  });
  const logs: Router = new Hono();
  logs.post(`${route}/:name/getLogs`, async (c) => {
    const id = pathOf(c).replace(/\/getLogs$/, "");
    const deployment = orNotFound(resources.get(id), id);
    const { containerType, tail } = await bodyOf(c, logSchema);
    return c.json({
      content: linesOf(service, deployment, containerType)
        .slice(-(tail ?? 100))
        .join("\n"),
    });
  });
  app.route("/", logs);
  return app;
}

/** The settings of a deployment with what the service fills in. */
export function settingsOf({ body }: Resource): { [group in keyof typeof defaults]: Body } {
  const declared = propertiesOf(body);
  const filled = Object.entries(defaults).map(([group, values]) => [
    group,
    { ...values, ...withValues(declared[group]) },
  ]);
  return Object.fromEntries(filled) as { [group in keyof typeof defaults]: Body };
}

function show(service: Service, resource: Resource): Body {
  const { body } = resource;
  const { scaleSettings, environmentVariables } = propertiesOf(body);
  const scale = withValues(scaleSettings);
  const added =
    service.context.behaviour.echo === "otherForm"
      ? { AML_APP_ROOT: "/var/app", AZUREML_MODEL_DIR: "/var/models" }
      : undefined;
  const recorded = record(service, resource, {
    endpointComputeType: propertiesOf(body).endpointComputeType ?? "Managed",
    appInsightsEnabled: propertiesOf(body).appInsightsEnabled ?? false,
    egressPublicNetworkAccess: propertiesOf(body).egressPublicNetworkAccess ?? "Enabled",
    ...settingsOf(resource),
    scaleSettings:
      scale.scaleType === "TargetUtilization" ? { ...scaleDefaults, ...scale } : { scaleType: "Default", ...scale },
    ...(added && { environmentVariables: { ...withValues(environmentVariables), ...added } }),
  });
  return { ...recorded, sku: { name: "Default", tier: "Standard", capacity: body.instanceCount } };
}

function missingModel(model: string): Outcome {
  const nested = {
    code: "ResourceNotFound",
    message: `The model '${model}' was not found.`,
    target: "model",
    details: [],
  };
  return {
    status: "Failed",
    error: { code: "UserError", message: "The deployment could not be made.", details: [nested] },
  };
}

function requireNoTraffic({ resources }: Service, id: string): void {
  const endpoint = orNotFound(resources.get(parentOf(id)), parentOf(id));
  const { name } = nameAndType(id);
  const { traffic, mirrorTraffic } = sharesOf(endpoint);
  for (const [map, shares] of Object.entries({ traffic, mirrorTraffic })) {
    const share = shareOf(shares, name);
    if (share > 0)
      throw new ServiceError(
        400,
        "BadArgument",
        `The deployment '${name}' holds ${share} percent of the endpoint's ${map}; set it to 0 first.`,
      );
  }
}
