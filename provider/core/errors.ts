import { types } from "node:util";
import { isCancelled } from "./time";
import type { Bag } from "./wire";

/** One error of a service, as it came: `details` hold the nested ones. */
export interface ServiceError {
  code: string;
  message: string;
  details: ServiceError[];
}

/** What led to an error. */
export interface Because {
  cause?: unknown;
}

/** The service refused a request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    /** The HTTP verb of the request. */
    readonly method: string,
    /** The URL path of the request, without its query. */
    readonly path: string,
    /** The HTTP status of the answer. */
    readonly status: number,
    /** The service's error code; empty when it gave none. */
    readonly code: string,
    /** The service's own text, without what is secret. */
    readonly reason: string,
    /** The nested errors that the service gave. */
    readonly details: ServiceError[] = [],
    /** The service's name for this request, for its support. */
    readonly requestId?: string,
    /** What to do about it, where that is known. */
    readonly advice?: string,
    /** Whether the service itself says that what was asked for is not there: a 404 alone does not. */
    readonly saysNotThere = false,
    /** What led to it, if that is known. */
    options?: Because,
  ) {
    super(
      `${method} ${path} answered ${status}${code === "" ? "" : ` ${code}`}${reason === "" ? "" : `: ${reason}`}` +
        `${tell(details)}${requestId === undefined ? "" : ` (request ${requestId})`}` +
        (advice === undefined ? "" : `\n${advice}`),
      options,
    );
    withoutStack(this);
  }

  /** The same refusal with other advice. */
  advised(advice: string): ApiError {
    const { method, path, status, code, reason, details, requestId, saysNotThere } = this;
    const options = { cause: this };
    return new ApiError(method, path, status, code, reason, details, requestId, advice, saysNotThere, options);
  }

  /** The same error with all texts of the service masked. */
  masked(mask: (text: string) => string, options?: Because): ApiError {
    const all = (errors: ServiceError[]): ServiceError[] =>
      errors.map(({ code, message, details }) => ({ code: mask(code), message: mask(message), details: all(details) }));
    return new ApiError(
      this.method,
      mask(this.path),
      this.status,
      mask(this.code),
      mask(this.reason),
      all(this.details),
      this.requestId === undefined ? undefined : mask(this.requestId),
      this.advice === undefined ? undefined : mask(this.advice),
      this.saysNotThere,
      options ?? (this.cause === undefined ? {} : { cause: this.cause }),
    );
  }
}

/** A mistake of the user, or a service that cannot be reached: the message says it all. */
export class UserError extends Error {
  override readonly name: string = "Error";
  constructor(message: string, options?: Because) {
    super(message, options);
    withoutStack(this);
  }
}

/** A call or a wait that ran out of time. */
export class TimeoutError extends UserError {
  override readonly name = "TimeoutError";
}

/** The error of what ran out of time, or was cancelled; `before` is the refusal before it, which says more. */
export const overTime = (text: string, before?: Error, cause: Error | undefined = before): TimeoutError =>
  new TimeoutError(
    (isCancelled() ? "The run was cancelled. " : "") +
      (before === undefined ? text : `${text}; the last refusal: ${before.message}`),
    cause === undefined ? {} : { cause },
  );

/** A call without an answer that may have done its work all the same. */
export class NoAnswerError extends UserError {}

/** An operation that the service accepted and ended as failed or cancelled. */
export class OperationError extends UserError {
  override readonly name = "OperationError";
}

/**
 * The resource exists but did not become ready. Pulumi keeps it with its id, its state and the reasons,
 * and the next `up` carries on with an update.
 */
export class InitFailedError extends UserError {
  /** The state to keep; filled in by the lifecycle, which alone knows all of it. */
  properties: Bag = {};
  constructor(
    readonly id: string,
    readonly reasons: string[],
    /** What is known of the outputs. */
    readonly outputs: Bag = {},
    options?: Because,
  ) {
    super(reasons.join("\n"), options);
  }
}

/** Several nested errors as text, the useful inner code included: `; [ImageBuildFailure] conda solve failed`. */
export const tell = (details: ServiceError[]): string =>
  details
    .map(({ code, message, details: inner }) => `; ${code === "" ? "" : `[${code}] `}${message}${tell(inner)}`)
    .join("");

/** Whether an error is the service's own word that what was asked for is not there. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.saysNotThere;

/** What a look says, after a refusal if there was one; when the look fails, the refusal is the error. */
export async function lookAfter<T>(refusal: unknown, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw refusal ?? error;
  }
}

/** Any thrown value as an Error. */
export const asError = (thrown: unknown): Error =>
  types.isNativeError(thrown)
    ? thrown
    : new Error(String((thrown as Error | undefined)?.message ?? thrown ?? "unknown error"));

/** An error with all its texts masked, and what caused it at every depth; one that caused itself keeps no cause. */
export function masked(thrown: unknown, mask: (text: string) => string, before = new Set<unknown>()): Error {
  before.add(thrown);
  const error = asError(thrown);
  const causeOf = (cause: unknown): { cause?: unknown } =>
    cause === undefined || before.has(cause) ? {} : { cause: masked(cause, mask, before) };
  if (error instanceof ApiError) return error.masked(mask, causeOf(error.cause));
  error.stack = mask(error.stack ?? "");
  error.message = mask(error.message);
  if (error instanceof InitFailedError) error.reasons.splice(0, error.reasons.length, ...error.reasons.map(mask));
  if (error instanceof AggregateError) error.errors = error.errors.map((one) => masked(one, mask, before));
  if (error.cause !== undefined) error.cause = causeOf(error.cause).cause;
  return error;
}

/** The engine prints stacks; one of a user's mistake or of a service's refusal helps nobody. */
function withoutStack(error: Error): void {
  Object.defineProperty(error, "stack", { value: "", configurable: true, writable: true });
}
