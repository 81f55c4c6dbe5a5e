import { startSandbox, type Sandbox, type SandboxOptions } from "../sandbox";

const before = new Set<string>();

/**
 * Starts a sandbox at an address that none of this process had before: a provider lives for one run, and what it knows
 * of a service (its connections, its pace, what one operation hands to the next) goes by the address.
 */
export async function freshSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  if (!before.has(sandbox.url)) {
    before.add(sandbox.url);
    return sandbox;
  }
  await sandbox.close();
  return freshSandbox(options);
}
