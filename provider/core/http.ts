import { setTimeout as sleep } from "node:timers/promises";
import { toUSVString } from "node:util";
import type { Dispatcher } from "undici";
import { apiError, PAGE, parsed, retryAfter } from "./answer";
import { ApiError, asError, NoAnswerError, TimeoutError, UserError } from "./errors";
import type { Pace } from "./pace";
import { redact } from "./redact";
import { isBag, type Bag } from "./wire";

/** What all calls to one service have in common; one per service and connection. */
export interface Service {
  /** The service in words, for messages: `the search service`. */
  name: string;
  /** The address in front of every path. Throws an error that names the configuration key when it is missing. */
  baseUrl(): string;
  /** The configuration key and the environment variable of the address, for messages. */
  setting: { key: string; variable: string } | undefined;
  /** The headers that authorise a call; `renew` asks for fresh credentials after a 401. */
  authorize(renew: boolean): Promise<Record<string, string>>;
  /** The value of the query parameter `api-version`, when the service has one. */
  apiVersion?: string;
  /** Statuses that are waited out, because the same call may succeed later. */
  passing: readonly number[];
  /** The queue of all calls to the same host. */
  pace(origin: string): Pace;
  /** Values that must never be shown. */
  secrets(): string[];
  /** What to do about an error, where that is known. */
  advice?(error: { status: number; code: string; reason: string }): string | undefined;
}

/** One call. */
export interface Call {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The URL path, or an absolute URL that the service gave. */
  path: string;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  /** A form to send instead of JSON. */
  form?: Record<string, string>;
  headers?: Record<string, string | undefined> | undefined;
  /** Overrides the version of the service; an empty one leaves the parameter out. */
  apiVersion?: string | undefined;
  /** When repeating is safe: always (default, but for POST), or only after a refusal that came before any work (default of POST). */
  repeat?: "always" | "refused";
  /** A GET that changes something all the same. */
  changes?: true;
  /** Statuses above 399 that are an answer, not an error. */
  accept?: readonly number[];
  /** Milliseconds without a byte after which the connection counts as dropped; default five minutes. */
  silence?: number;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON, the text where it is none, `undefined` where it is empty. */
  body: unknown;
  /** Whether an earlier try may have done the work, so that "exists already" may be the echo of our own success. */
  repeated: boolean;
}

/** The calls to one service within one operation, whose time-out they share. */
export interface Http {
  /** Sends a call. Throws `ApiError` for a refusal and `TimeoutError` when the operation's time is over. */
  send(call: Call): Promise<Answer>;
  /**
   * Sends a call whose answer arrives bit by bit; breaking off the iteration closes the connection. The iteration throws
   * `NoAnswerError` when the connection breaks and `TimeoutError` when that is because the operation's time is over.
   */
  stream(call: Call): Promise<AsyncIterable<string>>;
  /** When the operation's time is over, in milliseconds since 1970. */
  readonly deadline: number;
  /** A sentence that says how the address of the service is set, for messages that doubt it. */
  readonly toConfigure: string;
}

/** The calls to a service within one operation. `time.deadline` is in milliseconds since 1970 and may be moved; `tell` shows what is waited for, `wrote` hears of every write. */
export function http(service: Service, time: { deadline: number }, tell: (text: string) => void = () => {}, wrote: () => void = () => {}): Http {
  const send = async <T>(call: Call, consume: (raw: Dispatcher.ResponseData) => Promise<T>) => {
    const always = (call.repeat ?? (call.method === "POST" ? "refused" : "always")) === "always";
    const { deadline } = time;
    const started = Date.now();
    if (call.changes === true || (call.method !== "GET" && !(call.method === "POST" && always))) wrote();
    let repeated = false;
    let renewed = false;
    for (let tries = 0; ; tries++) {
      const credentials = await service.authorize(renewed);
      const url = urlOf(service, call);
      const pace = service.pace(url.origin);
      await pace.turn();
      try {
        const raw = await request(url, call, credentials, deadline);
        const headers = flat(raw.headers);
        const status = raw.statusCode;
        const passes = service.passing.includes(status) && call.accept?.includes(status) !== true;
        const body = await consume(raw);
        answered.add(url.origin);
        if (status === 429 || (status === 503 && passes)) pace.refuse(retryAfter(headers));
        else if (status < 500) pace.accept();
        else pace.release();
        if (status === 401 && !renewed) {
          renewed = true;
          continue;
        }
        const wait = retryAfter(headers) ?? backoff(tries);
        const patience = status === 500 ? Math.min(deadline, started + BROKEN) : deadline;
        if (!passes || (status !== 429 && !always) || Date.now() + wait * 1000 > patience) {
          if (status < 400 || call.accept?.includes(status) === true) return { status, headers, body, repeated };
          throw apiError({ method: call.method, path: url.pathname }, { status, headers, body }, (text) => redact(text, service.secrets()), (error) => service.advice?.(error) ?? (error.reason === PAGE ? toConfigure(service).trim() : undefined));
        }
        repeated ||= status !== 429;
        tell(`${service.name} answered ${status}; trying again in ${Math.ceil(wait)} s`);
        if (status !== 429 && status !== 503) await sleep(wait * 1000);
      } catch (thrown) {
        const error = asError(thrown) as NodeJS.ErrnoException;
        if (error instanceof UserError || error instanceof ApiError) throw error;
        pace.release();
        const early = NOT_CONNECTED.includes(error.code ?? "");
        const wait = backoff(tries);
        const patience = early && !answered.has(url.origin) ? Math.min(deadline, started + UNREACHABLE) : deadline;
        if ((!early && !always) || Date.now() + wait * 1000 > patience) throw noAnswer(service, call, url, error, early, deadline);
        repeated ||= !early;
        tell(`${service.name} does not answer (${reasonOf(error)}); trying again`);
        await sleep(wait * 1000);
      }
    }
  };
  return {
    get deadline() {
      return time.deadline;
    },
    toConfigure: toConfigure(service),
    send: (call) => send(call, async (raw) => parsed(await textOf(raw, call))),
    stream: async (call) => {
      const { body } = await send<unknown>(call, async (raw) => (raw.statusCode < 400 ? raw.body : parsed(await raw.body.text())));
      return bits(body as AsyncIterable<Uint8Array>, service, call, time.deadline);
    },
  };
}

