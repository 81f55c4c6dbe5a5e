import type { HonoRequest } from "hono";
import type { LoggedRequest } from "../shown";
import { ServiceError } from "../errors";
import { isTooDeep, json } from "./json";

const credentials = new Set(["authorization", "api-key", "cookie"]);

/** The requests that the log keeps. */
const most = 10_000;

/** The bytes of bodies that the log keeps. */
const mostBytes = 32 * 1024 * 1024;

/** The log of the requests, which stays small whatever it is sent. */
export class RequestLog {
  /** The requests, the oldest first; a test may set its length to 0. */
  readonly requests: LoggedRequest[] = [];
  /** The entries with bodies, the oldest first, with the lengths of their bodies. */
  #sized: { entry: LoggedRequest; bytes: number }[] = [];
  #bytes = 0;

  /** Adds a request that arrives at the time `at`; throws 400, when it is in the log, for a body nested too deeply. */
  async add(request: HonoRequest, at: number): Promise<LoggedRequest> {
    const text = await request.text();
    const body = json(text);
    const deep = isTooDeep(body);
    const entry: LoggedRequest = {
      method: request.method,
      path: new URL(request.url).pathname,
      query: request.query(),
      headers: Object.fromEntries(Object.entries(request.header()).filter(([name]) => !credentials.has(name))),
      ...(body === undefined || deep ? {} : { body }),
      at,
    };
    this.requests.push(entry);
    if (this.requests.length > most) this.requests.shift();
    if (entry.body !== undefined) this.#keep(entry, text.length);
    if (deep) throw new ServiceError(400, "BadRequest", "The body is nested too deeply.");
    return entry;
  }

  #keep(entry: LoggedRequest, bytes: number): void {
    this.#sized.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#bytes > mostBytes || this.#sized.length > most) {
      const oldest = this.#sized.shift()!;
      this.#bytes -= oldest.bytes;
      delete oldest.entry.body;
    }
  }
}
