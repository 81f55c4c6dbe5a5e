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
 * Follows the operation that an answer started to its end, in the forms `Azure-AsyncOperation`, `Operation-Location` and
 * `Location`; an answer with none of them is at its end. Throws `OperationError` when it failed or was cancelled and
 * `TimeoutError` at the deadline of `http`.
 * @returns the body at the end of the operation, for operations whose result is not a resource.
 */
export async function follow(http: Http, answer: Answer, { what, progress }: Follow): Promise<unknown> {
  const status = answer.headers["azure-asyncoperation"] ?? answer.headers["operation-location"];
  const location = answer.headers["location"];
  if (status !== undefined) {
    const done = await until(http, status, answer, what, progress, (body) => !isRunning(stateOf(body)));
    const state = stateOf(done.body);
    if (done.status !== 404 && state !== undefined && !/^(succeeded|completed)$/i.test(state)) throw failed(what, state, done.body);
    return done.body;
  }
  if (location !== undefined && answer.status === 202) {
    const done = await until(http, location, answer, what, progress, (_, code) => code !== 202);
    const state = stateOf(done.body);
    if (state !== undefined && /^(failed|canceled|cancelled)$/i.test(state)) throw failed(what, state, done.body);
    return done.body;
  }
  return answer.body;
}

/** The `provisioningState` of a resource, or the `status` of an operation, wherever the body has it. */
export function stateOf(body: unknown): string | undefined {
  if (!isBag(body)) return undefined;
  const properties = isBag(body["properties"]) ? body["properties"] : {};
  const state = body["status"] ?? body["provisioningState"] ?? properties["provisioningState"] ?? body["state"];
  return typeof state === "string" ? state : undefined;
}

/** Whether a state is one that will still change; none at all counts as done. */
export const isRunning = (state: string | undefined): boolean =>
  state !== undefined && !/^(succeeded|completed|failed|canceled|cancelled)$/i.test(state);

/** The error of an operation that did not succeed, with the nested codes that explain it. */
export function failed(what: string, state: string, body: unknown): OperationError {
  const properties = isBag(body) && isBag(body["properties"]) ? body["properties"] : {};
  const inner = isBag(body) ? (body["error"] ?? properties["error"] ?? properties["provisioningErrors"]) : undefined;
  const errors = (Array.isArray(inner) ? inner : [inner]).filter((one) => one !== undefined && one !== null).map((one) => errorOf(isBag(one) && "error" in one ? one : { error: one }));
  return new OperationError(`${what} ended as ${state}${tell(errors).replace(/^; /, ": ")}`);
}

/** Waits between polls: what the service asks for, else 0.1 s at first and up to 5 s. */
export async function pause(http: Http, headers: Record<string, string>, polls: number, what: string, state?: string): Promise<void> {
  const wait = 1000 * (retryAfter(headers) ?? Math.min(5, 0.1 * 1.5 ** polls));
  if (Date.now() + wait > http.deadline) throw new TimeoutError(`${what} did not end in time${state === undefined ? "" : `; its last state is ${state}`}`);
  await sleep(wait);
}

async function until(http: Http, url: string, first: Answer, what: string, progress: (text: string) => void, done: (body: unknown, status: number) => boolean): Promise<Answer> {
  let answer = first;
  for (let polls = 0; ; polls++) {
    await pause(http, answer.headers, polls, what, stateOf(answer.body));
    try {
      answer = await http.send({ method: "GET", path: url });
    } catch (error) {
      if (isNotFound(error)) return { status: 404, headers: {}, body: undefined, url };
      throw error;
    }
    if (done(answer.body, answer.status)) return answer;
    progress(`${what}: ${stateOf(answer.body) ?? "running"}${percentOf(answer.body)}`);
  }
}

const percentOf = (body: unknown): string => {
  const percent = isBag(body) ? (body as Bag)["percentComplete"] : undefined;
  return typeof percent === "number" ? ` (${Math.round(percent)} %)` : "";
};
