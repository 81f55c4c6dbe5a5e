import * as pulumi from "@pulumi/pulumi";
import { keys, unknownKeys } from "../provider/configuration";

/** Says that there is no such configuration key. What finds a near one is loaded only then. */
export function noKey(key: string): string {
  const { didYouMean } = require("../provider/core/check") as typeof import("../provider/core/check");
  return `${key} is no configuration key${didYouMean(key, Object.keys(keys)) || `; there are ${Object.keys(keys).join(", ")}`}`;
}

/** The stacks whose configuration was looked at. */
const seen = new Set<string>();

/**
 * Warns, once for each stack, of keys under `mlplane:` in its configuration that do nothing. In a project of that name
 * they are its own.
 */
export function warnOfKeys(): void {
  const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
  if (project === "mlplane" || seen.has(`${project} ${stack}`)) return;
  seen.add(`${project} ${stack}`);
  for (const key of unknownKeys(pulumi.runtime.allConfig()))
    void pulumi.log.warn(`the stack's configuration: mlplane:${noKey(key)}`);
}
