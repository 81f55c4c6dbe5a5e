import { Hono } from "hono";
import type { Context, Router } from "../context";
import { ServiceError } from "../errors";
import { rateLimit } from "../rate";
import { analysisRoutes } from "./analysis";
import { documentRoutes } from "./documents/documents";
import { guard } from "./guard";
import { indexRoutes } from "./indexes/indexes";
import { knowledgeBaseRoutes } from "./knowledge/knowledgeBase";
import { knowledgeSourceRoutes, sourcesOf } from "./knowledge/knowledgeSource";
import { searchState } from "./knowledge/state";
import { slashForm } from "./path";
import { statisticsRoutes } from "./statistics";

/** The routes of document 2, in the slash form of the document and in the OData form of the service's clients. */
export function searchRoutes(context: Context): Router {
  const service = searchService(context);
  const collections = new Set(service.routes.map(({ path }) => path.split("/")[1]).filter((first) => first !== "*"));
  const router: Router = new Hono();
  router.use(async (c, next) => {
    const url = new URL(c.req.url);
    url.pathname = slashForm(url.pathname);
    if (!collections.has(url.pathname.split("/")[1])) return next();
    const { method } = c.req;
    const body = ["GET", "HEAD"].includes(method) ? null : await c.req.arrayBuffer();
    return service.fetch(new Request(url, { method, headers: c.req.raw.headers, body }), c.env);
  });
  return router;
}

/** The service itself, which knows the slash form only. */
export function searchService(context: Context): Router {
  const state = searchState(context);
  const app: Router = new Hono();
  app.onError((error) => {
    throw error;
  });
  app.notFound((c) => {
    throw new ServiceError(404, "NotFound", `Nothing answers to ${c.req.method} ${c.req.path}.`);
  });
  app.use(guard(context), rateLimit(context, "searchRequestsPerSecond"));
  indexRoutes(app, state, (name) => sourcesOf(state, name));
  analysisRoutes(app, state);
  documentRoutes(app, state);
  statisticsRoutes(app, state);
  knowledgeSourceRoutes(app, state);
  knowledgeBaseRoutes(app, state);
  return app;
}
