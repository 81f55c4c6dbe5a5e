import type { HonoRequest, MiddlewareHandler } from "hono";
import type { Context } from "../context";
import { ServiceError } from "../errors";
import { isSecret } from "../secrets";
import { audienceOf, refused } from "../tokens";
import { searchVersion as version } from "../versions";

/**
 * Lets a request through that has the service's `api-version` and the API key or a token; the key counts when both are
 * there. 400 for another version, 401 for other credentials.
 */
export function guard(context: Context): MiddlewareHandler {
  return async (c, next) => {
    checkCredentials(context, c.req);
    const sent = c.req.query("api-version");
    if (sent === undefined)
      throw new ServiceError(400, "MissingApiVersionParameter", "The query parameter api-version is required.");
    if (sent !== version) {
      throw new ServiceError(
        400,
        "InvalidApiVersionParameter",
        `The api-version '${sent}' is not supported; it must be ${version}.`,
      );
    }
    await next();
  };
}

function checkCredentials(context: Context, request: HonoRequest): void {
  const key = request.header("api-key");
  if (isSecret("searchApiKey", key)) return;
  if (key !== undefined) throw refused("InvalidApiKey", "The API key in the header api-key is wrong.");
  // A token for the plain address is one for the ML service.
  const audience = audienceOf(context, request).replace(/\/$/, "");
  if (audience === context.url() || audience === new URL(request.url).origin) {
    throw refused("InvalidAuthenticationToken", "The access token is not for the search service.");
  }
}
