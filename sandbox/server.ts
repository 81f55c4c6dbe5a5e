import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context as Call, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { getPath } from "hono/utils/url";
import type { Context, Router } from "./context";
import { disturb } from "./control/disturb";
import { ownOrigin } from "./control/origin";
import { controlRoutes } from "./control/routes";
import type { Script } from "./control/script";
import type { Dialect } from "../dialects";
import { translated } from "./dialect";
import { ServiceError, errorBody } from "./errors";
import { localRoutes } from "./local";
import { mlRoutes } from "./ml";
import { canonicalPath } from "./ml/core/paths";
import { frontDoor, pageRoutes } from "./page/routes";
import { searchRoutes } from "./search";

/** The largest body in bytes. */
const largestBody = 32 * 1024 * 1024;

/** The three services, in a dialect if there is one, and the routes under `/_sandbox/` as one application. */
export function application(context: Context, script: Script, dialect?: Dialect): Router {
  const app = router();
  let received = 0;
  app.use(bodyLimit({ maxSize: largestBody, onError: tooLarge }));
  app.use("/_sandbox/*", ownOrigin);
  app.route("/_sandbox", controlRoutes(context, script));
  app.route("/_sandbox", pageRoutes(context, script));
  app.use(frontDoor);
  app.use(async (c, next) => {
    if (c.req.path.startsWith("/_sandbox/")) return next();
    received += 1;
    const id = `00000000-0000-4000-8000-${String(received).padStart(12, "0")}`;
    const started = performance.now();
    const entry = await script.log.add(c.req, context.now());
    if (script.latency > 0) await wait(script.latency, undefined, { ref: false });
    await next();
    if (c.get("fault") === true) entry.fault = true;
    if (c.res === RESPONSE_ALREADY_SENT) return script.log.touch(entry);
    c.res.headers.set("x-ms-request-id", id);
    c.res.headers.set("Date", new Date(context.now()).toUTCString());
    const text = await textOf(c);
    script.log.ended(entry, { status: c.res.status, took: Math.round(performance.now() - started), text });
  });
  app.use(disturb(script.faults));
  if (dialect === undefined) return services(context, app);
  app.use(translated(dialect, services(context, router())));
  return app;
}

/** The three services, in the documents' form. */
function services(context: Context, app: Router): Router {
  app.route("/", mlRoutes(context));
  app.route("/", searchRoutes(context));
  app.route("/", localRoutes(context));
  return app;
}

/** The text of an answer that is JSON, which stays in the answer. */
async function textOf(c: Call): Promise<string | undefined> {
  const { headers, status } = c.res;
  if (!/\bjson\b/.test(headers.get("content-type") ?? "")) return undefined;
  const text = await c.res.text();
  c.res = undefined;
  c.res = new Response(text, { status, headers });
  return text;
}

function tooLarge(): never {
  throw new ServiceError(413, "RequestEntityTooLarge", `A body may have at most ${largestBody / 1024 / 1024} MB.`);
}

/** A router whose refusals have the services' form. */
function router(): Router {
  const app: Router = new Hono({ getPath: (request) => canonicalPath(getPath(request)) });
  app.onError((error, c) => {
    if (!(error instanceof ServiceError)) {
      console.error(error);
      return c.json(errorBody("InternalServerError", "The sandbox failed; the reason is in its log."), 500);
    }
    const body = errorBody(error.code, error.message, error.more.details);
    return c.json(body, error.status as ContentfulStatusCode, error.more.headers);
  });
  app.notFound((c) => c.json(errorBody("NotFound", `Nothing answers to ${c.req.method} ${c.req.path}.`), 404));
  return app;
}
