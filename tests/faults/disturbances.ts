import type { Behaviour, Fault } from "../../sandbox";

/** Something that goes wrong between us and a service. */
export interface Disturbance {
  name: string;
  /** What happens to one request. */
  fault?: Omit<Fault, "match">;
  /** How the service behaves all the while. */
  behaviour?: Partial<Behaviour>;
  /** Whether the service behaves like that from the beginning, and not only in the verb. */
  always?: true;
  /** The requests that it can happen to, `METHOD path`; all when not given. */
  meets?: RegExp;
  /** The time that the operation is given, in the form of `customTimeouts`. */
  within?: string;
}

const error = (code: string, message: string): string => JSON.stringify({ error: { code, message, details: [] } });
const changes = /^(PUT|PATCH|DELETE|POST) (?!.*oauth2)|\/(un)?load\//;
const page = { body: "<html>sign in</html>", headers: { "content-type": "text/html" } };
const writes = /^(PUT|PATCH|DELETE|POST) (?!.*oauth2)/;

/** What networks, services and operators do to single requests. */
const single: Disturbance[] = [
  { name: "429", fault: { status: 429, times: 2 } },
  { name: "429 with Retry-After", fault: { status: 429, retryAfter: 1 } },
  { name: "500", fault: { status: 500 } },
  { name: "500 though the work is done", fault: { status: 500, done: true } },
  {
    name: "502, an HTML page",
    fault: { status: 502, body: "<html>bad gateway</html>", headers: { "content-type": "text/html" } },
  },
  { name: "502 though the work is done", fault: { status: 502, body: "", done: true } },
  { name: "503", fault: { status: 503, times: 2 } },
  { name: "503 with Retry-After", fault: { status: 503, retryAfter: 1 } },
  { name: "504 though the work is done", fault: { status: 504, done: true } },
  { name: "dropped before the work", fault: { drop: "before" } },
  { name: "dropped in the middle of the answer", fault: { drop: "midway" } },
  { name: "dropped after the work", fault: { drop: "after" } },
  {
    name: "dropped after the work, and old values for a while",
    fault: { drop: "after" },
    behaviour: { staleReads: 3 },
    meets: writes,
  },
  {
    name: "502 though the work is done, and old values for a while",
    fault: { status: 502, done: true },
    behaviour: { staleReads: 3 },
    meets: writes,
  },
  { name: "a slow answer", fault: { delayMs: 300 } },
  { name: "no answer in time", fault: { delayMs: 3000 }, within: "1s" },
  {
    name: "401, a token that expired",
    fault: { status: 401, body: error("ExpiredAuthenticationToken", "The access token has expired.") },
  },
  { name: "401 for good", fault: { status: 401, times: 20 } },
  { name: "403 for good", fault: { status: 403, times: 20 } },
  {
    name: "409 while another operation runs",
    fault: { status: 409, times: 2, body: error("Conflict", "Another operation (Updating) is in progress.") },
    meets: writes,
  },
  {
    name: "412 on a stale ETag",
    fault: { status: 412, body: error("PreconditionFailed", "The condition in the header If-Match does not hold.") },
    meets: writes,
  },
  {
    name: "404 though it is there",
    fault: { status: 404, times: 2, body: error("NotFound", "There is none.") },
    meets: /^GET |\/docs\//,
  },
  {
    name: "404 instead of the work",
    fault: { status: 404, body: error("NotFound", "There is none.") },
    meets: changes,
  },
  {
    name: "404, an HTML page",
    fault: { status: 404, body: "<html>not found</html>", headers: { "content-type": "text/html" } },
  },
  { name: "a malformed body", fault: { status: 200, done: true, body: '{"name": "a", ' } },
  { name: "an empty body", fault: { status: 200, done: true, body: "" } },
  { name: "null", fault: { status: 200, done: true, body: "null" } },
  {
    name: "an HTML page with 200",
    fault: { status: 200, done: true, ...page },
  },
  { name: "an HTML page with 200 instead of the work", fault: { status: 200, ...page }, meets: changes },
  {
    name: "an operation that fails",
    fault: {
      outcome: {
        status: "Failed",
        error: { code: "Broken", message: "It did not work.", details: [{ code: "Inner", message: "No capacity." }] },
      },
    },
    meets: /^(PUT|DELETE|POST) \/subscriptions/,
  },
  {
    name: "an operation that is cancelled",
    fault: { outcome: { status: "Canceled" } },
    meets: /^(PUT|DELETE|POST) \/subscriptions/,
  },
];

/** How a service may behave all the while. */
const lasting: Disturbance[] = [
  { name: "404 and old values for a while", behaviour: { staleReads: 3 } },
  { name: "404 and old values for a while after every write", behaviour: { staleReads: 3 }, always: true },
  { name: "tokens that expire at once", behaviour: { tokenLifetime: 0.2 } },
  { name: "an operation that takes longer than there is time", behaviour: { polls: 8 }, within: "1s" },
  { name: "503 for longer than there is time", fault: { status: 503, times: 1000 }, within: "1s" },
  { name: "429 for longer than there is time", fault: { status: 429, times: 1000 }, within: "1s" },
];

/** The disturbances of single requests, and those that last for a whole verb. */
export const disturbances = { single, lasting };
