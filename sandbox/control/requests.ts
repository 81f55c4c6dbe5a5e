import type { HonoRequest } from "hono";

/** A request that the sandbox has received. */
export interface LoggedRequest {
  /** The verb, in capitals. */
  method: string;
  /** The path as sent, without the query. */
  path: string;
  /** The query, name by name. */
  query: Record<string, string>;
  /** The headers, without those that carry credentials. */
  headers: Record<string, string>;
  /** The body, when it is JSON. */
  body?: unknown;
  /** The sandbox's time of arrival in milliseconds since 1970. */
  at: number;
  /** The status of the answer; absent while there is none and when the connection was broken. */
  status?: number;
}

const credentials = new Set(["authorization", "api-key", "cookie"]);

/** The log entry of a request that arrives at the time `at`. */
export async function logged(request: HonoRequest, at: number): Promise<LoggedRequest> {
  const headers = Object.entries(request.header()).filter(([name]) => !credentials.has(name));
  const body = json(await request.text());
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    query: request.query(),
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
    at,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
