import type { ErrorHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Context } from "../context";
import { ServiceError } from "../errors";

/** A refusal with status 400. */
export function invalid(message: string): ServiceError {
  return new ServiceError(400, "invalid_request_error", message);
}

/** A refusal with status 404. */
export function notFound(message: string): ServiceError {
  return new ServiceError(404, "invalid_request_error", message);
}

/** The error body of the local service; its `type` is `invalid_request_error` or `server_error`. */
export function errorBody(type: string, message: string): object {
  return { error: { message, type, param: null, code: null } };
}

/** Answers a refusal in the form that `localErrors` names; anything else is left to the sandbox. */
export function refusals(context: Context): ErrorHandler {
  return (error, c) => {
    if (!(error instanceof ServiceError)) throw error;
    const status = error.status as ContentfulStatusCode;
    return context.behaviour.localErrors === "text"
      ? c.text(error.message, status)
      : c.json(errorBody(error.code, error.message), status);
  };
}
