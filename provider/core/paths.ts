import * as z from "zod";
import { below, formOf } from "./check";
import { isSame } from "./compare";
import { elementOf, memberOf } from "./marks";
import { isBag, ownMember } from "./wire";

/** A place at which a new declaration differs from the one before: `fields[3].type`. */
export interface ChangedPath {
  path: string;
  change: "added" | "deleted" | "edited";
}

/** The innermost places at which two declared values differ in their meaning. */
export function changedPaths(schema: z.core.$ZodType, before: unknown, after: unknown, path: string): ChangedPath[] {
  if (isSame(schema, before, after)) return [];
  if (before === undefined || before === null) return [{ path, change: "added" }];
  if (after === undefined || after === null) return [{ path, change: "deleted" }];
  const form = formOf(schema, after);
  if (Array.isArray(before) && Array.isArray(after)) {
    const element = elementOf(form) ?? anything;
    const longest = before.length > after.length ? before : after;
    return longest.flatMap((_, index) => changedPaths(element, before[index], after[index], below(path, index)));
  }
  if (isBag(before) && isBag(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      changedPaths(memberOf(form, key) ?? anything, ownMember(before, key), ownMember(after, key), below(path, key)),
    );
  }
  return [{ path, change: "edited" }];
}

const anything = z.unknown();
