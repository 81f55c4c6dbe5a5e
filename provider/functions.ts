import type { FunctionDefinition } from "./core/function";

/** Every function of the package, for its declarations and reference pages. */
export const functions: FunctionDefinition[] = [];
