import { createHash } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { Router } from "../context";
import { ServiceError } from "../errors";
import { type Service, bodyOf, found, iso, page, pathOf, record } from "./answers";
import { requireSame, withIdentity } from "./declared";
import { accepted, outcomeOf, requireIdle, written } from "./operations";
import { namespace, parentOf, pathKey } from "./paths";
import type { Body, Resource } from "./resources";

const retention = 14 * 24 * 3600 * 1000;

const schema = z.looseObject({
  location: z.string().min(1),
  identity: z.looseObject({ type: z.string() }).optional(),
  tags: z.record(z.string(), z.string()).nullish(),
  properties: z.looseObject({
    friendlyName: z.string().nullish(),
    description: z.string().nullish(),
    storageAccount: z.string().min(1),
    keyVault: z.string().min(1),
    applicationInsights: z.string().min(1),
  }),
});

const patchSchema = z.looseObject({
  tags: z.record(z.string(), z.string()).optional(),
  identity: z.looseObject({ type: z.string() }).optional(),
  properties: z.looseObject({}).optional(),
});

/** Workspaces: document 1 with the gaps of its reading and deleting filled. */
export function workspaceRoutes(service: Service): Router {
  const { context, resources } = service;
  const app: Router = new Hono();
  const base = `/subscriptions/:subscription/resourceGroups/:group/providers/${namespace}/workspaces`;
  const show = (resource: Resource): Body => showWorkspace(service, resource);

  app.get(base, (c) => page(c, context, resources.seenUnder(pathOf(c)).map(show)));
  app.get(`${base}/:workspace`, (c) => c.json(show(found(resources.seen(pathOf(c)), pathOf(c)))));

  app.put(`${base}/:workspace`, async (c) => {
    const id = pathOf(c);
    const body = await bodyOf(c, schema);
    const before = resources.get(id);
    requireName(c.req.param("workspace"));
    requireIdle(service, before);
    const retainedSince = resources.retained.get(pathKey(id));
    if (retainedSince !== undefined && context.now() < retainedSince + retention) {
      throw new ServiceError(409, "Conflict", "A deleted workspace with the same name is retained; purge or recover it.");
    }
    requireSame(before?.body, body, ["location", "properties.storageAccount", "properties.keyVault"]);
    const outcome = outcomeOf(c, service);
    resources.retained.delete(pathKey(id));
    resources.set(id, withIdentity(body));
    const operation = resources.start(id, before === undefined ? "Creating" : "Updating", outcome);
    return written(c, service, operation, () => show(found(resources.get(id), id)));
  });

  app.patch(`${base}/:workspace`, async (c) => {
    const id = pathOf(c);
    const { tags, identity, properties } = await bodyOf(c, patchSchema);
    const before = found(resources.get(id), id);
    requireIdle(service, before);
    const outcome = outcomeOf(c, service);
    const changed = { ...before.body, ...(tags && { tags }), ...(identity && { identity }) };
    resources.set(id, withIdentity({ ...changed, properties: { ...(before.body.properties as Body), ...properties } }));
    return written(c, service, resources.start(id, "Updating", outcome), () => show(found(resources.get(id), id)));
  });

  app.delete(`${base}/:workspace`, (c) => {
    const id = pathOf(c);
    const purge = c.req.query("forceToPurge") === "true";
    const resource = resources.get(id);
    if (resource === undefined) {
      const purged = purge && resources.retained.delete(pathKey(id));
      return c.body(null, purged ? 200 : 204);
    }
    requireIdle(service, resource);
    return accepted(c, service, resources.start(id, "Deleting", outcomeOf(c, service), !purge));
  });
  return app;
}

/** The record of a workspace with what the service adds. */
export function showWorkspace(service: Service, resource: Resource): Body {
  const guid = createHash("sha256").update(pathKey(resource.id)).digest("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
  const properties = resource.body.properties as Body;
  return record(service, resource, {
    publicNetworkAccess: properties.publicNetworkAccess ?? "Enabled",
    hbiWorkspace: false,
    v1LegacyMode: false,
    creationTime: iso(resource.created).replace("Z", "+00:00"),
    workspaceId: guid,
    discoveryUrl: `${service.context.url()}/discovery`,
  });
}

function requireName(name: string): void {
  if (/^[a-zA-Z0-9][a-zA-Z0-9_-]{2,32}$/.test(name)) return;
  throw new ServiceError(400, "ValidationError", "A workspace's name has 3 to 33 letters, digits, '-' and '_', and starts with a letter or digit.");
}

/** Throws 404 when the workspace that holds the path does not exist. */
export function requireWorkspace({ resources }: Service, path: string): void {
  const workspace = /^.*?\/workspaces\/[^/]+/i.exec(path)?.[0] ?? parentOf(path);
  if (resources.get(workspace) !== undefined) return;
  throw new ServiceError(404, "ParentResourceNotFound", `The parent resource '${workspace}' was not found.`);
}
