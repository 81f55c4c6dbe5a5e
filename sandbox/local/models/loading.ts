import { Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../../context";
import { queryOf } from "../body";
import { invalid } from "../refusal";
import type { Models } from "./models";

/** Seconds of idleness after which a model is unloaded when `ttl` gives no other time. */
const defaultTtl = 600;

const loadSchema = z.object({
  ttl: z
    .string()
    .regex(/^-?\d+$/, "Expected an integer of seconds")
    .transform(Number)
    .refine(Number.isSafeInteger, "Expected an integer of seconds")
    .optional(),
  ep: z.enum(["dml", "cuda", "qnn", "cpu", "webgpu"]).optional(),
});

const unloadSchema = z.object({
  force: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false"]))
    .optional(),
});

/** The routes that list cached and loaded models, load and unload. */
export function loadingRoutes(context: Context, models: Models): Router {
  const app: Router = new Hono();
  const answer = (status: string) =>
    context.behaviour.localAnswers === "status" ? Response.json({ status }) : new Response(null, { status: 200 });

  app.get("/compat/models", (c) => c.json(models.cached()));
  app.get("/compat/loadedmodels", (c) => c.json(models.loaded()));

  app.get("/compat/load/:name", (c) => {
    const { ttl = defaultTtl } = queryOf(c.req, loadSchema);
    const wantedName = c.req.param("name");
    const { name } = models.find(wantedName, "cached");
    if (!models.isCached(name)) {
      const isText = context.behaviour.localErrors === "text";
      throw invalid(
        isText
          ? `No CompatService provider found for modelName: ${wantedName}`
          : "Model not cached: Model must be downloaded before loading",
      );
    }
    const status = models.isLoaded(name) ? "already_loaded" : "loaded";
    models.load(name, ttl > 0 ? ttl : defaultTtl);
    return answer(status);
  });

  app.get("/compat/unload/:name", (c) => {
    const { force } = queryOf(c.req, unloadSchema);
    const { name } = models.find(c.req.param("name"), "loaded");
    if (!models.isLoaded(name)) return answer("not_loaded");
    if (force !== "true") return answer("loaded"); // Until its time to live is over.
    models.unload(name);
    return answer("unloaded");
  });
  return app;
}
