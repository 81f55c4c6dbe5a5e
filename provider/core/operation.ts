import { setTimeout as sleep } from "node:timers/promises";
import { errorOf, retryAfter } from "./answer";
import { isNotFound, OperationError, tell, TimeoutError } from "./errors";
import type { Answer, Http } from "./http";
import { isBag, type Bag } from "./wire";

/** How an operation is followed. */
export interface Follow {
  /** What is done, for messages: `creating /indexes/a`. */
  what: string;
  /** Shows the state of the operation. */
  progress(text: string): void;
}

/**
 * The address at which the operation that an answer started is asked for, and whether its body tells a status; none
 * when it is at its end.
 */
export function operationOf({ headers, status, url }: Answer): { at: string; form: "status" | "location" } | undefined {
  const told = headers["azure-asyncoperation"] ?? headers["operation-location"];
  const address = told ?? (status === 202 ? headers["location"] : undefined);
  if (address === undefined) return undefined;
  return {
    at: URL.canParse(address, url) ? new URL(address, url).href : address,
    form: told === undefined ? "location" : "status",
  };
}

/**
 * Follows the operation that an answer started to its end, in the forms `Azure-AsyncOperation`, `Operation-Location`
 * and
 * `Location`; an answer with none of them is at its end. Throws `OperationError` when it failed or was cancelled and
 * `TimeoutError` at the deadline of `http`.
 * @returns the body at the end of the operation, for operations whose result is not a resource.
 */
export async function follow(http: Http, answer: Answer, { what, progress }: Follow): Promise<unknown> {
  const operation = operationOf(answer);
  if (operation === undefined) return answer.body;
  let { headers, body } = answer;
  for (let polls = 0; ; polls++) {
    await pause(http, headers, polls, what, statusOf(body));
    // An operation that is not there any more has ended.
    const poll = await http.send({ method: "GET", path: operation.at }).catch(unlessGone);
    if (poll === undefined) return undefined;
    ({ headers, body } = poll);
    const status = statusOf(body);
    if (hasFailed(status)) throw failed(http, what, status!, body);
    const runs =
      operation.form === "status"
        ? isRunning(status) || (status === undefined && poll.status === 202)
        : poll.status === 202;
    if (!runs) return body;
    progress(`${what}: ${status ?? "running"}${percentOf(body)}`);
  }
}

function unlessGone(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}

/** The `provisioningState` of a resource. */
export function stateOf(body: unknown): string | undefined {
  if (!isBag(body)) return undefined;
  const properties = isBag(body["properties"]) ? body["properties"] : {};
  const state = body["provisioningState"] ?? properties["provisioningState"];
  return typeof state === "string" ? state : undefined;
}

/** The status of an operation, wherever the body has it. */
function statusOf(body: unknown): string | undefined {
  const status = isBag(body) ? (body["status"] ?? body["state"]) : undefined;
  return typeof status === "string" ? status : stateOf(body);
}

/** Whether a state says that all is well. */
export const hasSucceeded = (state: string): boolean => /^(succeeded|completed)$/i.test(state);

/** Whether a state says that an operation ended badly. */
export const hasFailed = (state: string | undefined): boolean =>
  state !== undefined && /^(failed|canceled|cancelled|timedout)$/i.test(state);

/** Whether a state is one that will still change; none at all counts as done. */
export const isRunning = (state: string | undefined): boolean =>
  state !== undefined && !hasSucceeded(state) && !hasFailed(state);

/** The error of an operation that did not succeed, with the nested codes that explain it. */
export function failed(http: Http, what: string, state: string, body: unknown): OperationError {
  const properties = isBag(body) && isBag(body["properties"]) ? body["properties"] : {};
  const inner = isBag(body) ? (body["error"] ?? properties["error"] ?? properties["provisioningErrors"]) : undefined;
  const errors = (Array.isArray(inner) ? inner : [inner])
    .filter((one) => one !== undefined && one !== null)
    .map((one) => errorOf(isBag(one) && Object.hasOwn(one, "error") ? one : { error: one }))
    .filter(({ code, message, details }) => code !== "" || message !== "" || details.length > 0);
  return new OperationError(`${what} ended as ${state}${http.mask(tell(errors)).replace(/^; /, ": ")}`);
}

/**
 * Waits between polls: what the service asks for, else 0.2 s at first and up to 5 s; less at the end of the time, for a
 * last look.
 */
export async function pause(
  http: Http,
  headers: Record<string, string>,
  polls: number,
  what: string,
  state?: string,
): Promise<void> {
  const left = http.deadline - Date.now() - LAST_LOOK;
  if (left <= 0)
    throw new TimeoutError(`${what} did not end in time${state === undefined ? "" : `; its last state is ${state}`}`);
  await sleep(Math.min(left, 1000 * (retryAfter(headers) ?? Math.min(5, 0.2 * 1.4 ** polls))));
}

/** Milliseconds that are kept for the last look at an operation. */
const LAST_LOOK = 500;

const percentOf = (body: unknown): string => {
  const percent = isBag(body) ? (body as Bag)["percentComplete"] : undefined;
  return typeof percent === "number" ? ` (${Math.round(percent)} %)` : "";
};
