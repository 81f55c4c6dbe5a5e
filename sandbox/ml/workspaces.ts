import { z } from "zod";
import type { Router } from "../context";
import { ServiceError } from "../errors";
import { type Service, bodyOf, iso, record } from "./core/answers";
import { guid, propertiesOf } from "./core/declared";
import { identity, texts } from "./core/members";
import { pathKey, workspacesRoute } from "./core/paths";
import type { Body, Resource } from "./core/records";
import { trackedRoutes } from "./core/tracked";

/** How long a deleted workspace is retained, in milliseconds: 14 days. */
const retention = 14 * 24 * 3600 * 1000;

const schema = z.looseObject({
  location: z.string().min(1),
  identity: identity.nullish(),
  tags: texts.nullish(),
  properties: z.looseObject({
    friendlyName: z.string().nullish(),
    description: z.string().nullish(),
    storageAccount: z.string().min(1),
    keyVault: z.string().min(1),
    applicationInsights: z.string().min(1),
  }),
});

const patchSchema = z.looseObject({
  tags: texts.optional(),
  identity: identity.optional(),
  properties: z.looseObject({}).optional(),
});

/** Workspaces: document 1, with the real service's way of deleting softly. */
export function workspaceRoutes(service: Service): Router {
  const { context, resources } = service;
  return trackedRoutes(service, {
    route: workspacesRoute,
    schema,
    names: {
      pattern: /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,32}$/,
      rule: "3 to 33 letters, digits, '-' and '_', the first a letter or digit",
    },
    fixed: ["location", "properties.storageAccount", "properties.keyVault"],
    show: (resource) => show(service, resource),
    check: ({ id }) => {
      const since = resources.retained.get(pathKey(id));
      if (since !== undefined && context.now() < since + retention) {
        throw new ServiceError(
          409,
          "Conflict",
          "A deleted workspace with the same name is retained; purge or recover it.",
        );
      }
    },
    patched: async (before, c) => {
      const { properties, ...others } = await bodyOf(c, patchSchema);
      return { ...before, ...others, properties: { ...propertiesOf(before), ...properties } };
    },
    deleting: (c, id, resource) => {
      const purge = c.req.query("forceToPurge") === "true";
      if (purge && resource === undefined) resources.retained.delete(pathKey(id));
      return !purge;
    },
  });
}

function show(service: Service, resource: Resource): Body {
  return record(service, resource, {
    publicNetworkAccess: propertiesOf(resource.body).publicNetworkAccess ?? "Enabled",
    hbiWorkspace: false,
    v1LegacyMode: false,
    creationTime: iso(resource.created).replace("Z", "+00:00"),
    workspaceId: guid(resource.id),
    discoveryUrl: `${service.context.url()}/discovery`,
  });
}
