import { z } from "zod";
import type { Router } from "../../context";
import { ServiceError } from "../../errors";
import { type Service, bodyOf, record } from "../core/answers";
import { propertiesOf } from "../core/declared";
import { identity, locationOf, texts } from "../core/members";
import { addressOf } from "../core/operations";
import { nameAndType, pathKey } from "../core/paths";
import type { Body, Resource } from "../core/records";
import { trackedRoutes } from "../core/tracked";
import { keyRoutes, setKeys } from "./keys";
import { endpointsRoute } from "./route";
import { requireTraffic, shares, trafficOf } from "./traffic";

/** The names that endpoints and deployments may have. */
export const hostNames = {
  pattern: /^[a-zA-Z](?=.{2,31}$)[a-zA-Z0-9-]*[a-zA-Z0-9]$/,
  rule: "3 to 32 letters, digits and '-', the first a letter, the last not '-'",
};

/** The ways in which callers of an endpoint prove themselves. */
const authModes = ["Key", "AADToken", "AMLToken"];

const schema = z.looseObject({
  name: z.string(),
  location: z.string().nullish(),
  tags: texts.nullish(),
  identity: identity.nullish(),
  properties: z.looseObject({
    authMode: z
      .string()
      .refine(
        (mode) => authModes.some((known) => pathKey(known) === pathKey(mode)),
        `must be one of ${authModes.join(", ")}`,
      )
      .nullish(),
    compute: z.string().min(1),
    description: z.string().nullish(),
    traffic: shares.nullish(),
    mirrorTraffic: shares.nullish(),
    keys: z.looseObject({ primaryKey: z.string().optional(), secondaryKey: z.string().optional() }).nullish(),
  }),
});

const patchSchema = z.looseObject({ tags: texts.optional(), identity: identity.optional() });

/** Online endpoints: document 1, with the real service's reading, keys and deleting. */
export function endpointRoutes(service: Service): Router {
  const { resources } = service;
  const app = trackedRoutes(service, {
    route: endpointsRoute,
    schema,
    names: hostNames,
    fixed: ["location", "properties.compute"],
    completed: ({ properties: { keys: _keys, ...properties }, ...body }, id) => ({
      ...body,
      location: body.location ?? locationOf(service, id),
      properties: { ...properties, authMode: properties.authMode ?? "Key" },
    }),
    show: (resource) => show(service, resource),
    check: ({ id, name, body, before }) => {
      if (pathKey(body.name) !== pathKey(name))
        throw new ServiceError(400, "BadArgument", `name: must be '${name}', as in the path`);
      requireTraffic(service, id, body.properties);
      if (before === undefined) requireUnique(service, id, name, body.location ?? locationOf(service, id));
    },
    company: (id) => resources.under(`${id}/deployments`),
    wrote: ({ id, body, before }) => {
      if (before === undefined) setKeys(service.context, id, body.properties.keys ?? {});
    },
    patched: async (before, c) => {
      const { tags, identity: changed } = await bodyOf(c, patchSchema);
      return { ...before, ...(tags && { tags }), ...(changed && { identity: changed }) };
    },
  });
  app.route("/", keyRoutes(service));
  return app;
}

function show(service: Service, resource: Resource): Body {
  const { id, body } = resource;
  const address = `${service.context.url()}/endpoints/${nameAndType(id).name}`;
  const operation = service.resources.operation(resource.operation);
  const { properties } = propertiesOf(body);
  const recorded = record(service, resource, {
    publicNetworkAccess: propertiesOf(body).publicNetworkAccess ?? "Enabled",
    ...trafficOf(service, resource),
    keys: null,
    scoringUri: `${address}/score`,
    swaggerUri: `${address}/swagger.json`,
    properties: {
      ...(properties as Body | undefined),
      "azureml.onlineendpointid": id,
      ...(operation && { AzureAsyncOperationUri: service.context.url() + addressOf(operation, "operationsStatus") }),
    },
  });
  return { kind: "Managed", ...recorded };
}

function requireUnique({ resources }: Service, id: string, name: string, location: string): void {
  const region = (text: unknown): string => String(text).toLowerCase().replaceAll(" ", "");
  const other = resources
    .all("onlineEndpoints")
    .find(
      (resource) =>
        pathKey(nameAndType(resource.id).name) === pathKey(name) && region(resource.body.location) === region(location),
    );
  if (other === undefined || pathKey(other.id) === pathKey(id)) return;
  throw new ServiceError(
    400,
    "BadArgument",
    `There is already an endpoint with this name; it needs to be unique within a region (${location}).`,
    {
      details: [{ code: "EndpointAlreadyExists", message: `The name '${name}' is taken.`, details: [] }],
    },
  );
}
