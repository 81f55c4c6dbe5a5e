import type { Agent, Dispatcher } from "undici";
import { mayRepeat, type Call, type Service } from "./call";
import { TimeoutError, UserError } from "./errors";
import { jsonOf } from "./json";
import { originOf } from "./url";
import { cancellation, LONGEST } from "./time";

/** What one try gave. */
export interface Exchange<T> {
  status: number;
  headers: Record<string, string>;
  body: T;
}

/**
 * Sends a call once and reads its answer by `read`, within the milliseconds that are `left`; a reading ends with a
 * cancelled run, a write is waited for, because what becomes of it must be known. Redirects are not followed. Throws
 * `UserError` for what can never be sent, `TimeoutError` when the time is over, and the error of the connection when
 * that fails.
 */
export async function exchange<T>(
  url: URL,
  call: Call,
  credentials: Record<string, string>,
  left: number,
  read: (raw: Dispatcher.ResponseData) => Promise<T>,
): Promise<Exchange<T>> {
  const client = require("./client") as typeof import("./client"); // takes some time: loaded with the first call
  if (left <= 0) throw new TimeoutError(`${call.method} ${url.pathname}: the time is over`);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(left, LONGEST));
  const signal = call.method === "GET" ? AbortSignal.any([over.signal, cancellation]) : over.signal;
  const silence = Math.min(left, call.silence ?? SILENCE);
  try {
    const raw = await client.request(url, {
      method: call.method,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "mlplane",
        ...contentType(call),
        ...credentials,
        ...defined(call.headers),
      },
      body: bodyOf(call),
      headersTimeout: silence,
      bodyTimeout: silence,
      signal,
      ...(call.method === "POST" &&
        !mayRepeat(call) && { dispatcher: (fresh ??= new client.Agent({ pipelining: 0 })) }),
    });
    return { status: raw.statusCode, headers: flat(raw.headers), body: await read(raw) };
  } catch (thrown) {
    if (signal.aborted)
      throw new TimeoutError(`${call.method} ${url.pathname}: ${url.origin} gave no answer, and the time is over`, {
        cause: thrown,
      });
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
      throw new UserError(`${call.method} ${url.pathname} cannot be sent: ${message}`, { cause: thrown });
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** The URL of a call. Throws an error for an address that is none. */
export function urlOf(service: Service, call: Call): URL {
  const absolute = /^https?:\/\//i.test(call.path);
  const address = absolute ? call.path : service.baseUrl().replace(/\/+$/, "") + call.path;
  if ((!absolute && !call.path.startsWith("/")) || !URL.canParse(address))
    throw new UserError(`${call.method}: what ${service.name} is called at is no address`);
  const url = new URL(address);
  const version = call.apiVersion ?? service.apiVersion ?? "";
  if (!absolute && version !== "") url.searchParams.set("api-version", version);
  for (const [key, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(key, String(value));
  return url;
}

/** Whether a call goes to a host of the service: no other may see its credentials. */
export const isOwn = (service: Service, call: Call, url: URL): boolean =>
  call.namedByService === true ||
  call.path.startsWith("/") ||
  (URL.canParse(service.baseUrl()) && originOf(new URL(service.baseUrl())) === originOf(url));

/**
 * The text of an answer; one that breaks off, or does not end, counts as none where the status says already that the
 * work was done. Throws `UserError` for one that is larger than any service sends.
 */
export async function textOf(raw: Dispatcher.ResponseData, call: Call): Promise<string> {
  try {
    return await within(LARGEST, raw.body, call);
  } catch (error) {
    if (call.method === "GET" || call.method === "POST") throw error;
    return "";
  }
}

async function within(most: number, body: AsyncIterable<Uint8Array>, call: Call): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > most) throw new UserError(`${call.method} ${call.path} answers with more than ${most / 1e6} MB`);
  }
  return Buffer.concat(parts).toString();
}

/** Bytes of the largest answer that is read. */
const LARGEST = 100e6;

/**
 * Takes a new connection for every call: an idle one may just be closing, and whether a call on it arrived is not
 * known.
 */
let fresh: Agent | undefined;
/** Milliseconds without a byte after which a connection counts as dropped. */
const SILENCE = 300_000;
const bodyOf = (call: Call): string | null =>
  call.form !== undefined
    ? new URLSearchParams(call.form).toString()
    : call.body === undefined
      ? null
      : (jsonOf(call.body) ?? null);

const contentType = (call: Call): Record<string, string> =>
  call.form !== undefined
    ? { "content-type": "application/x-www-form-urlencoded" }
    : call.body === undefined
      ? {}
      : { "content-type": "application/json" };

const defined = (headers: Call["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

const flat = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
