import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import type { Environment } from "../context";
import { codeOf, errorBody } from "../errors";
import type { Fault } from "../publicTypes";
import { takeFault } from "./faults";

/** Lets the scripted faults act on the requests that they match. */
export function disturb(faults: Fault[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const fault = takeFault(faults, `${c.req.method} ${new URL(c.req.url).pathname}`);
    if (fault === undefined) return next();
    c.set("fault", true);
    if (fault.delayMs !== undefined) await wait(fault.delayMs, undefined, { ref: false });
    const { incoming, outgoing } = c.env;
    if (fault.drop === "before") {
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (fault.status !== undefined || fault.body !== undefined) {
      if (fault.done === true) await next();
      c.res = undefined;
      c.res = scripted(fault);
      return;
    }
    await next();
    if (fault.drop === undefined) return;
    if (fault.drop === "after") {
      await c.res.arrayBuffer();
      incoming.socket.destroy();
    } else {
      const part = await firstPart(c.res);
      outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers));
      outgoing.write(part, () => incoming.socket.destroy());
    }
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
  };
}

function scripted(fault: Fault): Response {
  const status = fault.status ?? 200;
  const code = codeOf(status);
  const body = fault.body ?? JSON.stringify(errorBody(code, `A scripted answer: ${code}.`));
  const headers = new Headers({ "Content-Type": "application/json" });
  if (fault.retryAfter !== undefined) headers.set("Retry-After", String(fault.retryAfter));
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** The first chunk of a streamed answer, or half of one that comes in a single chunk. */
async function firstPart(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const first = (await reader?.read())?.value ?? new Uint8Array();
  const second = await reader?.read();
  await reader?.cancel();
  return second?.done === false ? first : first.slice(0, Math.ceil(first.length / 2));
}
