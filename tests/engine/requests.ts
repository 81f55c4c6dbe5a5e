import type { LoggedRequest, Sandbox } from "../../sandbox";

/** What a run sends, as a test waits for it, tells it and keeps it from its end. */

/** Resolves when the sandbox has received so many requests more, and at once for none. */
export const received = (sandbox: Sandbox, count: number): Promise<void> => {
  let left = count;
  return receiving(sandbox, (entries) => (left -= entries.length) <= 0);
};

/** Resolves when the sandbox receives a request whose method and path match. */
export const arrival = (sandbox: Sandbox, wanted: RegExp): Promise<void> =>
  receiving(sandbox, (entries) => entries.some(({ method, path }) => wanted.test(`${method} ${path}`)));

/** Resolves with the entries of the log that are wanted. */
const receiving = (sandbox: Sandbox, isWanted: (entries: readonly LoggedRequest[]) => boolean): Promise<void> =>
  new Promise((resolve) => {
    sandbox.requests.push = (...entries: LoggedRequest[]): number => {
      if (isWanted(entries)) resolve();
      return Array.prototype.push.apply(sandbox.requests, entries);
    };
  });

/** Takes the requests out of the log; gives the method and the path of those that wrote. */
export const takeWrites = (sandbox: Sandbox): { method: string; path: string }[] =>
  sandbox.requests.splice(0).filter(({ method, path }) => method !== "GET" && !path.includes("oauth2"));

/** Has a write accepted, whose operation asks for more patience than `customTimeouts` has. */
export function makeEndless(sandbox: Sandbox, match: string): void {
  sandbox.faults.push({
    match,
    status: 202,
    body: "",
    headers: { "azure-asyncoperation": `${sandbox.url}/endless`, "retry-after": "600" },
  });
  sandbox.faults.push({ match: "GET /endless$", body: JSON.stringify({ status: "InProgress" }), retryAfter: 600 });
}
