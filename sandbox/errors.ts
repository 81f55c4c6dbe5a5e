import { STATUS_CODES } from "node:http";

/** The error body that documents 1 and 2 use. */
export interface ErrorBody {
  error: { code: string; message: string; details: unknown[] };
}

/** A refusal by a service; thrown by a handler, it becomes the answer. */
export class ServiceError extends Error {
  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** The service's code, for example `ResourceNotFound`. */
    readonly code: string,
    message: string,
    /** Further members of the answer: nested errors and headers. */
    readonly more: { details?: unknown[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }
}

/** The error body of a code and a message. */
export function errorBody(code: string, message: string, details: unknown[] = []): ErrorBody {
  return { error: { code, message, details } };
}

/** The code that a status has when nothing better is known, for example `TooManyRequests` for 429. */
export function codeOf(status: number): string {
  return (STATUS_CODES[status] ?? "Unknown Error").replaceAll(/[^A-Za-z]/g, "");
}
