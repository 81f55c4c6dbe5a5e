import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "./stack";

/** The program that was printed shows no change: neither against the state nor against the services. */
export async function expectNoChange(stack: Stack, printed: string): Promise<void> {
  writeFileSync(join(stack.folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.ts\n");
  writeFileSync(join(stack.folder, "index.ts"), printed);
  for (const args of [
    ["preview", "--diff"],
    ["refresh", "--preview-only", "--diff"],
  ]) {
    const run = await stack.run(...args, "--expect-no-changes");
    if (run.status !== 0) throw new Error(`${printed}\n${run.text}`);
  }
}
