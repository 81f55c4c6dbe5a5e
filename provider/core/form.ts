import type { Missing } from "./notThere";

/** How the answers of a service are read. */
export interface Form {
  /** Members that are secret wherever they stand in a body. */
  secretNames: readonly string[];
  /** What stands in an answer in the place of a secret. */
  redacted: readonly string[];
  /** The member of a record with its ETag, where the header is missing. */
  etag?: string;
  /** The member of a list with its entries; a bare array is a list as well. */
  entries: string;
  /** Headers with the address at which an operation tells its status, the first that is there; in lower case. */
  operations: readonly string[];
  /** The members of a list with the address of the next page, if there is one. */
  next: readonly string[];
  /**
   * Whether a 404 is the service's own word that something is not there. Without it no 404 is: what is there, its lists
   * say.
   */
  saysNotThere?(missing: Missing): boolean;
}

/** The form of answers without anything particular. */
export const plainForm: Form = {
  secretNames: [],
  redacted: [],
  entries: "value",
  operations: ["operation-location"],
  next: ["nextLink"],
};
