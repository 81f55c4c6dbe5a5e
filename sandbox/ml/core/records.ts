import type { Outcome } from "../../publicTypes";

/** A JSON object. */
export type Body = Record<string, unknown>;

/** What an operation does to its resource, in the words of `provisioningState`. */
export type Work = "Creating" | "Updating" | "Deleting";

/** A resource as the service holds it. */
export interface Resource {
  /** The full resource path, as it was first given. */
  id: string;
  /** The rest of the record, without id, name, type and provisioningState. */
  body: Body;
  /** Times of the first and the last write in milliseconds since 1970. */
  created: number;
  modified: number;
  /** How the last operation ended; that of one that runs is told by the operation. */
  state: "Succeeded" | "Failed" | "Canceled";
  /** The ID of the last operation; absent after one that was done at once. */
  operation?: string;
}

/** An asynchronous operation on a resource. */
export interface Operation {
  id: string;
  /** The path of the resource that it works on. */
  resource: string;
  work: Work;
  status: "InProgress" | "Succeeded" | "Failed" | "Canceled";
  /** How many polls still show it as running. */
  left: number;
  /** Milliseconds since 1970. */
  start: number;
  end?: number;
  /** How it will end when not well. */
  outcome?: Outcome;
  /** Deletes a workspace for a time only. */
  retain?: boolean;
}
