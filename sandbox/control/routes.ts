import { type Context as Call, Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../context";
import { ServiceError } from "../errors";
import { faultSchema } from "./faults";
import type { Script } from "./script";

const clockSchema = z.strictObject({ advanceSeconds: z.number().min(0) });

/** The routes by which a test scripts and watches the sandbox. */
export function controlRoutes(context: Context, script: Script): Router {
  const app: Router = new Hono();
  app.post("/faults", async (c) => {
    const fault = checked(faultSchema, await bodyOf(c));
    script.faults.push(fault);
    return c.json(fault, 201);
  });
  app.delete("/faults", (c) => {
    script.faults.length = 0;
    return c.body(null, 204);
  });
  app.get("/requests", (c) => c.json(script.requests));
  app.delete("/requests", (c) => {
    script.requests.length = 0;
    return c.body(null, 204);
  });
  app.post("/clock", async (c) => {
    const { advanceSeconds } = checked(clockSchema, await bodyOf(c));
    const clock = context.collection<number>("clock");
    clock.set("advanced", (clock.get("advanced") ?? 0) + advanceSeconds * 1000);
    return c.json({ now: new Date(context.now()).toISOString() });
  });
  app.get("/behaviour", (c) => c.json(context.behaviour));
  app.post("/behaviour", async (c) => {
    const change = checked(z.record(z.string(), z.unknown()), await bodyOf(c));
    const unknown = Object.keys(change).find((name) => !(name in context.behaviour));
    if (unknown !== undefined) throw new ServiceError(400, "BadRequest", `There is no behaviour ${unknown}.`);
    for (const [name, value] of Object.entries(change))
      Object.assign(context.behaviour, { [name]: value ?? undefined });
    return c.json(context.behaviour);
  });
  return app;
}

async function bodyOf(c: Call): Promise<unknown> {
  return c.req.json().catch(() => {
    throw new ServiceError(400, "BadRequest", "The body is not JSON.");
  });
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": "));
  throw new ServiceError(400, "BadRequest", mistakes.join("; "));
}
