import * as pulumi from "@pulumi/pulumi";
import { keys, unknownKeys, unknownVariables, variableOf } from "../provider/configuration";
import { mocks } from "./mocks";

/** Says that there is no such configuration key. */
export const noKey = (key: string): string => `${key} is no configuration key${near(key, Object.keys(keys))}`;

/** The nearest of these names, or all of them. What finds a near one is loaded only then. */
function near(name: string, names: string[]): string {
  const { didYouMean } = require("../provider/core/didYouMean") as typeof import("../provider/core/didYouMean");
  return didYouMean(name, names) || `; there are ${names.join(", ")}`;
}

/** The runs of programs whose configuration was looked at, by their connection to the engine. */
const seen = new WeakSet<object>();

/**
 * Warns, once in each run of a program, of keys under `mlplane:` in the stack's configuration and of `MLPLANE_…`
 * variables that do nothing. In a project of that name the keys are its own.
 */
export function warnOfKeys(): void {
  const run = pulumi.runtime.getMonitor();
  if (run === undefined || mocks() !== undefined || seen.has(run)) return;
  seen.add(run);
  if (pulumi.getProject() !== "mlplane")
    for (const key of unknownKeys(pulumi.runtime.allConfig()))
      void pulumi.log.warn(`the stack's configuration: mlplane:${noKey(key)}`);
  for (const name of unknownVariables())
    void pulumi.log.warn(
      `the environment: ${name} is no variable of mlplane${near(name, Object.keys(keys).map(variableOf))}`,
    );
}
