import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";

/** A router of the sandbox; handlers find Node's request and response in `c.env`. */
export type Router = Hono<{ Bindings: HttpBindings }>;

/** What every service of the sandbox is given. */
export interface Context {
  /** The address the sandbox answers on, without a slash at its end. */
  url(): string;
  /** The sandbox's time in milliseconds since 1970, which `POST /_sandbox/clock` moves forward. */
  now(): number;
  /** One named collection of JSON values, kept in memory or in the data file. */
  collection<T>(name: string): Collection<T>;
  /** How the services answer where several forms are legal. */
  behaviour: Behaviour;
  /**
   * The end that a scripted fault gives to the asynchronous operation this request starts, if any (faults with
   * `outcome`).
   */
  outcome(method: string, path: string): Outcome | undefined;
}

/** A map from key to JSON value; every change is written to the data file when there is one. */
export interface Collection<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): boolean;
  entries(): [string, T][];
}

/** How an asynchronous operation ends that does not succeed. */
export interface Outcome {
  status: "Failed" | "Canceled";
  error?: { code: string; message: string; details?: unknown[] };
}

/** The legal variations of an answer; the defaults are the plainest form. */
export interface Behaviour {
  /** How a PUT of an asynchronous resource is answered. Default `Azure-AsyncOperation`. */
  operation: "Azure-AsyncOperation" | "Operation-Location" | "Location" | "provisioningState" | "none";
  /** What a PUT answers: the record, nothing, or 202 where that is legal. Default `body`. */
  put: "body" | "empty" | "accepted";
  /** How many polls show an operation as running before it ends. Default 2. */
  polls: number;
  /** Seconds sent as `Retry-After` with running operations; not sent when undefined. */
  retryAfter: number | undefined;
  /**
   * How values are echoed: as sent, or in another legal letter case and form (`East US` as `eastus`, `PT120S` as
   * `PT2M`). Default `asSent`.
   */
  echo: "asSent" | "otherForm";
  /** How many reads after a write still show the state before it (404 after a create). Default 0. */
  staleReads: number;
  /** Items on a page of a list that is paged. Default 100. */
  pageSize: number;
  /** How the ML service lists models: as the document's plain array, or paged like its other lists. Default `array`. */
  modelList: "array" | "page";
  /** Requests per second that the ML service accepts before it answers 429; unlimited when undefined. */
  mlRequestsPerSecond: number | undefined;
  /** Most documents in one answer to a search, before the rest is offered as a further page. Default 1000. */
  searchPageSize: number;
  /**
   * Requests per second that the search service accepts before it answers 429 (set by `--tier`); unlimited when
   * undefined.
   */
  searchRequestsPerSecond: number | undefined;
  /** Seconds that access tokens are valid. Default 3600. */
  tokenLifetime: number;
  /**
   * How the local service lists its catalog: as the document's object with `models`, or as the array of other versions.
   * Default `object`.
   */
  catalogList: "object" | "array";
  /**
   * How the local service tells a download's progress: `("model.onnx", 0.5)` or `Total 50.00% Downloading model.onnx`.
   * Default `B`.
   */
  downloadForm: "A" | "B";
  /** What the local service answers to loading and unloading: nothing, or `{"status":"loaded"}`. Default `empty`. */
  localAnswers: "empty" | "status";
  /**
   * The form of the local service's errors: an object with `error`, or the plain text of other versions. Default
   * `json`.
   */
  localErrors: "json" | "text";
  /** The letter case of the members of the local service's status. Default `PascalCase`. */
  statusCasing: "PascalCase" | "camelCase";
  /** Chunks with text after which a streamed chat completion ends with an error; never when undefined. */
  chatErrorAfterChunks: number | undefined;
}

/** The plainest legal form of everything; a test changes what it needs. */
export function plainBehaviour(): Behaviour {
  return {
    operation: "Azure-AsyncOperation",
    put: "body",
    polls: 2,
    retryAfter: undefined,
    echo: "asSent",
    staleReads: 0,
    pageSize: 100,
    modelList: "array",
    mlRequestsPerSecond: undefined,
    searchPageSize: 1000,
    searchRequestsPerSecond: undefined,
    tokenLifetime: 3600,
    catalogList: "object",
    downloadForm: "B",
    localAnswers: "empty",
    localErrors: "json",
    statusCasing: "PascalCase",
    chatErrorAfterChunks: undefined,
  };
}
