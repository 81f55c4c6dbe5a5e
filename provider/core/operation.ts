import { errorOf } from "./answer";
import { ApiError, isNotFound, OperationError, tell } from "./errors";
import type { Form } from "./form";
import { sendWrite, type Answer, type Http } from "./http";
import { hasFailed, isRunning } from "./states";
import { LOOKS, until } from "./until";
import { isBag, type Bag } from "./wire";

/** How an operation is followed. */
export interface Follow {
  /** What is done, for messages: `creating /things/a`. */
  what: string;
  /** Shows the state of the operation. */
  progress(text: string): void;
}

/**
 * The address at which the operation that an answer started is asked for, and whether its body tells a status; none
 * when it is at its end.
 */
export function operationOf(
  { headers, status, url }: Answer,
  { operations }: Form,
): { at: string; form: "status" | "location" } | undefined {
  const ofStatus = operations.map((name) => headers[name]).find((address) => address !== undefined);
  const address = ofStatus ?? (status === 202 ? headers["location"] : undefined);
  if (address === undefined) return undefined;
  return {
    at: URL.canParse(address, url) ? new URL(address, url).href : address,
    form: ofStatus === undefined ? "location" : "status",
  };
}

/**
 * Follows the operation that an answer started to its end, in the forms that the service has beside `Location`; an
 * answer with none of them is at its end. Throws `OperationError` when it failed or was cancelled
 * and `TimeoutError` when the time of `http` is over.
 * @returns the body at the end of the operation, for operations whose result is not a resource.
 */
export async function follow(http: Http, answer: Answer, { what, progress }: Follow): Promise<unknown> {
  const operation = operationOf(answer, http.form);
  if (operation === undefined) return answer.body;
  const first = { headers: answer.headers, state: statusOf(answer.body) ?? "running" };
  let pages = 0;
  return until<unknown>(
    async (_, looks) => {
      if (looks === 0) return first;
      const poll = await sendWrite(http, { method: "GET", path: operation.at }).catch(refusalOf);
      if (poll instanceof ApiError) {
        // An operation that is not there any more has ended.
        if (isNotFound(poll)) return { end: undefined };
        if (poll.status > 299 || ++pages > LOOKS) throw poll;
        return { refusal: poll };
      }
      pages = 0;
      const { headers, body } = poll;
      const status = statusOf(body);
      if (hasFailed(status)) throw failed(http, what, status!, body);
      const runs =
        operation.form === "status"
          ? isRunning(status) || (status === undefined && poll.status === 202)
          : poll.status === 202;
      return runs ? { headers, state: `${status ?? "running"}${percentOf(body)}` } : { end: body };
    },
    { http, what, progress },
  );
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
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

const percentOf = (body: unknown): string => {
  const percent = isBag(body) ? (body as Bag)["percentComplete"] : undefined;
  return typeof percent === "number" ? ` (${Math.round(percent)} %)` : "";
};
