import type { Form } from "./form";
import type { Pace } from "./pace";

/** What a service says when it refuses a call. */
export interface Refusal {
  /** The HTTP status. */
  status: number;
  /** The service's error code; empty when it gave none. */
  code: string;
  /** The service's own text. */
  reason: string;
}

/** What all calls to one service have in common; one per service and connection. */
export interface Service {
  /** The service in words, with its article, for messages. */
  name: string;
  /** The address in front of every path. Throws an error that names the configuration key when it is missing. */
  baseUrl(): string;
  /** The configuration key and the environment variable of the address, for messages. */
  setting: { key: string; variable: string } | undefined;
  /**
   * The headers that authorise a call; `refused` are those that the service answered with 401, so that fresh ones are
   * needed, `tell` shows what is waited for.
   */
  authorize(refused?: Record<string, string>, tell?: (text: string) => void): Promise<Record<string, string>>;
  /** The value of the query parameter `api-version`, when the service has one. */
  apiVersion?: string;
  /** Statuses that are waited out, because the same call may succeed later. */
  passing: readonly number[];
  /** Statuses that are waited out besides by a call that only reads. */
  passingReads?: readonly number[];
  /** The queue of all calls to the same host. */
  pace(origin: string): Pace;
  /** Values that must never be shown. */
  secrets(): string[];
  /** What to do about a refusal which shows that the service speaks another form. */
  mixUp?(refusal: Refusal): string | undefined;
  /** What to do about an error, where that is known. */
  advice?(refusal: Refusal): string | undefined;
  /** How its answers are read. */
  form: Form;
}

/** One call. */
export interface Call {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The URL path, or an absolute URL that the service gave; only the service's own hosts get its credentials. */
  path: string;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  /** A form to send instead of JSON. */
  form?: Record<string, string>;
  headers?: Record<string, string | undefined> | undefined;
  /** Overrides the version of the service; an empty one leaves the parameter out. */
  apiVersion?: string | undefined;
  /**
   * When repeating is safe: always (default, but for POST), or only after a refusal that came before any work (default
   * of POST).
   */
  repeat?: "always" | "refused";
  /** The service has named this address as one of its own, so that it gets the service's credentials. */
  namedByService?: true;
  /** A GET that changes something all the same. */
  changes?: true;
  /** Statuses above 299 that are an answer, not an error. */
  accept?: readonly number[];
  /** Milliseconds without a byte after which the connection counts as dropped; default five minutes. */
  silence?: number;
}

/** Whether a call may be sent again though the one before may have arrived. */
export const mayRepeat = ({ method, repeat }: Call): boolean =>
  (repeat ?? (method === "POST" ? "refused" : "always")) === "always";

/** What came back. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON, the text where it is none, `undefined` where it is empty. */
  body: unknown;
  /** The URL that answered, against which relative addresses in the answer are meant. */
  url: string;
}

/** The calls to one service within one operation, whose time-out they share. */
export interface Http {
  /** Sends a call. Throws `ApiError` for a refusal and `TimeoutError` when the operation's time is over. */
  send(call: Call): Promise<Answer>;
  /**
   * Sends a call whose answer arrives bit by bit; breaking off the iteration closes the connection. The iteration
   * throws `NoAnswerError` when the connection breaks and `TimeoutError` when that is because the operation's time is
   * over.
   */
  stream(call: Call): Promise<AsyncIterable<string>>;
  /** Milliseconds that the operation still has. */
  readonly left: number;
  /** A sentence that says how the address of the service is set, for messages that doubt it. */
  readonly toConfigure: string;
  /** How the answers of the service are read. */
  readonly form: Form;
  /** A text of the service without what is secret. */
  mask(text: string): string;
}
