import type { MiddlewareHandler } from "hono";
import type { Context } from "./context";
import { ServiceError } from "./errors";

/** Refuses with 429 and `Retry-After: 1` what is more than the named limit allows in one second. */
export function rateLimit(
  context: Context,
  limit: "mlRequestsPerSecond" | "searchRequestsPerSecond",
): MiddlewareHandler {
  let second = 0;
  let count = 0;
  return async (_c, next) => {
    const now = Math.floor(context.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    const allowed = context.behaviour[limit];
    if (allowed !== undefined && count > allowed) {
      throw new ServiceError(429, "TooManyRequests", `More than ${allowed} requests in one second.`, {
        headers: { "Retry-After": "1" },
      });
    }
    await next();
  };
}
