import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { lab, workspaceBody, workspaceId } from "./lab";
import { makeEndless } from "./requests";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What was accepted and then failed, ran out of time, or could not be created again. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const program = (more: { location?: string; slowTags?: object; brokenOptions?: object } = {}): Stack =>
  stack.program(`
    const lab = ${JSON.stringify(lab)};
    const broken = new mlplane.ml.Workspace("broken", lab, ${JSON.stringify(more.brokenOptions ?? {})});
    new mlplane.ml.Workspace("slow", { ...lab, tags: ${JSON.stringify(more.slowTags ?? {})} }, { customTimeouts: { create: "10s" } });
    new mlplane.ml.Workspace("first", { ...lab, location: ${JSON.stringify(more.location ?? lab.location)} });
    new mlplane.ml.Workspace("second", { ...lab, location: ${JSON.stringify(more.location ?? lab.location)} });
    new mlplane.ml.Compute("dependant", { workspace: broken.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
  `);

const sent = (method: string, name: string): number =>
  sandbox.requests.filter((request) => request.method === method && request.path === workspaceId(name)).length;

test("a failed or endless creation tells its reason and stays in the state with all that is needed to go on", async () => {
  sandbox.faults.push({
    match: "PUT .*/workspaces/broken$",
    outcome: {
      status: "Failed",
      error: {
        code: "DeploymentFailed",
        message: "see the details",
        details: [{ code: "VaultMissing", message: "the key vault is gone" }],
      },
    },
  });
  makeEndless(sandbox, "PUT .*/workspaces/slow$");
  const run = await program().up();
  expect(run.status).toBe(1);
  expect(run.text).toContain("[DeploymentFailed] see the details; [VaultMissing] the key vault is gone");
  expect(run.text).toContain(`creating ${workspaceId("slow")} did not end in time`);
  expect(run.text).not.toContain("resource init failed");
  expect(run.text).not.toContain("__");
  const state = await stack.byName();
  expect(state.get("broken")).toMatchObject({
    id: workspaceId("broken"),
    initErrors: [expect.stringContaining("VaultMissing")],
  });
  expect(state.get("broken")!.outputs).toMatchObject({
    ...lab,
    name: "broken",
    provisioningState: "Failed",
    __provider: expect.stringContaining("ml:Workspace"),
  });
  expect(state.get("slow")).toMatchObject({
    id: workspaceId("slow"),
    initErrors: [expect.stringContaining("in time")],
  });
  expect(state.get("slow")!.outputs).toMatchObject({
    ...lab,
    name: "slow",
    __provider: expect.stringContaining("ml:Workspace"),
    __timeouts: { create: "10s" },
  });
  expect([...state.keys()].sort()).toEqual(["broken", "first", "second", "slow"]);
});

test("it can be refreshed, and is not forgotten by that", async () => {
  await outside(sandbox).send("PUT", workspaceId("slow"), workspaceBody());
  await stack.ok("refresh", "--yes", "--skip-preview");
  expect((await stack.byName()).get("slow")!.outputs).toMatchObject({
    provisioningState: "Succeeded",
    workspaceId: expect.any(String),
  });
  const steps = await stack.steps();
  expect(
    steps
      .filter(({ op }) => op !== "same")
      .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`)
      .sort(),
  ).toEqual(["create dependant", "update broken"]);
});

test("the next up mends it by an update, and then nothing is left to do", async () => {
  sandbox.requests.length = 0;
  await stack.ok("up", "--yes", "--skip-preview");
  expect([sent("PUT", "broken"), sent("PUT", "slow"), sent("DELETE", "broken")]).toEqual([1, 0, 0]);
  expect((await stack.byName()).get("broken")!.initErrors).toBeUndefined();
  await stack.ok("preview", "--expect-no-changes", "--diff");
});

test("a replacement whose creation fails is still to be created, and an update that fails keeps the resource", async () => {
  program({ location: "West US", slowTags: { team: "a" }, brokenOptions: { customTimeouts: { delete: "10s" } } });
  sandbox.faults.push({ match: "PUT .*/workspaces/(first|second)$", status: 400, times: 2 });
  sandbox.faults.push({
    match: "PUT .*/workspaces/slow$",
    outcome: { status: "Failed", error: { code: "TagsRefused", message: "no tags today" } },
  });
  const run = await stack.up("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toContain("[TagsRefused] no tags today");
  const state = await stack.byName();
  expect([state.get("first")!.pendingReplacement, state.get("second")!.pendingReplacement]).toEqual([true, true]);
  expect(state.get("slow")).toMatchObject({
    initErrors: [expect.stringContaining("TagsRefused")],
    outputs: { provisioningState: "Failed", tags: { team: "a" }, __provider: expect.any(String) },
  });
});

test("the next up creates the replacement without another delete", async () => {
  sandbox.requests.length = 0;
  sandbox.faults.push(
    { match: "PUT .*/workspaces/second$", status: 400 },
    { match: "PUT .*/workspaces/slow$", outcome: { status: "Failed" } },
  );
  expect((await stack.up("--continue-on-error")).status).toBe(1);
  expect([sent("DELETE", "first"), sent("PUT", "first"), sent("DELETE", "second")]).toEqual([0, 1, 0]);
  const first = (await stack.byName()).get("first")!;
  expect([first.pendingReplacement, first.outputs!["location"]]).toEqual([undefined, "West US"]);
});

test("destroy waits as long as customTimeouts says, and takes away what failed before", async () => {
  makeEndless(sandbox, "DELETE .*/workspaces/broken$");
  const first = await stack.destroy("--continue-on-error");
  expect(first.status).toBe(1);
  expect(first.text).toContain(`deleting ${workspaceId("broken")} did not end in time`);
  expect((await stack.resources()).map(({ urn }) => urn.split("::").at(-1))).toEqual(["broken"]);
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await outside(sandbox).send("GET", workspaceId("").slice(0, -1))).toEqual({ value: [] });
});
