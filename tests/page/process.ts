import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A sandbox as people run it: the built command, in a process of its own. */
export class SandboxProcess {
  private constructor(
    readonly url: string,
    readonly environment: Record<string, string>,
    private readonly child: ChildProcess,
  ) {}

  static async start(...args: string[]): Promise<SandboxProcess> {
    const command = join(__dirname, "..", "..", "dist", "cli", "index.js");
    const child = spawn(process.execPath, [command, "sandbox", "--port", "0", ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const environment: Record<string, string> = {};
    for await (const line of createInterface({ input: child.stdout })) {
      const [, name = "", value = ""] = /^export (\w+)=(.*)$/.exec(line) ?? [];
      environment[name] = value;
      if (name === "MLPLANE_LOCAL_ENDPOINT") break;
    }
    return new SandboxProcess(environment["MLPLANE_LOCAL_ENDPOINT"]!, environment, child);
  }

  /** Calls the search service with its key. */
  search(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}${path}?api-version=2025-11-01-preview`, {
      method,
      headers: { "api-key": "sandbox", "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  stop(): void {
    this.child.kill();
  }
}
