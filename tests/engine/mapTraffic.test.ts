import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { lab, workspaceId } from "./lab";
import { arrival } from "./requests";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** Traffic declared as a map, which names deployments without depending on them. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made));

const serve = `${workspaceId("lab-work")}/onlineEndpoints/serve`;
const shares = async (): Promise<unknown> =>
  ((await outside(sandbox).send("GET", serve)) as { properties: { traffic: object } }).properties.traffic;

/** A program whose deployment `blue` is replaced when its size changes. */
const program = (size: string): Stack =>
  stack.program(`
    const workspace = new mlplane.ml.Workspace("work", { ...${JSON.stringify(lab)}, name: "lab-work" }).name;
    const model = new mlplane.ml.Model("fraud", { workspace, version: 1, path: "models/fraud" }).resourceId;
    const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu" }).name;
    const deployment = (name, instanceType) => new mlplane.ml.OnlineDeployment(name, { workspace, endpoint, model, instanceType, instanceCount: 1 });
    const all = [deployment("blue", ${JSON.stringify(size)}), deployment("green", "Standard_DS3_v2")];
    new mlplane.ml.EndpointTraffic("split", { workspace, endpoint, traffic: { blue: 50, green: 50 } }, { dependsOn: all });
  `);

test("is as declared again after a replacement that failed and a good up", async () => {
  await program("Standard_DS3_v2").ok("up", "--yes", "--skip-preview");
  const put = "PUT .*/deployments/blue$";
  for (const [size, fault] of [
    ["Standard_F4s_v2", { match: put, status: 400 }],
    ["Standard_DS3_v2", { match: put, outcome: { status: "Failed" as const } }],
  ] as const) {
    sandbox.faults.push(fault);
    expect((await program(size).up()).status).toBe(1);
    expect(await shares()).toEqual({ green: 100 });
    await stack.ok("up", "--yes", "--skip-preview");
    expect(await shares()).toEqual({ blue: 50, green: 50 });
    await stack.settled();
  }
});

test("is as declared again after a run that was killed once the deployment was deleted, and a return", async () => {
  sandbox.requests.length = 0;
  const gone = arrival(sandbox, /^PUT .*deployments\/blue$/);
  sandbox.faults.push({ match: "PUT .*/deployments/blue$", delayMs: 60_000, drop: "before" });
  const { child, ended } = program("Standard_F4s_v2").start(["up", "--yes", "--skip-preview"]);
  await gone;
  stack.kill(child);
  await ended;
  await stack.ok("cancel", "--yes", "dev");
  expect(await shares()).toEqual({ green: 100 });
  await program("Standard_DS3_v2").ok("up", "--yes", "--skip-preview");
  expect(await shares()).toEqual({ blue: 50, green: 50 });
  await stack.settled();
});
