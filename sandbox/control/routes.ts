import { Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../context";
import { ServiceError } from "../errors";
import { behaviourSchema } from "./behaviour";
import { bodyOf } from "./body";
import { faultSchema } from "./faults";
import type { Script } from "./script";

/** The most faults that may wait for their requests. */
const mostFaults = 1000;

/** The last time that the clock may show: the end of the year 9999, in milliseconds since 1970. */
const lastTime = Date.UTC(10_000, 0);

const clockSchema = z.strictObject({
  advanceSeconds: z
    .number()
    .min(0)
    .max(lastTime / 1000),
});

/** The routes by which a test, or the sandbox's page, scripts and watches the sandbox. */
export function controlRoutes(context: Context, script: Script): Router {
  const app: Router = new Hono();
  app.post("/faults", async (c) => {
    const fault = await bodyOf(c, faultSchema);
    if (script.faults.length >= mostFaults)
      throw new ServiceError(409, "Conflict", `${mostFaults} faults wait already; DELETE forgets them.`);
    script.faults.push(fault);
    return c.json(fault, 201);
  });
  app.delete("/faults", (c) => {
    script.faults.length = 0;
    return c.body(null, 204);
  });
  app.get("/requests", (c) => c.json(script.log.requests));
  app.delete("/requests", (c) => {
    script.log.clear();
    return c.body(null, 204);
  });
  app.post("/clock", async (c) => {
    const { advanceSeconds } = await bodyOf(c, clockSchema);
    if (context.now() + advanceSeconds * 1000 >= lastTime)
      throw new ServiceError(400, "BadRequest", "advanceSeconds: the clock ends with the year 9999.");
    const clock = context.collection<number>("clock");
    clock.set("advanced", (clock.get("advanced") ?? 0) + advanceSeconds * 1000);
    return c.json({ now: new Date(context.now()).toISOString() });
  });
  app.get("/behaviour", (c) => c.json(context.behaviour));
  app.post("/behaviour", async (c) => {
    const change = await bodyOf(c, behaviourSchema);
    for (const [name, value] of Object.entries(change))
      Object.assign(context.behaviour, { [name]: value ?? undefined });
    return c.json(context.behaviour);
  });
  return app;
}