async function* bits(body: AsyncIterable<Uint8Array>, service: Service, call: Call, deadline: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (thrown) {
    throw brokenOff(service, call, urlOf(service, call), asError(thrown), deadline);
  }
}

/** Hosts that have answered in this process: one that never did is not waited for as long. */
const answered = new Set<string>();
/** Milliseconds to wait for a host that has never answered. */
const UNREACHABLE = 5_000;
/** Milliseconds to repeat a call that is answered with 500, which seldom passes. */
const BROKEN = 60_000;
/** Milliseconds without a byte after which a connection counts as dropped. */
const SILENCE = 300_000;
/** Errors that came before the service got any part of the call. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"];

/** Seconds to wait before another try: 0.5, 1, 2 … 30. */
const backoff = (tries: number): number => Math.min(30, 0.5 * 2 ** Math.min(tries, 10));

async function request(url: URL, call: Call, credentials: Record<string, string>, deadline: number): Promise<Dispatcher.ResponseData> {
  const { request: send } = require("undici") as typeof import("undici"); // takes 50 ms: loaded with the first call
  const left = deadline - Date.now();
  if (left <= 0) throw new TimeoutError(`${call.method} ${url.pathname}: the time is over`);
  const headers = { accept: "application/json", ...contentType(call), ...credentials, ...defined(call.headers) };
  return send(url, {
    method: call.method,
    headers,
    headersTimeout: Math.min(left, call.silence ?? SILENCE),
    bodyTimeout: Math.min(left, call.silence ?? SILENCE),
    ...(call.form !== undefined ? { body: new URLSearchParams(call.form).toString() } : call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
}

const contentType = (call: Call): Record<string, string> =>
  call.form !== undefined ? { "content-type": "application/x-www-form-urlencoded" } : call.body === undefined ? {} : { "content-type": "application/json" };

/** The text of an answer; one that breaks off counts as none where the status says already that the work was done. */
async function textOf(raw: Dispatcher.ResponseData, call: Call): Promise<string> {
  try {
    return await raw.body.text();
  } catch (error) {
    if (call.method === "GET" || call.method === "POST") throw error;
    return "";
  }
}

function urlOf(service: Service, call: Call): URL {
  const absolute = /^https?:\/\//i.test(call.path);
  const url = new URL(absolute ? call.path : service.baseUrl().replace(/\/+$/, "") + call.path);
  const version = call.apiVersion ?? service.apiVersion ?? "";
  if (!absolute && version !== "") url.searchParams.set("api-version", version);
  for (const [key, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(key, String(value));
  return url;
}

function noAnswer(service: Service, call: Call, url: URL, error: NodeJS.ErrnoException, early: boolean, deadline: number): Error {
  const where = `${call.method} ${url.pathname}: ${service.name} at ${url.origin}`;
  if (early) return new UserError(`${where} cannot be reached (${reasonOf(error)}). Is it running?${toConfigure(service)}`);
  const late = Date.now() + 1000 >= deadline;
  return new (late ? TimeoutError : NoAnswerError)(`${where} gave no answer (${reasonOf(error)})${late ? ", and the time is over" : "; whether it did the work is not known"}.`);
}

const toConfigure = ({ setting }: Service): string => (setting === undefined ? "" : ` Set its address with \`pulumi config set mlplane:${setting.key}\` or ${setting.variable}.`);

function brokenOff(service: Service, call: Call, url: URL, error: NodeJS.ErrnoException, deadline: number): Error {
  const late = Date.now() + 1000 >= deadline;
  return new (late ? TimeoutError : NoAnswerError)(`${call.method} ${url.pathname}: ${service.name} at ${url.origin} broke off its answer (${reasonOf(error)})${late ? ", and the time is over" : ""}.`);
}

const reasonOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;
const defined = (headers: Call["headers"]): Record<string, string> => Object.fromEntries(Object.entries(headers ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
const flat = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([key, value]) => (value === undefined ? [] : [[key, Array.isArray(value) ? value.join(", ") : value]])));

/** Encodes every interpolated value as one segment of a URL path. Throws for `.` and `..`, which URLs take as directions. */
export const path = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  parts.reduce((whole, part, index) => whole + (index === 0 ? "" : segment(String(values[index - 1]))) + part, "");

/** One segment of a URL path; colons stay readable. */
export function segment(value: string): string {
  if (value === "" || value === "." || value === "..") throw new UserError(`a name is ${value === "" ? "empty" : "`.` or `..`"}, which cannot be part of a URL`);
  if (toUSVString(value) !== value) throw new UserError("a name is not text that can be part of a URL");
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** Reads a JSON object. An answer that is none is asked for again a few times, then an error: it must never count as "not there". */
export async function readObject(http: Http, call: Call): Promise<Answer & { body: Bag }> {
  for (let tries = 0; ; tries++) {
    const answer = await http.send(call);
    if (isBag(answer.body)) return { ...answer, body: answer.body };
    if (tries === 3) throw new UserError(`${call.method} ${call.path} answered ${answer.status} without a JSON object.${http.toConfigure}`);
    await sleep(backoff(tries) * 500);
  }
}
