import { startSandbox, type Behaviour, type Sandbox } from "../../sandbox";
import { Stack } from "./stack";

/**
 * Gives all tests of a file a sandbox with this behaviour and an empty stack that uses it, and ends both after them.
 */
export function staged(behaviour: Partial<Behaviour>, give: (stack: Stack, sandbox: Sandbox) => void): void {
  let sandbox: Sandbox | undefined;
  let stack: Stack | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ behaviour });
    stack = await new Stack(sandbox.environment).init();
    give(stack, sandbox);
  });
  afterAll(async () => {
    stack?.stop();
    await sandbox?.close();
  });
}
