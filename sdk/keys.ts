import * as pulumi from "@pulumi/pulumi";
import { unknownKeys, unknownVariables } from "../provider/configuration";
import { noKey, noVariable } from "../provider/unknownNames";
import { mocks } from "./mocks";

/** The runs of programs whose configuration was looked at, by their connection to the engine. */
const checkedRuns = new WeakSet<object>();

/**
 * Warns, once in each run of a program, of keys under `mlplane:` in the stack's configuration and of `MLPLANE_…`
 * variables that do nothing. In a project of that name the keys are its own.
 */
export function warnOfKeys(): void {
  const run = pulumi.runtime.getMonitor();
  if (run === undefined || mocks() !== undefined || checkedRuns.has(run)) return;
  checkedRuns.add(run);
  if (pulumi.getProject() !== "mlplane")
    for (const key of unknownKeys(pulumi.runtime.allConfig()))
      void pulumi.log.warn(`the stack's configuration: mlplane:${noKey(key)}`);
  for (const name of unknownVariables()) void pulumi.log.warn(`the environment: ${noVariable(name)}`);
}
