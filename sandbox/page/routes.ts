import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type MiddlewareHandler, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Context, Router } from "../context";
import { bodyOf } from "../control/body";
import type { Script } from "../control/script";
import { ServiceError } from "../errors";
import { querySchema } from "../search/knowledge/knowledgeQuery";
import { changeOf, shownRequest } from "./log";
import { answered, boxSchema, indexShown, searched } from "./search";
import { stateOf } from "./state";

/** The files of the page, which the build puts beside this one, with their types. */
const files: Record<string, string> = {
  "index.html": "text/html; charset=utf-8",
  "client.js": "text/javascript; charset=utf-8",
  "style.css": "text/css; charset=utf-8",
};

/** Nothing but the sandbox's own files runs, is shown or called, and no other page frames it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Milliseconds between two looks for changes on behalf of a page that is open. */
const pause = 200;

/** Answers a browser that asks for the sandbox's own address with the page; no service has this path. */
export const frontDoor: MiddlewareHandler = async (c, next) => {
  const isForPage = c.req.path === "/" && c.req.method === "GET" && /\btext\/html\b/.test(c.req.header("accept") ?? "");
  return isForPage ? file("index.html") : next();
};

/** What the page is made of and shows; all of it reads, and nothing of it counts as a request to the services. */
export function pageRoutes(context: Context, script: Script): Router {
  const app: Router = new Hono();
  app.get("/page/:file", (c) => file(c.req.param("file")));
  app.get("/state", (c) => c.json(stateOf(context, script)));
  app.get("/log", (c) => c.json(changeOf(script.log, Number(c.req.query("since")) || 0)));
  app.get("/log/:id", (c) => {
    const request = shownRequest(script.log, Number(c.req.param("id")));
    if (request === undefined) throw new ServiceError(404, "NotFound", "The log does not keep this request any more.");
    return c.json(request);
  });
  app.get("/indexes/:name", (c) => c.json(indexShown(context, c.req.param("name"))));
  app.post("/indexes/:name/search", async (c) =>
    c.json(searched(context, c.req.param("name"), await bodyOf(c, boxSchema))),
  );
  app.post("/knowledgebases/:name/query", async (c) =>
    c.json(answered(context, c.req.param("name"), await bodyOf(c, querySchema))),
  );
  /** Tells a page that is open of every change; what has changed it asks for. */
  app.get("/events", (c) =>
    streamSSE(c, async (stream) => {
      let lastSent = "";
      while (!stream.aborted && !stream.closed) {
        const settings = JSON.stringify([script.faults, script.latency, context.behaviour]);
        const data = JSON.stringify({ state: `${context.revision()} ${settings}`, log: script.log.revision });
        if (data !== lastSent) await stream.writeSSE({ event: "changed", data });
        lastSent = data;
        await wait(pause, undefined, { ref: false });
      }
    }),
  );
  return app;
}

function file(name: string): Response {
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  if (type === undefined) throw new ServiceError(404, "NotFound", "The page has no such file.");
  return new Response(read(name), {
    headers: {
      "Content-Type": type,
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-cache",
    },
  });
}

function read(name: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(join(__dirname, name)));
  } catch {
    throw new ServiceError(404, "NotFound", "The page is not built; `npm run build` does so.");
  }
}
