import type * as z from "zod";
import type { Shape } from "./body";
import type { ApiError } from "./errors";
import type { Call } from "./http";
import type { Api, Context, Requests } from "./resource";
import type { Bag } from "./wire";

/** A resource that is written, read and deleted at one URL. */
export interface Rest<I extends z.ZodObject, O extends z.ZodObject> extends Shape {
  inputs: I;
  /** Only what the service adds. */
  outputs: O;
  /** The client that calls the service. */
  api: Api;
  /** The URL path, which is the id: `/things/{name}`; names that are no arguments come from the configuration. */
  url: string;
  /** What stands before the id in the URL of a call. */
  prefix?: string;
  /** Overrides the `api-version` of the service. */
  apiVersion?: string;
  /** The resource's own name stands in bodies too, not in its URL alone. */
  nameInBody?: true;
  /** The body of declared values; default: every argument under its own name, as `under` and `top` say. */
  toBody?(values: Bag): Bag;
  /** The flat values of a body; default: the reverse of `toBody`. */
  fromBody?(body: Bag): Bag;
  /** Dotted paths that the service adds and that are not sent back to it. */
  readOnly?: readonly string[];
  /** The URL path of a list that shows whole records of the collection, so that many are read by one request. */
  list?: string;
  /** Each is read at its own URL all the same. */
  alone?: true;
  /**
   * How an existing one is met by a create: looked for first (default), refused by `If-None-Match: *`, or refused by a
   * POST to the parent path.
   */
  create?: "look" | "ifNoneMatch" | "post";
  /** Why an update of one that is gone does not create it again. */
  once?: string;
  /** Writes carry the ETag of the reading they rest on. */
  etag?: true;
  /** So does a delete: that of the state, and of a fresh reading where that one is old. */
  deleteEtag?: true;
  /** Query parameters of a create or update. */
  saveQuery?(inputs: z.output<I>): Call["query"];
  /** Query parameters of a delete. */
  deleteQuery?(state: Bag): Call["query"];
  /** A deleted resource is gone when the service has answered; else it is waited for. */
  gone?: "atOnce";
  /** Whether a refusal only means that another operation still runs. */
  isBusy?(error: ApiError): boolean;
  /** More about a failed operation, for the error; `errorText` is what it says already. */
  explain?(id: string, body: unknown, context: Context, errorText: string): Promise<string>;
}

/** What the verbs of a resource at one URL ask its service. */
export function requestsOf(rest: Rest<z.ZodObject, z.ZodObject>): Requests {
  const { create, etag, deleteEtag, deleteQuery, list, alone } = rest;
  const withDelete = [...(deleteEtag ? ["If-Match"] : []), ...Object.keys(deleteQuery?.({}) ?? {})];
  return {
    create: create === "post" ? "POST" : "PUT",
    update: `GET, PUT${etag ? " with `If-Match`" : ""}`,
    delete: ["DELETE", ...withDelete.map((name) => `\`${name}\``)].join(" with "),
    refresh: list === undefined || alone ? "GET" : "a list where several are read, else GET",
  };
}

/** How often a write is repeated on a fresh reading when somebody else wrote in between. */
export const STALE = 10;
