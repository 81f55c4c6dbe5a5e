import type { Sandbox } from "../../sandbox";
import { lab, workspaceId } from "./lab";
import { NativeStack } from "./native";
import { makeEndless, takeWrites } from "./requests";
import { staged } from "./staged";

/** What the plugin says while something is made, and what it keeps of what was accepted and then failed. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 2 }, (...made) => ([stack, sandbox] = made), NativeStack);

const failed = (code: string) => ({ status: "Failed", error: { code, message: "see the details" } }) as const;

const program = (form: string): NativeStack =>
  stack.program(`
    const lab = { ...${JSON.stringify(lab)}, tags: { form: "${form}" } };
    const box = (workspace, name, options) => resource("ml:Compute", name, { workspace, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" }, options);
    const team = new pulumi.ComponentResource("our:own:Team", "team");
    const broken = resource("ml:Workspace", "broken", lab, { parent: team });
    resource("ml:Workspace", "slow", lab, { customTimeouts: { create: "3s", update: "4s", delete: "5s" } });
    resource("ml:Workspace", "fine", lab);
    box(broken.name, "dependant");
  `);

const sent = (): string[] =>
  takeWrites(sandbox)
    .map(({ method, path }) => `${method} ${path.split("/").at(-1)}`)
    .sort();

test("what was accepted and then failed reaches the state with its id; progress stands on the resource's line", async () => {
  sandbox.faults.push({ match: "PUT .*/workspaces/broken$", outcome: failed("VaultMissing") });
  makeEndless(sandbox, "PUT .*/workspaces/slow$");
  const run = await program("a").up("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toMatch(/mlplane:ml:Workspace +broken +.*creating \/subscriptions\/.*\/broken/);
  expect(run.text).toMatch(
    /ml:Workspace \(broken\):\s+error: 1 error occurred:\s+\* creating .*\[VaultMissing\] see the details/,
  );
  expect(run.text).toContain(`creating ${workspaceId("slow")} did not end in time`);
  expect(run.text).not.toMatch(/^ +at /m);
  const state = await stack.byName();
  expect([...state.keys()].sort()).toEqual(["broken", "fine", "slow"]);
  expect(state.get("broken")).toMatchObject({
    id: workspaceId("broken"),
    initErrors: [expect.stringContaining("VaultMissing")],
    inputs: { name: "broken", tags: { form: "a" } },
    outputs: { name: "broken", provisioningState: "Failed", tags: { form: "a" }, __made: expect.any(String) },
  });
  expect(state.get("slow")).toMatchObject({
    id: workspaceId("slow"),
    initErrors: [expect.stringContaining("in time")],
    outputs: { name: "slow", tags: { form: "a" }, __service: sandbox.url },
  });
});

test("a refresh asks for it, and the next up carries on by an update", async () => {
  sandbox.faults.length = 0;
  await stack.ok("refresh", "--yes", "--skip-preview");
  sandbox.requests.length = 0;
  await stack.ok("up", "--yes", "--skip-preview");
  expect(sent()).toEqual(["PUT broken", "PUT dependant", "PUT slow"]);
  const state = await stack.byName();
  expect([state.get("broken")!.initErrors, state.get("slow")!.initErrors]).toEqual([undefined, undefined]);
  await stack.settled();
});

test("an update that fails or does not end in its time keeps the resource, and the next up goes on", async () => {
  sandbox.requests.length = 0;
  sandbox.faults.push({ match: "(PUT|PATCH) .*/workspaces/broken$", outcome: failed("TagsRefused") });
  makeEndless(sandbox, "(PUT|PATCH) .*/workspaces/slow$");
  const run = await program("b").up("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toMatch(/mlplane:ml:Workspace +slow +.*updating \/subscriptions\/.*\/slow/);
  const state = await stack.byName();
  expect(state.get("broken")).toMatchObject({
    id: workspaceId("broken"),
    initErrors: [expect.stringContaining("TagsRefused")],
    outputs: { provisioningState: "Failed", tags: { form: "b" }, workspaceId: expect.any(String) },
  });
  expect(state.get("slow")).toMatchObject({
    initErrors: [expect.stringContaining("in time")],
    outputs: { tags: { form: "b" }, workspaceId: expect.any(String) },
  });
  sandbox.faults.length = 0;
  sandbox.requests.length = 0;
  await stack.ok("up", "--yes", "--skip-preview");
  expect(sent().filter((line) => !/ (broken|slow)$/.test(line))).toEqual([]);
  await stack.settled();
});

test("a delete has its own time, and the next destroy takes away what is left", async () => {
  makeEndless(sandbox, "DELETE .*/workspaces/slow$");
  const run = await stack.destroy("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toContain(`deleting ${workspaceId("slow")} did not end in time`);
  expect([...(await stack.byName()).keys()]).toEqual(["slow"]);
  sandbox.faults.length = 0;
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.state()).toEqual([]);
});
