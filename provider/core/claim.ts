/** What a resource of this run holds, as far as the run has come with it. */
export interface Claim {
  /** The part of its URN that tells it from the others of its stack. */
  line: string;
  /** The objects that its declaration means: each its kind, its service and its id. */
  objects: string[];
  /** The id that its declaration means, where it has another object than the state. */
  id?: string | undefined;
  /**
   * `declared` and not in the state, `stored` there, `compared` with the state or updated, or `made`: created or taken
   * over.
   */
  stage: "declared" | "stored" | "compared" | "made";
  /** The line under which the state holds it, as far as that is known: another one when it has an alias. */
  storedAs?: string | undefined;
  /** What the state holds, where it is replaced by another: one object, by all names that it has. */
  gives?: string[];
  /** Which create made what the state holds, for classes that replace by creating first. */
  made?: string | undefined;
  /** The object that it replaces by creating another, which goes in the end. */
  replaces?: string | undefined;
}

/** Objects that one operation of this run deletes. */
export interface Left {
  left: readonly string[];
}

/** A resource whose object is to be deleted. */
export type Leaving = Pick<Claim, "line" | "made">;

/** Whether a claim is that of a declaration which is checked, and not yet compared. */
export const isChecked = ({ stage }: Claim): boolean => stage === "declared" || stage === "stored";

/**
 * Whether a claim replaces what a create made: not every face knows under which line the state holds a resource with
 * an alias.
 */
export const isReplacing = ({ gives, made }: Claim, madeBy: string | undefined): boolean =>
  gives !== undefined && madeBy !== undefined && made === madeBy;
