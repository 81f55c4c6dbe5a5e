import type { Context as Call, MiddlewareHandler } from "hono";
import { ServiceError } from "../../errors";
import { type Service, pathOf } from "./answers";
import { requireIdle } from "./operations";

/**
 * Refuses what is asked below a workspace or an endpoint that does not exist, and writes below one that is not ready
 * yet.
 */
export function requireParents(service: Service): MiddlewareHandler {
  return async (c: Call, next) => {
    const path = pathOf(c).replace(/^\/modelmanagement\/v1\.0/, "");
    for (const parent of [/^.*?\/workspaces\/[^/]+(?=\/)/, /^.*?\/onlineEndpoints\/[^/]+(?=\/)/]) {
      const id = parent.exec(path)?.[0];
      if (id === undefined) continue;
      const resource = service.resources.get(id);
      if (resource === undefined)
        throw new ServiceError(404, "ParentResourceNotFound", `The parent resource '${id}' was not found.`);
      const work = service.resources.running(resource)?.work;
      if (c.req.method === "PUT" && (work === "Creating" || work === "Deleting")) requireIdle(service, resource);
    }
    await next();
  };
}
