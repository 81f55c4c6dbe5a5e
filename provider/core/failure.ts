import { toConfigure } from "./advice";
import type { Call, Service } from "./call";
import { NoAnswerError, overTime, UserError } from "./errors";

/** Hosts that have answered in this process: one that never did is not waited for as long. */
export const answered = new Set<string>();

/** Whether a connection failed before the service got any part of the call. */
export const isEarly = (failure: Error): boolean => NOT_CONNECTED.includes(codeOf(failure)!);
const NOT_CONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * The code of a failed connection; an error without one is a bug. What is no HTTP, or broke off, counts by its name:
 * undici gives its code in some versions only.
 */
export const codeOf = (failure: NodeJS.ErrnoException): string | undefined =>
  failure.name === "HTTPParserError" ? failure.name : failure.code;

/** Whether a host that has never answered does not speak HTTP, or not as who it should be. */
export const isForeign = (failure: Error, url: URL): boolean =>
  !answered.has(url.origin) && /^HTTPParserError|CERT|SSL|TLS|EPROTO|UNABLE_TO/.test(codeOf(failure)!);

/** The error of a call whose connection failed; `before` is the refusal before it. */
export function noAnswer(service: Service, call: Call, url: URL, failure: Error, before?: Error): Error {
  const where = `${call.method} ${url.pathname}: ${service.name} at ${url.origin}`;
  const after = before === undefined ? "" : ` The last refusal: ${before.message}`;
  const options = { cause: failure };
  if (isEarly(failure))
    return new UserError(
      `${where} cannot be reached (${codeOf(failure)}). Is it running?${toConfigure(service)}${after}`,
      options,
    );
  if (isForeign(failure, url))
    return new UserError(`${where} cannot be talked to (${codeOf(failure)}).${toConfigure(service)}`, options);
  return new NoAnswerError(
    `${where} gave no answer (${codeOf(failure)}); whether it did the work is not known.${after}`,
    options,
  );
}

/** The error of an answer that ended in the middle; `left` are the milliseconds that the operation still has. */
export function brokenOff(service: Service, call: Call, url: URL, failure: Error, left: number): Error {
  const text =
    `${call.method} ${url.pathname}: ${service.name} at ${url.origin} broke off its answer ` +
    `(${codeOf(failure) ?? failure.message})`;
  return left <= 1000
    ? overTime(`${text}, and the time is over.`, undefined, failure)
    : new NoAnswerError(`${text}.`, { cause: failure });
}
