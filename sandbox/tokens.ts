import { randomUUID } from "node:crypto";
import { Hono, type HonoRequest } from "hono";
import type { Collection, Context, Router } from "./context";
import { ServiceError } from "./errors";
import { isSecret } from "./secrets";

interface Token {
  /** The `resource` or `scope` that it was asked for. */
  audience: string;
  /** Milliseconds since 1970. */
  expires: number;
}

const tokens = (context: Context): Collection<Token> => context.collection<Token>("tokens");
const counts = (context: Context): Collection<number> => context.collection<number>("tokens.counts");

/** The most tokens that are kept, whether they have expired or not. */
const most = 10_000;

/** The token request of document 1, by `resource`, and the same by `scope`. */
export function tokenRoutes(context: Context): Router {
  const app: Router = new Hono();
  app.post("/:tenant/oauth2/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const refuse = (status: 400 | 401, error: string, description: string): Response =>
      c.json(
        { error, error_description: description, error_codes: [], timestamp: new Date(context.now()).toISOString() },
        status,
      );
    if (!c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded")) {
      return refuse(400, "invalid_request", "The body must be form-encoded.");
    }
    if (c.req.param("tenant") !== "sandbox") return refuse(400, "invalid_request", "There is no such tenant.");
    if (form.get("grant_type") !== "client_credentials") {
      return refuse(400, "unsupported_grant_type", "The only grant_type is client_credentials.");
    }
    if (form.get("client_id") !== "sandbox") return refuse(400, "unauthorized_client", "There is no such client.");
    if (!isSecret("clientSecret", form.get("client_secret")))
      return refuse(401, "invalid_client", "The client secret is wrong.");
    const audience = form.get("resource") ?? form.get("scope");
    if (!audience) return refuse(400, "invalid_request", "The form lacks resource or scope.");
    const { tokenLifetime } = context.behaviour;
    // No other sandbox, not even a later one at the same address, takes it for its own.
    const count = (counts(context).get("issued") ?? 0) + 1;
    counts(context).set("issued", count);
    const token = `sandbox-token-${count}-${randomUUID()}`;
    forgetExpired(context);
    tokens(context).set(token, { audience, expires: context.now() + tokenLifetime * 1000 });
    return c.json({ token_type: "Bearer", expires_in: String(tokenLifetime), access_token: token });
  });
  return app;
}

function forgetExpired(context: Context): void {
  const all = tokens(context).entries();
  const tooMany = Math.max(0, all.length - most + 1);
  for (const [at, [token, { expires }]] of all.entries())
    if (at < tooMany || expires <= context.now()) tokens(context).delete(token);
}

/**
 * The audience of the bearer token that a request carries; throws 401 when there is none or it is not valid any more.
 */
export function audienceOf(context: Context, request: HonoRequest): string {
  const text = bearerOf(request);
  if (text === undefined) throw refused("AuthenticationFailed", "The header Authorization lacks a bearer token.");
  const token = tokens(context).get(text);
  if (token === undefined) throw refused("InvalidAuthenticationToken", "The access token is not one of this issuer.");
  if (token.expires <= context.now()) throw refused("ExpiredAuthenticationToken", "The access token has expired.");
  return token.audience;
}

/** Whether a text is a token of this issuer that is valid still. */
export function isToken(context: Context, text: string): boolean {
  return (tokens(context).get(text)?.expires ?? 0) > context.now();
}

/** The text after `Bearer` in the header `Authorization`. */
export function bearerOf(request: HonoRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
}

/** A 401 of this code. */
export function refused(code: string, message: string): ServiceError {
  return new ServiceError(401, code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}
