import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { hear, serviceAt, theirPath, type Dialect } from "../dialects";
import type { Router } from "./context";
import { ServiceError } from "./errors";
import { exactText, exactValue } from "./json";
import { namespace } from "./ml/core/paths";
import { searchVersion, versionOf } from "./versions";

/**
 * Answers calls in the form of a dialect from services that speak the documents' one: a call is translated, answered as
 * ever, and the answer translated back. What the dialect does not have is a 404 without a body.
 */
export function translated(dialect: Dialect, services: Router): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const theirNamespace = dialect.defaults["providerNamespace"] ?? namespace;
  const [inward, outward] = [renamed(theirNamespace, namespace), renamed(namespace, theirNamespace)];
  return async (c) => {
    const { method } = c.req;
    const url = new URL(c.req.url);
    const path = quoted(dialect, method, plainMarks(url.pathname));
    requireNamespace(path, theirNamespace);
    const text = ["GET", "HEAD"].includes(method) ? "" : await c.req.text();
    if (isSame(path))
      return services.fetch(new Request(url, { method, headers: c.req.header(), body: text || null }), c.env);

    const answer = await hear(
      dialect,
      { method, path, query: c.req.query(), headers: c.req.header(), body: inward(bodyOf(text)) },
      async (call) => {
        const inner = new URL(inward(call.path) as string, url);
        for (const [name, value] of Object.entries(call.query ?? {}))
          if (value !== undefined) inner.searchParams.set(name, String(value));
        const isSearch = serviceAt(dialect, "document", call.method, inner.pathname) === "search";
        const version = isSearch ? searchVersion : versionOf(inner.pathname);
        if (version !== undefined && isVersion(url.searchParams.get("api-version")))
          inner.searchParams.set("api-version", version);
        const response = await services.fetch(
          new Request(inner, {
            method: call.method,
            headers: Object.entries(call.headers ?? c.req.header()).flatMap(([name, value]): [string, string][] =>
              value === undefined || name === "content-length" ? [] : [[name, value]],
            ),
            body: call.body === undefined ? null : exactText(call.body),
          }),
          c.env,
        );
        const isJson = /json/.test(response.headers.get("content-type") ?? "");
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: isJson ? bodyOf(await response.text()) : response,
        };
      },
    );
    if (answer === undefined) return new Response(null, { status: 404 });
    const { "content-length": _, ...headers } = outward(answer.headers) as Record<string, string>;
    if (answer.body instanceof Response) {
      const text = answer.status > 299 ? inTheirWords(dialect, await answer.body.text()) : answer.body.body;
      return new Response(text, { status: answer.status, headers });
    }
    const body = answer.body === undefined ? null : exactText(outward(answer.body));
    return new Response(body, { status: answer.status, headers });
  };
}

/** The path that a client of a dialect calls for one of the documents. */
export const addressIn = (dialect: Dialect, method: string, path: string): string =>
  renamed(namespace, dialect.defaults["providerNamespace"] ?? namespace)(theirPath(dialect, method, path)) as string;

const inTheirWords = (dialect: Dialect, text: string): string =>
  Object.entries(dialect.phrases).reduce((all, [from, to]) => all.replaceAll(from, to), text);

const bodyOf = (text: string): unknown => {
  if (text === "") return undefined;
  try {
    return exactValue(text);
  } catch {
    throw new ServiceError(400, "InvalidRequestContent", "The body is not JSON.");
  }
};

/** Tokens, scoring and the addresses of operations are the same everywhere, but for the namespace. */
const isSame = (path: string): boolean => /\/oauth2\/token$|^\/endpoints\//.test(path);

/** The service takes every version that is well formed. */
const isVersion = (text: string | null): boolean => /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(text ?? "");

/** The path with the marks of quoted names as they are, which clients may encode. */
const plainMarks = (path: string): string => path.replaceAll("%27", "'").replaceAll("%28", "(").replaceAll("%29", ")");

/** The search service takes its paths in the form with slashes as well, but for what it calls otherwise. */
function quoted(dialect: Dialect, method: string, path: string): string {
  if (serviceAt(dialect, "theirs", method, path) !== undefined || /^\/\w+\/[^/]+\/query$/.test(path)) return path;
  return serviceAt(dialect, "document", method, path) === "search" ? theirPath(dialect, method, path) : path;
}

/** A value with another provider namespace in resource paths and types, at any depth. */
const renamed = (from: string, to: string) => {
  const pattern = new RegExp(`(^|/providers/)${from.replaceAll(".", "\\.")}(?=/)`, "gi");
  const through = (value: unknown): unknown =>
    typeof value === "string"
      ? value.replaceAll(pattern, `$1${to}`)
      : Array.isArray(value)
        ? value.map(through)
        : typeof value === "object" && value !== null && !(value instanceof Response)
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [through(key), through(item)]))
          : value;
  return through;
};

function requireNamespace(path: string, wanted: string): void {
  const [, namespace] = /^\/subscriptions\/[^/]+\/(?:resourceGroups\/[^/]+\/)?providers\/([^/]+)/i.exec(path) ?? [];
  if (namespace === undefined || namespace.toLowerCase() === wanted.toLowerCase()) return;
  throw new ServiceError(404, "InvalidResourceNamespace", `The resource namespace '${namespace}' is invalid.`);
}
