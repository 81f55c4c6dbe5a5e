import type { Settings } from "../../core/resource";
import { hasUnknown, type Bag } from "../../core/wire";
import type { Field } from "./field";

/** What a program says of an index whose documents it declares too. */
export interface DeclaredIndex {
  keyField: string;
  /** The fields, when all are known. */
  fields?: readonly Field[];
}

/** The indexes that were checked for a connection, by name. */
const declared = new WeakMap<Settings, Map<string, DeclaredIndex>>();

/** Notes what a program declares of an index; what is not known yet is not noted. */
export function noteIndex({ name, fields }: Bag, settings: Settings): void {
  if (typeof name !== "string") return;
  const all = declared.get(settings) ?? new Map<string, DeclaredIndex>();
  declared.set(settings, all);
  all.delete(name);
  if (!Array.isArray(fields) || hasUnknown(fields)) return;
  const key = (fields as Field[]).find((one) => one.key === true)?.name;
  if (key !== undefined) all.set(name, { keyField: key, fields: fields as Field[] });
}

/**
 * What the program declares of an index, where its check came before: documents that refer to it by its output are
 * checked after it.
 */
export const declaredIndex = (name: unknown, settings: Settings): DeclaredIndex | undefined =>
  typeof name === "string" ? declared.get(settings)?.get(name) : undefined;
