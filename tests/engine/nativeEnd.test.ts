import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields, lab, workspaceId } from "./lab";
import { NativeStack, pluginFolder } from "./native";
import { arrival, takeWrites } from "./requests";
import { environment } from "./stack";
import { staged } from "./staged";

/** How the plugin ends, and what is left of a run that is interrupted, cancelled or killed. */
jest.setTimeout(60_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made), NativeStack);

describe("the process alone", () => {
  const children: ChildProcess[] = [];
  afterAll(() => children.forEach((child) => child.kill("SIGKILL")));

  /** Starts the plugin for an engine at this address, and waits until it has told its port. */
  async function started(stdin: "pipe" | "ignore", ...args: string[]): Promise<{ child: ChildProcess; port: number }> {
    const child = spawn(join(pluginFolder, "pulumi-resource-mlplane"), args, {
      env: environment,
      stdio: [stdin, "pipe", "inherit"],
    });
    children.push(child);
    const [told] = (await once(child.stdout!, "data")) as [Buffer];
    expect(String(told)).toMatch(/^\d+\n$/);
    return { child, port: Number(told) };
  }
  const isOpen = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });

  test("it ends with its standard input, and leaves no port", async () => {
    const { child, port } = await started("pipe");
    expect(await isOpen(port)).toBe(true);
    child.stdin!.end();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await isOpen(port)).toBe(false);
  });

  test("it serves no engine that has not started it, and says what to do", async () => {
    const { port } = await started("pipe");
    stack.program(`resource("search:Index", "lamps", { fields: ${JSON.stringify(fields)} });`);
    stack.variables["PULUMI_DEBUG_PROVIDERS"] = `mlplane:${port}`;
    const { status, text } = await stack.run("preview");
    delete stack.variables["PULUMI_DEBUG_PROVIDERS"];
    expect([status, text]).toEqual([1, expect.stringContaining("unset PULUMI_DEBUG_PROVIDERS")]);
  });

  test("it ends with the engine where its standard input is none", async () => {
    const engine = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(engine, "listening");
    const looked = once(engine, "connection");
    const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
    const { child } = await started("ignore", "--logtostderr", "-v=3", address);
    await looked;
    engine.close();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("a signal ends it at once", async () => {
    const { child, port } = await started("pipe");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
    expect(await isOpen(port)).toBe(false);
  });
});

const writes = (): string[] =>
  takeWrites(sandbox).map(({ method, path }) => `${method} ${path.replace(workspaceId("lab"), "…/lab")}`);

const program = (tags: object): NativeStack =>
  stack.program(`
    const workspace = resource("ml:Workspace", "lab", { ...${JSON.stringify(lab)}, tags: ${JSON.stringify(tags)} });
    resource("ml:Compute", "box", { workspace: workspace.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
  `);

test("an interrupted run waits for nothing more, keeps what was accepted, and the next goes on", async () => {
  await stack.program("").ok("up", "--yes", "--skip-preview");
  writes();
  const polled = arrival(sandbox, /GET .*operationsStatus/);
  sandbox.faults.push({ match: "GET .*operationsStatus", delayMs: 600_000 });
  const { child, ended } = program({}).start(["up", "--yes", "--skip-preview"]);
  await polled;
  child.kill("SIGINT");
  const { status, text } = await ended;
  expect([status, text]).toEqual([1, expect.stringContaining("The run was cancelled.")]);
  const state = await stack.byName();
  expect([...state.keys()]).toEqual(["lab"]);
  expect(state.get("lab")).toMatchObject({ id: workspaceId("lab"), initErrors: [expect.any(String)] });
  sandbox.faults.length = 0;
  const next = await stack.ok("up", "--yes", "--skip-preview");
  expect(next.text).not.toMatch(/took over|pending/);
  expect(writes()[0]).toBe("PUT …/lab");
  await stack.settled();
  writes();
});

test("a run that is killed while it changes something is carried on by the next one", async () => {
  const polled = arrival(sandbox, /GET .*operationsStatus/);
  const { child, ended } = program({ team: "fraud" }).start(["up", "--yes", "--skip-preview"]);
  await polled;
  stack.kill(child);
  await ended;
  await stack.ok("cancel", "--yes", "dev");
  await stack.ok("up", "--yes", "--skip-preview");
  expect((await stack.byName()).get("lab")!.outputs!["tags"]).toEqual({ team: "fraud" });
  await stack.settled();
  writes();
});

test.each([
  ["an up", ["up"]],
  ["a refresh and an up", ["refresh", "up"]],
])("a run of `--replace` that is killed before its delete: %s deletes nothing that is declared", async (_, next) => {
  const index = `resource("search:Index", "kept", { fields: ${JSON.stringify(fields)} });`;
  await stack.program(index).ok("up", "--yes", "--skip-preview");
  const { urn } = (await stack.byName()).get("kept")!;
  // The program does not end, and so the engine does not come to its deletes.
  stack.program(`${index} setInterval(() => {}, 1000);`);
  const { child, ended } = stack.start(["up", "--yes", "--skip-preview", "--replace", urn]);
  while (!/"delete": ?true/.test(stack.stateText())) await pause(50);
  stack.kill(child);
  await ended;
  await stack.ok("cancel", "--yes", "dev");
  writes();
  stack.program(index);
  for (const verb of next) await stack.ok(verb, "--yes", "--skip-preview");
  expect(writes().filter((line) => line.startsWith("DELETE"))).toEqual([]);
  expect((await stack.resources()).map(({ id }) => id)).toEqual(["/indexes/kept"]);
  await stack.settled();
});

test("a run leaves the plugin as it was compiled to the next one, which does without where that is spoilt", async () => {
  stack.program(`resource("search:Index", "kept", { fields: ${JSON.stringify(fields)} });`);
  await stack.ok("up", "--yes", "--skip-preview");
  const home = mkdtempSync(join(tmpdir(), "mlplane-cache-"));
  const kept = join(home, "mlplane-plugin");
  const preview = async (): Promise<string> => {
    const { status } = await stack.start(["preview", "--expect-no-changes"], { XDG_CACHE_HOME: home }).ended;
    expect([status, readdirSync(kept)]).toEqual([0, [expect.any(String)]]);
    return join(kept, readdirSync(kept)[0]!);
  };
  const file = await preview();
  const whole = readFileSync(file);
  expect(await preview()).toBe(file);
  expect(readFileSync(file).equals(whole)).toBe(true);
  writeFileSync(file, whole.subarray(0, 5000));
  expect(readFileSync(await preview()).length).toBeGreaterThan(100_000);
  rmSync(home, { recursive: true });
});

test("a destroy after such a run leaves nothing", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect([await stack.state(), await outside(sandbox).send("GET", "/indexes")]).toMatchObject([[], { value: [] }]);
});
