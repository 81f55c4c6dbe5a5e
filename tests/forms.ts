import type { Behaviour } from "../sandbox";

/** Legal forms of the services' answers; every resource must come to the same end in all of them. */
export const forms: [string, Partial<Behaviour>][] = [
  ["plain", {}],
  ["Operation-Location", { operation: "Operation-Location" }],
  ["Location", { operation: "Location", put: "accepted" }],
  ["provisioningState only", { operation: "provisioningState" }],
  ["no operation, no body", { operation: "none", put: "empty" }],
  ["other case and form, defaults added", { echo: "otherForm" }],
];
