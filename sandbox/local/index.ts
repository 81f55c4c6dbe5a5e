import { Hono } from "hono";
import type { Context, Router } from "../context";
import { chatRoutes } from "./chat/chat";
import { downloadRoutes } from "./models/download";
import { loadingRoutes } from "./models/loading";
import { Models } from "./models/models";
import { notFound, refusals } from "./refusal";
import { statusRoutes } from "./status";

/** The routes of document 3; any API key, and none, is accepted. */
export function localRoutes(context: Context): Router {
  const app: Router = new Hono();
  const models = new Models(context);
  app.route("/", statusRoutes(context));
  app.route("/", downloadRoutes(context, models));
  app.route("/", loadingRoutes(context, models));
  app.route("/", chatRoutes(context, models));
  for (const path of ["/runtime/*", "/compat/*", "/v1/*"]) {
    app.all(path, (c) => {
      throw notFound(`Nothing answers to ${c.req.method} ${c.req.path}.`);
    });
  }
  app.onError(refusals(context));
  return app;
}
