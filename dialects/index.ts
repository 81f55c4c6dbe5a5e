import type { Dialect } from "./dialect";

export type { Dialect } from "./dialect";
export { hear, serviceAt, speak, theirPath } from "./speak";

let azure: typeof import("./azure") | undefined;

/** The dialects by name, each new for one connection; the documents' own form has none. */
export const dialects = {
  azure: () => (azure ??= require("./azure") as typeof import("./azure")).azure(),
} satisfies Record<string, () => Dialect>;

/** A new dialect of this name; `undefined` when there is none. */
export const dialectNamed = (name: string): Dialect | undefined =>
  Object.hasOwn(dialects, name) ? dialects[name as keyof typeof dialects]() : undefined;
