import { Hono } from "hono";
import { z } from "zod";
import type { Router } from "../context";
import { ServiceError } from "../errors";
import { type Service, bodyOf, formed, orNotFound, iso, page, pathOf, put } from "./core/answers";
import { requireSame } from "./core/declared";
import { texts } from "./core/members";
import { collection, nameAndType, parentOf, pathKey, workspacesRoute } from "./core/paths";
import type { Body, Resource } from "./core/records";

const prefix = "/modelmanagement/v1.0";

const schema = z.looseObject({
  name: z.string().min(1),
  version: z.int(),
  path: z.string().min(1),
  description: z.string().nullish(),
  tags: texts.nullish(),
});

const list = collection(`${prefix}${workspacesRoute}/:workspace`, "models");

/** Registered models: document 1, with the real service's reading and deleting. Registering is not asynchronous. */
export function modelRoutes({ context, resources }: Service): Router {
  const app: Router = new Hono();
  const show = (model: Resource): Body => formed(context, record(model));
  const idOf = (path: string): string => path.slice(prefix.length);

  app.get(list, (c) => {
    const models = resources.polledUnder(idOf(pathOf(c))).map(show);
    return context.behaviour.modelList === "array" ? c.json(models) : page(c, context, models);
  });

  app.get(`${list}/:model`, (c) => {
    const id = idOf(pathOf(c));
    return c.json(show(orNotFound(resources.polled(id), id)));
  });

  app.put(`${list}/:model`, async (c) => {
    const id = idOf(pathOf(c));
    const body = await bodyOf(c, schema);
    const before = resources.get(id);
    requireSame(before?.body, body, ["name", "version", "path"]);
    const same = resources.under(parentOf(id) + "/models").find((other) => isVersion(other, body.name, body.version));
    if (same !== undefined && pathKey(same.id) !== pathKey(id)) {
      throw new ServiceError(
        409,
        "Conflict",
        `Version ${body.version} of '${body.name}' is registered as '${nameAndType(same.id).name}'.`,
      );
    }
    return put(c, context, before === undefined, show(resources.set(id, body)));
  });

  app.delete(`${list}/:model`, (c) => {
    const id = idOf(pathOf(c));
    const model = resources.get(id);
    if (model === undefined) return c.body(null, 204);
    const user = resources
      .all("deployments")
      .find(({ id: deployment, body }) => refersTo(deployment, String(body.model), model));
    if (user !== undefined) throw new ServiceError(409, "Conflict", `The model is used by '${user.id}'.`);
    resources.erase(id);
    return c.body(null, 200);
  });
  return app;
}

/** The model that a deployment refers to, if it is registered. */
export function modelAt({ resources }: Service, deployment: string, reference: string): Resource | undefined {
  return resources.all("models").find((model) => refersTo(deployment, reference, model));
}

/** A reference is the model's path, the path of its version, or `azureml:name:version` within the workspace. */
function refersTo(deployment: string, reference: string, model: Resource): boolean {
  const workspace = parentOf(model.id);
  const { name, version } = model.body;
  const short = pathKey(deployment).startsWith(`${pathKey(workspace)}/`)
    ? `azureml:${String(name)}:${String(version)}`
    : undefined;
  const forms = [model.id, `${workspace}/models/${String(name)}/versions/${String(version)}`, short];
  return forms.some((form) => form !== undefined && pathKey(form) === pathKey(reference));
}

function isVersion({ body }: Resource, name: string, version: number): boolean {
  return pathKey(String(body.name)) === pathKey(name) && body.version === version;
}

function record({ id, body, created, modified }: Resource): Body {
  const modelId = nameAndType(id).name;
  return { ...body, id: modelId, modelId, createdTime: iso(created), modifiedTime: iso(modified) };
}
