import type { Refusal } from "./call";
import { ApiError, type ServiceError } from "./errors";
import { parseJson } from "./json";
import { asText, isBag, isWithin, member } from "./wire";

/** Stands for a page that some other server answered with. */
export const PAGE = "an HTML page";

/** Whether a body is a page, of something before the service: it says nothing of what was asked for. */
export const isPage = (body: unknown): boolean => errorOf(body).message === PAGE;

/**
 * The JSON of an answer, its text where it is none or too deep (a leading BOM is dropped), `undefined` where it is
 * empty.
 */
export function parsed(text: string): unknown {
  const clean = text.replace(/^\uFEFF/, "");
  if (clean.trim() === "") return undefined;
  try {
    const value = parseJson(clean);
    return isWithin(DEPTH, value) ? value : clean;
  } catch {
    return clean;
  }
}

/** How deep an answer may be nested, which is far more than any service does. */
const DEPTH = 500;

/**
 * The error in an answer's body, in every shape that services use: `{error: {code, message, details}}`, the same
 * without the wrapper, `{error: "code", error_description}` of token issuers, `{error: "message", error_type}` of
 * scoring scripts, and plain text.
 */
export function errorOf(body: unknown): ServiceError {
  if (typeof body === "string") return { code: "", message: /^\s*</.test(body) ? PAGE : body.trim(), details: [] };
  if (!isBag(body)) return { code: "", message: "", details: [] };
  const inner = member(body, "error");
  if (typeof inner === "string") {
    const type = asText(member(body, "error_type"));
    if (type !== "") return { code: type, message: inner, details: [] };
    const description = asText(member(body, "error_description"));
    return { code: inner, message: description === "" ? asText(member(body, "message")) : description, details: [] };
  }
  const error = isBag(inner) ? inner : body;
  const details = member(error, "details");
  const innerError = member(error, "innererror");
  return {
    code: asText(member(error, "code")),
    message: asText(member(error, "message")) || asText(member(error, "errorMessage")),
    details: [...(Array.isArray(details) ? details : []), ...(isBag(innerError) ? [innerError] : [])]
      .map(errorOf)
      .filter((one) => one.code !== "" || one.message !== ""),
  };
}

/** The error of an answer that is none of the expected ones. */
export function apiError(
  request: { method: string; path: string },
  answer: { status: number; headers: Record<string, string>; body: unknown },
  mask: (text: string) => string,
  advice?: (refusal: Refusal) => string | undefined,
  saysNotThere = false,
): ApiError {
  const { code, message, details } = errorOf(answer.body);
  const reason = typeof answer.body === "string" ? shortened(mask(message)) : message;
  return new ApiError(
    request.method,
    request.path,
    answer.status,
    code,
    reason,
    details,
    requestIdOf(answer.headers),
    advice?.({ status: answer.status, code, reason }),
    saysNotThere,
  ).masked(mask);
}

const requestIdOf = (headers: Record<string, string>): string | undefined =>
  headers["x-ms-request-id"] ??
  headers["x-request-id"] ??
  headers["request-id"] ??
  headers["x-ms-correlation-request-id"];

/**
 * The seconds that an answer asks to wait (`Retry-After` as seconds or date, or the services' own forms), if it does.
 */
export function retryAfter(headers: Record<string, string>): number | undefined {
  const milliseconds = headers["retry-after-ms"] ?? headers["x-ms-retry-after-ms"] ?? "";
  if (isNumber(milliseconds)) return Number(milliseconds) / 1000;
  const value = headers["retry-after"]?.trim() ?? "";
  if (isNumber(value)) return Number(value);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  const sent = Date.parse(headers["date"] ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, (date - (Number.isNaN(sent) ? Date.now() : sent)) / 1000);
}

const isNumber = (text: string): boolean => /^\s*\d+(\.\d+)?\s*$/.test(text);

/** As much of a text as people read; it is masked before, as half a secret is not found. */
const shortened = (text: string): string => text.slice(0, 1000);
