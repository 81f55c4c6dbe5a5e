import { cpSync } from "node:fs";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { workspaceBody, workspaceId } from "./lab";
import { Stack } from "./stack";

let sandbox: Sandbox;
let stack: Stack;
beforeEach(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 2 } });
  stack = new Stack(sandbox.environment);
});
afterEach(async () => {
  stack.stop();
  await sandbox.close();
});

/** The writes of jobs and models, without the path of their workspace. */
const writes = (): string[] =>
  sandbox.requests
    .splice(0)
    .filter(({ method, path }) => ["PUT", "DELETE", "POST"].includes(method) && /\/(jobs|models)\//.test(path))
    .map(({ method, path }) => `${method} ${path.split(/workspaces\/[^/]+\//)[1]}`);

test("examples/training-job: trained, registered, trained again as the next version, destroyed", async () => {
  cpSync("examples/training-job", stack.folder, { recursive: true });
  await stack.init();
  const first = await stack.ok("up", "--yes", "--skip-preview");
  expect(first.text).toMatch(/status\s*: "Completed"/);
  expect(writes()).toEqual(["PUT jobs/train-1", "PUT models/fraud:1"]);
  await stack.settled();
  await stack.configure({ run: "2" });
  await stack.ok("up", "--yes", "--skip-preview");
  expect(writes().slice(0, 3)).toEqual(["PUT jobs/train-2", "PUT models/fraud:2", expect.stringMatching(/^DELETE/)]);
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
}, 300_000);

test("a job that fails fails the up and every next one, is never run again, and is mended by another command", async () => {
  cpSync("examples/training-job", stack.folder, { recursive: true });
  await stack.init();
  sandbox.faults.push({ match: "PUT .*jobs/train-1", outcome: { status: "Failed" } });
  const failed = await stack.up();
  expect(failed.status).toBe(1);
  expect(failed.text).toMatch(/running \/subscriptions\/.*jobs\/train-1 ended as Failed/);
  expect(failed.text).toMatch(/running \/subscriptions\/\S*jobs\/train-1: \w+$/m);
  expect((await stack.resources()).find(({ urn }) => urn.includes("ml:Job"))).toMatchObject({
    outputs: { status: "Failed" },
  });
  expect((await stack.up()).status).toBe(1);
  await stack.refresh();
  expect((await stack.up()).status).toBe(1);
  expect(writes()).toEqual(["PUT jobs/train-1"]);
  await stack.configure({ run: "2" });
  await stack.ok("up", "--yes", "--skip-preview");
}, 300_000);

test("examples/nightly: a job and a model every night, and all of them stay", async () => {
  const service = outside(sandbox);
  await service.send("PUT", `${workspaceId("train-lab")}?api-version=2023-10-01`, workspaceBody());
  cpSync("examples/nightly", stack.folder, { recursive: true });
  await stack.init();
  await stack.configure({ workspace: "train-lab", compute: `${workspaceId("train-lab")}/computes/train-cpu` });
  for (const night of ["2026-11-21", "2026-11-22"])
    expect(await stack.up("--config", `night=${night}`)).toMatchObject({ status: 0 });
  expect(writes()).toEqual([
    "PUT jobs/train-2026-11-21",
    "PUT models/fraud:20261121",
    "PUT jobs/train-2026-11-22",
    "PUT models/fraud:20261122",
  ]);
  await stack.settled();
  const jobs = (await service.send("GET", `${workspaceId("train-lab")}/jobs?api-version=2024-04-01`)) as {
    value: { name: string }[];
  };
  expect(jobs.value.map(({ name }) => name).sort()).toEqual(["train-2026-11-21", "train-2026-11-22"]);
}, 300_000);

test("a job whose compute is replaced is not run again", async () => {
  const program = (vmSize: string): string => `
    const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", storageAccount: "/s", keyVault: "/k", applicationInsights: "/a", onDelete: "purge" }).name;
    const box = new mlplane.ml.Compute("box", { workspace, computeType: "ComputeInstance", vmSize: "${vmSize}" });
    new mlplane.ml.Job("train", { workspace, jobType: "Command", compute: box.id, command: "python train.py", environment: "/env" });
  `;
  await stack.program(program("Standard_DS3_v2")).init();
  await stack.ok("up", "--yes", "--skip-preview");
  stack.program(program("Standard_DS4_v2"));
  const ops = (await stack.steps()).map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
  expect(ops).toEqual(expect.arrayContaining(["replace box", "update train"]));
  expect(ops).not.toContain("replace train");
  await stack.ok("up", "--yes", "--skip-preview");
  expect(writes()).toEqual(["PUT jobs/train"]);
  await stack.settled();
}, 300_000);

test("a job that goes on after the up is no drift", async () => {
  await stack
    .program(
      `
    const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", storageAccount: "/s", keyVault: "/k", applicationInsights: "/a", onDelete: "purge" }).name;
    new mlplane.ml.Job("train", { workspace, jobType: "Command", compute: "/cpu", command: "sleep 60", environment: "/env" });
  `,
    )
    .init();
  await stack.ok("up", "--yes", "--skip-preview");
  await fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":120}' });
  for (const _ of "123")
    expect(await stack.run("refresh", "--preview-only", "--expect-no-changes")).toMatchObject({ status: 0 });
  await stack.refresh();
  expect((await stack.preview("--expect-no-changes")).status).toBe(0);
  const job = (await stack.resources()).find(({ urn }) => urn.includes("ml:Job"));
  expect(job).toMatchObject({ outputs: { status: "Completed" } });
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(writes()).toEqual(["PUT jobs/train", "DELETE jobs/train"]);
}, 300_000);
