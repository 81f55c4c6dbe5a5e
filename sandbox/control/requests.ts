import type { HonoRequest } from "hono";
import { ServiceError } from "../errors";
import type { LoggedRequest } from "../publicTypes";
import { isTooDeep, json } from "./json";
import { senderOf } from "./sender";

const credentials = new Set(["authorization", "api-key", "cookie"]);

/** The requests that the log keeps. */
const most = 10_000;

/** The bytes of bodies that the log keeps. */
const mostBytes = 32 * 1024 * 1024;

/** The log of the requests, which stays small whatever it is sent. */
export class RequestLog {
  /** The requests, the oldest first; a test may set its length to 0. */
  readonly requests: LoggedRequest[] = [];
  /** How often an entry was added or changed. */
  revision = 0;
  /** The number of the next request. */
  next = 1;
  /** The revision in which each entry was changed last. */
  readonly #changed = new WeakMap<LoggedRequest, number>();
  /** The entries with bodies, the oldest first, with the lengths of their bodies. */
  #sized: { entry: LoggedRequest; bytes: number }[] = [];
  #bytes = 0;

  /** Adds a request that arrives at the time `at`; throws 400, when it is in the log, for a body nested too deeply. */
  async add(request: HonoRequest, at: number): Promise<LoggedRequest> {
    const text = await request.text();
    const body = json(text);
    const deep = isTooDeep(body);
    const entry: LoggedRequest = {
      id: this.next++,
      from: senderOf(request),
      method: request.method,
      path: new URL(request.url).pathname,
      query: request.query(),
      headers: Object.fromEntries(Object.entries(request.header()).filter(([name]) => !credentials.has(name))),
      ...(body === undefined || deep ? {} : { body }),
      at,
      ...(deep ? { status: 400 } : {}),
    };
    this.requests.push(entry);
    this.touch(entry);
    if (this.requests.length > most) this.requests.shift();
    if (entry.body !== undefined) this.#keep(entry, text.length);
    if (deep) throw new ServiceError(400, "BadRequest", "The body is nested too deeply.");
    return entry;
  }

  /** Notes that a request was answered, with the text of the answer where it is JSON. */
  ended(entry: LoggedRequest, answer: { status: number; took: number; text: string | undefined }): void {
    const { status, took, text } = answer;
    Object.assign(entry, { status, took, ...(text === undefined ? {} : { answer: json(text) }) });
    if (text !== undefined) this.#keep(entry, text.length);
    this.touch(entry);
  }

  /** Notes that a fault decides how the work ends that the last such request starts. */
  marked(method: string, path: string): void {
    const entry = this.requests.findLast((each) => each.method === method && each.path === path);
    if (entry !== undefined) entry.fault = true;
  }

  /** Notes that an entry was changed. */
  touch(entry: LoggedRequest): void {
    this.#changed.set(entry, ++this.revision);
  }

  /** The requests that were added or changed after a revision. */
  since(revision: number): LoggedRequest[] {
    return this.requests.filter((entry) => (this.#changed.get(entry) ?? 0) > revision);
  }

  /** Notes that the requests were forgotten. */
  clear(): void {
    this.requests.length = 0;
    this.revision += 1;
  }

  #keep(entry: LoggedRequest, bytes: number): void {
    this.#sized.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#bytes > mostBytes || this.#sized.length > most) {
      const oldest = this.#sized.shift()!;
      this.#bytes -= oldest.bytes;
      delete oldest.entry.body;
      delete oldest.entry.answer;
    }
  }
}
