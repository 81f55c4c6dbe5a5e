import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";

/** The names of this machine, on which the sandbox answers. */
const ownNames = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Refuses with 403 what a page of another site may have sent: a request to another host name, which somebody has made
 * point to this machine, and one that a browser says is of another origin.
 */
export const ownOrigin: MiddlewareHandler = async (c, next) => {
  const { host, hostname } = new URL(c.req.url);
  if (!ownNames.includes(hostname)) throw refused("The header Host names another machine.");
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site") ?? "none";
  if ((origin !== undefined && origin !== `http://${host}`) || !["same-origin", "none"].includes(site))
    throw refused("A page of another origin may not steer the sandbox.");
  await next();
};

function refused(message: string): ServiceError {
  return new ServiceError(403, "Forbidden", message);
}
