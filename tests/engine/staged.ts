import { startSandbox, type Behaviour, type Sandbox } from "../../sandbox";
import { isFull } from "../faults/sample";
import { Stack } from "./stack";

/** A form of project: one whose programs declare dynamic resources, or another face's. */
export type Project<Made extends Stack = Stack> = new (variables?: Record<string, string>) => Made;

/** `test` for what projects of another form than the first play only in a full run. */
export const inFullAs = (Form: Project): typeof test => (Form === Stack || isFull ? test : (test.skip as never));

/**
 * Gives all tests of a file a sandbox with this behaviour and an empty stack of a project of this form that uses it,
 * and ends both after them.
 */
export function staged<Made extends Stack = Stack>(
  behaviour: Partial<Behaviour>,
  give: (stack: Made, sandbox: Sandbox) => void,
  Form: Project<Made> = Stack as Project<never>,
): void {
  let sandbox: Sandbox | undefined;
  let stack: Made | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ behaviour });
    stack = await new Form(sandbox.environment).init();
    give(stack, sandbox);
  });
  afterAll(async () => {
    stack?.stop();
    await sandbox?.close();
  });
}
