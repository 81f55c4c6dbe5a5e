import type { Bag, Lens } from "./lens";

/** One call, in one form or the other. */
export interface Call {
  method: string;
  /** The URL path, or an absolute URL that a service gave. */
  path: string;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  headers?: Record<string, string | undefined> | undefined;
  /** The `api-version`, where it is not that of the service. */
  apiVersion?: string | undefined;
  /** When repeating is safe: always, or only after a refusal that came before any work. */
  repeat?: "always" | "refused";
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Sends a call and gives the answer. */
export type Send = (call: Call) => Promise<Answer>;

/** The values of the names in the braces of a path, as they stand in a URL. */
export type Names = Record<string, string>;

/** Tells people what they should look at. */
export type Warn = (text: string) => void;

/** How one place is called in the documents and in a dialect. */
export interface Route {
  /** The service, for people. */
  service: "ml" | "search" | "local" | "agent";
  /** The verbs; all when left out. */
  methods?: readonly string[];
  /** The documents' path: `/indexes/{name}/stats`. */
  document: string;
  /** The dialect's: `/indexes('{name}')/search.stats`. */
  theirs: string;
  /** What the bodies of requests look like. */
  request?: Lens;
  /** What the bodies of answers look like. */
  answer?: Lens;
  /** The `api-version` of the dialect, where it is another one. */
  apiVersion?: string;
  /** What is more than the tables say, for people. */
  note?: string;
  /** What the service demands of the body of a request that the documents do not, one sentence for each mistake. */
  demands?(body: Bag): Iterable<string>;
  /** Makes the documents' call in the dialect, where the tables do not say it all; `send` takes the dialect's form. */
  ask?(call: Call, names: Names, send: Send, warn: Warn): Promise<Answer>;
  /** Answers the dialect's call from a service that speaks the documents' form, which `send` takes. */
  serve?(call: Call, names: Names, send: Send): Promise<Answer>;
}

/** A mistake in a declaration, by the path of the argument. */
export interface Mistake {
  path: string;
  reason: string;
}

/** What is said of a refusal. */
export interface Refusal {
  status: number;
  code: string;
  reason: string;
}

/** How services speak that say the same as the documents in other words. */
export interface Dialect {
  /** The configuration values that it gives where there are none. */
  defaults: Record<string, string>;
  /** How its services answer where the documents allow several forms, in the sandbox's words for them. */
  behaviour: Record<string, unknown>;
  /** Words in the texts of refusals: the documents' and its own. */
  phrases: Record<string, string>;
  /** What differs, place by place; the first that fits counts. */
  routes: readonly Route[];
  /** What cannot be said in it, among the arguments of a resource of a kind; those that are not known are left out. */
  mistakes(kind: string, inputs: Bag): Iterable<Mistake>;
  /** The form of a token request: what is asked for, in the documents' form a `resource` or a `scope`. */
  token(what: Record<string, string>): Record<string, string>;
  /** Whether an address is known to be one of its services. */
  owns(address: URL): boolean;
  /** Whether a refusal of what was said in another form seems to come from one of its services. */
  speaks(refusal: Refusal): boolean;
  /** Whether a refusal of what was said in it seems to come from a service that speaks another form. */
  isForeign(refusal: Refusal): boolean;
}
