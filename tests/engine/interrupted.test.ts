import type { Sandbox } from "../../sandbox";
import { lab, workspaceId } from "./lab";
import { arrival, takeWrites } from "./requests";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** A run that is killed or interrupted in the middle of a write, and how to go on. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const program = (tags: object): Stack =>
  stack.program(`
    const workspace = new mlplane.ml.Workspace("lab", { ...${JSON.stringify(lab)}, tags: ${JSON.stringify(tags)} });
    new mlplane.ml.Compute("box", { workspace: workspace.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
  `);

const writes = (): string[] =>
  takeWrites(sandbox).map(({ method, path }) => `${method} ${path.replace(workspaceId("lab"), "…/lab")}`);

test("a run that is killed while it creates is carried on without creating again", async () => {
  const polled = arrival(sandbox, /GET .*operationsStatus/);
  const { child, ended } = program({}).start(["up", "--yes", "--skip-preview"]);
  await polled;
  stack.kill(child);
  await ended;
  const locked = await stack.up();
  expect([locked.status, locked.text]).toEqual([1, expect.stringContaining("pulumi cancel")]);
  await stack.ok("cancel", "--yes", "dev");
  await stack.ok("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
  const run = await stack.ok("up", "--yes", "--skip-preview");
  expect(run.text).toContain(`took over ${workspaceId("lab")}, which exists already`);
  expect(run.text).not.toContain("pending");
  expect(writes()).toEqual(["PUT …/lab", "PUT …/lab/computes/box"]);
  expect((await stack.byName()).get("lab")!.outputs).toMatchObject({
    name: "lab",
    provisioningState: "Succeeded",
    workspaceId: expect.any(String),
  });
});

test("a run that is killed while it updates is carried on by the next one", async () => {
  const polled = arrival(sandbox, /GET .*operationsStatus/);
  const { child, ended } = program({ team: "fraud" }).start(["up", "--yes", "--skip-preview"]);
  await polled;
  stack.kill(child);
  await ended;
  await stack.ok("cancel", "--yes", "dev");
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.settled();
  expect((await stack.byName()).get("lab")!.outputs!["tags"]).toEqual({ team: "fraud" });
  writes();
});

test("an interrupted run ends its running calls, keeps what they made, and begins no other", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  writes();
  const polled = arrival(sandbox, /GET .*operationsStatus/);
  // The answer leaves the CLI time to hear the signal before the workspace is there.
  sandbox.faults.push({ match: "GET .*operationsStatus", delayMs: 2000 });
  const { child, ended } = program({}).start(["up", "--yes", "--skip-preview"]);
  await polled;
  child.kill("SIGINT");
  const { status, text } = await ended;
  expect([status, text]).toEqual([1, expect.stringContaining("update canceled")]);
  const state = await stack.byName();
  expect([...state.keys()]).toEqual(["lab"]);
  expect(state.get("lab")).toMatchObject({
    id: workspaceId("lab"),
    outputs: { name: "lab", provisioningState: "Succeeded", workspaceId: expect.any(String) },
  });
  const next = await stack.ok("up", "--yes", "--skip-preview");
  expect(next.text).not.toMatch(/took over|pending/);
  expect(writes()).toEqual(["PUT …/lab", "PUT …/lab/computes/box"]);
});
