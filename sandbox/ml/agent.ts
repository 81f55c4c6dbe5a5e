import { type Context as Call, Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../context";
import { isSecret } from "../secrets";

const schema = z.looseObject({
  assistant_id: z.string().min(1),
  thread: z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) }),
});

/**
 * The one call of the agent service: it starts a run. Its path carries no api-version, its errors have a form of their
 * own.
 */
export function agentRoutes(context: Context): Router {
  const app: Router = new Hono();
  app.post("/compat/threads/runs", async (c) => {
    if (!isSecret("agentApiKey", c.req.header("api-key")))
      return refusal(c, 401, "The header api-key is missing or wrong.", "invalid_api_key", null);
    const result = schema.safeParse(await c.req.json().catch(() => undefined));
    if (!result.success) {
      const { path = [], message = "" } = result.error.issues[0] ?? {};
      return refusal(c, 400, `${path.join(".") || "body"}: ${message}`, "invalid_request", path.join(".") || null);
    }
    const counts = context.collection<number>("ml.runs");
    const count = (counts.get("started") ?? 0) + 1;
    counts.set("started", count);
    const created = Math.floor(context.now() / 1000);
    return c.json({
      id: `run_${count}`,
      object: "thread.run",
      created_at: created,
      thread_id: `thread_${count}`,
      assistant_id: result.data.assistant_id,
      status: "queued",
      expires_at: created + 600,
      started_at: null,
      completed_at: null,
      last_error: null,
      required_action: null,
      usage: null,
      metadata: {},
    });
  });
  return app;
}

function refusal(c: Call, status: 400 | 401, message: string, code: string, param: string | null): Response {
  return c.json({ error: { message, type: "invalid_request_error", param, code, details: [] } }, status);
}
