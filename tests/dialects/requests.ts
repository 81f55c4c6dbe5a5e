import type { Sandbox } from "../../sandbox";

/** A request as two clients can agree on it: without headers, in no letter case of the version. */
export interface Request {
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

/** What a task sends to a sandbox, but for tokens; `wanted` says which of it counts. */
export async function sentBy(
  sandbox: Sandbox,
  task: () => Promise<unknown>,
  wanted: (request: Request) => boolean = () => true,
): Promise<Request[]> {
  const before = sandbox.requests.length;
  await task();
  return sandbox.requests
    .slice(before)
    .filter(({ path }) => !path.endsWith("/oauth2/token"))
    .map(({ method, path, query, body }) => ({
      method,
      path: decodeURIComponent(path),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.toLowerCase()])),
      ...(body !== undefined && { body }),
    }))
    .filter(wanted);
}

/** The writes of a task. */
export const writtenBy = (sandbox: Sandbox, task: () => Promise<unknown>): Promise<Request[]> =>
  sentBy(sandbox, task, ({ method }) => method !== "GET");
