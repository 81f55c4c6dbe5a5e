import type { Bag } from "../../core/wire";
import { hashOf, shownOf } from "./documentForm";
import type { IndexSchema } from "../index/indexSchema";

/**
 * What the state keeps of documents, by key: a short hash of each as it was declared; when its content is verified,
 * after a dot
 * one of what the service shows of it, where that is another; and when it was merged, after another dot the fields that
 * count. A document that is not as
 * declared, because somebody changed it or the service refused it, has a `~` instead.
 */
export type Hashes = Record<string, string>;

/** How far documents are compared with what the service shows. */
export type Verify = "content" | "count" | "none";

/** The most documents whose content is compared when nothing is said. */
const COMPARED = 1000;

/** How far the documents of a declaration are compared. */
export const verifyOf = (verify: unknown, count: number): Verify =>
  (verify as Verify | undefined) ?? (count <= COMPARED ? "content" : "count");

/** The fields that count of a document: all (`undefined`) when it is uploaded as a whole, else those that it names. */
export const countingFields = (document: Bag, action: unknown): ReadonlySet<string> | undefined =>
  action === "upload" ? undefined : new Set(Object.keys(document));

/** What the state keeps of a declared document, which the service shows as `live`. */
export function hashesOf(document: Bag, schema: IndexSchema, action: unknown, verify: Verify, live = document): string {
  const declared = hashOf(document);
  if (verify !== "content") return declared;
  const names = countingFields(document, action);
  const shownHash = hashOf(shownOf(live, schema.fields, names));
  return [
    declared,
    shownHash === declared ? "" : shownHash,
    ...(names === undefined ? [] : [[...names].sort().join(",")]),
  ].join(".");
}

/** Whether a document is declared otherwise than a stored hash says; one that is amiss always is. */
export const isEdited = (stored: string | undefined, declared: string): boolean =>
  stored?.split(".")[0] !== declared.split(".")[0];

/** What the state keeps of a document that is not as declared: what it is instead, or that it is missing. */
export const amiss = (live: Bag | undefined): string => `~${live === undefined ? "" : hashOf(live)}`;

/** Whether the state knows that a document is not as declared. */
export const isAmiss = (stored: string): boolean => stored.startsWith("~");

/** Whether the state knows that a document is missing. */
export const isMissing = (stored: string): boolean => stored === amiss(undefined);

/** Whether the service shows a document as it was declared. */
export function isAsStored(stored: string, live: Bag, schema: IndexSchema): boolean {
  const [declared, shownHash, names] = stored.split(".");
  if (shownHash === undefined) return !isAmiss(stored);
  return (
    hashOf(shownOf(live, schema.fields, names === undefined ? undefined : new Set(names.split(",")))) ===
    (shownHash || declared)
  );
}
