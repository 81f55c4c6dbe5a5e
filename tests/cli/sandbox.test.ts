import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sandbox } from "../../cli/sandbox";
import { startSandbox } from "../../sandbox";

const root = join(__dirname, "..", "..");
let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "mlplane-"))));
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Starts the command in a process of its own. */
function run(...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const hook = join(__dirname, "typescript.cjs");
  const child = spawn(process.execPath, ["--require", hook, join(root, "cli", "index.ts"), "sandbox", ...args], {
    cwd: root,
  });
  started.push(child);
  return child;
}

/** The variables that the command prints, once the sandbox answers. */
async function variables(child: ReturnType<typeof run>): Promise<Record<string, string>> {
  await once(child.stderr, "data");
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = "", value = ""] = /^export (MLPLANE_\w+)=(\S+)$/.exec(line) ?? [];
    found[name] = value;
    if (name === "MLPLANE_LOCAL_ENDPOINT") break;
  }
  return found;
}

describe("mlplane sandbox", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints the variables to export, answers until %s and then exits with 0, keeping its data",
    async (signal) => {
      const data = join(folder, "data.json");
      const child = run("--port", "0", "--data", data);
      const found = await variables(child);
      expect(found).toMatchObject({ MLPLANE_TENANT_ID: "sandbox", MLPLANE_SEARCH_API_KEY: "sandbox-search-key" });
      expect((await fetch(`${found.MLPLANE_LOCAL_ENDPOINT}/compat/setgpudevice/2`)).status).toBe(200);
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
      const kept = await startSandbox({ data });
      expect(await (await fetch(`${kept.url}/compat/getgpudevice`)).json()).toBe(2);
      await kept.close();
    },
  );

  it("tells in one line that the port is in use, and exits with 1", async () => {
    const other = await startSandbox();
    const { port } = new URL(other.url);
    const child = run("--port", port);
    const [exit, text] = await Promise.all([once(child, "exit"), child.stderr.toArray()]);
    expect(exit).toEqual([1, null]);
    expect(text.join("")).toBe(`mlplane: port ${port} is in use: choose another with --port\n`);
    await other.close();
  });

  it.each([
    [{ port: "http" }, "--port"],
    [{ port: "65536" }, "--port"],
    [{ port: "-1" }, "--port"],
    [{ port: "0", latency: "slow" }, "--latency"],
    [{ port: "0", data: __filename }, "data file"],
  ])("refuses %j", async (flags, named) => {
    await expect(sandbox(flags)).rejects.toThrow(named);
  });
});
