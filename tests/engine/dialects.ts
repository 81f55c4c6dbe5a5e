import type { SandboxOptions } from "../../sandbox";
import { isFull } from "../faults/sample";

/** A form in which the services speak; the documents' own when not given. */
export type Dialect = SandboxOptions["dialect"];

/** The forms in which a suite is played, by what they are called in the names of tests. */
export const dialects: [string, Dialect][] = [
  ["in the documents' form", undefined],
  ["in the dialect azure", "azure"],
];

/** `test` for what is played in a dialect only in a full run. */
export const inFull = (dialect: Dialect): typeof test =>
  dialect === undefined || isFull ? test : (test.skip as never);

/** The options of a sandbox in a dialect. */
export const speaking = (dialect: Dialect): SandboxOptions => (dialect === undefined ? {} : { dialect });
