/** What users of `mlplane/sandbox` see: it names nothing of the packages that the sandbox is built with. */

/** A request that the sandbox has received. */
export interface LoggedRequest {
  /** Its number, counted from 1. */
  id: number;
  /** Who sent it, by what it says of itself: this package, a client of the services' vendor, a browser, or another. */
  from: "package" | "vendor" | "browser" | "other";
  /** The verb, in capitals. */
  method: string;
  /** The path as sent, without the query. */
  path: string;
  /** The query, name by name. */
  query: Record<string, string>;
  /** The headers, without those that carry credentials. */
  headers: Record<string, string>;
  /** The body, when it is JSON; the log forgets the oldest ones when all together have more than 32 MB. */
  body?: unknown;
  /** The sandbox's time of arrival in milliseconds since 1970. */
  at: number;
  /** The status of the answer; absent while there is none and when the connection was broken. */
  status?: number;
  /** The body of the answer, when it is JSON; forgotten as the body is. */
  answer?: unknown;
  /** Milliseconds until the answer. */
  took?: number;
  /** Whether a fault has answered or disturbed it. */
  fault?: true;
}

/** A scripted disturbance of the requests that it matches: `status`, `body`, `delayMs`, `drop` or `outcome`. */
export interface Fault {
  /** A regular expression on `METHOD path`. */
  match: string;
  /** The status to answer with instead of doing the work. */
  status?: number;
  /** The work is done all the same, before the answer with `status` or `body`. */
  done?: true;
  /** The text to answer with; an error body of the status when not given. */
  body?: string;
  /** Headers of the answer. */
  headers?: Record<string, string>;
  /** Seconds sent as `Retry-After`. */
  retryAfter?: number;
  /** Milliseconds to wait before anything else happens. */
  delayMs?: number;
  /** Breaks the connection before the work, after the first part of the answer, or after the work without an answer. */
  drop?: "before" | "midway" | "after";
  /** How the asynchronous operation that the request starts ends. */
  outcome?: Outcome;
  /** How many requests it meets; 1 when not given. */
  times?: number;
}

/** How an asynchronous operation ends that does not succeed. */
export interface Outcome {
  /** The status of the operation. */
  status: "Failed" | "Canceled";
  /** The error that the operation shows; without one, a plain one. */
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
  /** Kinds of knowledge sources beside those of the document. Default none. */
  sourceKinds: string[];
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
