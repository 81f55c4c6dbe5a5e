import type { Sandbox } from "../../sandbox";
import { asking, serving, stagedServing, type Served, type Serving } from "./asking";
import type { Stack } from "./stack";

/** A replacement that fails before its end: the old one serves on, the next run carries on, and going back is going back. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
let served: Serving;
stagedServing({ polls: 1 }, (...made) => ([stack, sandbox, served] = made));

const price = { name: "price", type: "Edm.Int32" };
const smokeTest = { request: { data: [[1]] }, samples: 3, maxP95Ms: 60_000 };
const before: Served = { more: [price], deployment: {}, traffic: { smokeTest } };
const rebuilt: Served = { ...before, more: [{ ...price, type: "Edm.Double" }] };
const moved: Served = { ...before, deployment: { instanceType: "Standard_F4s_v2" } };
const broken: Served = { ...before, deployment: { ...moved.deployment, environmentVariables: { SCORE_FAIL: "100" } } };

beforeAll(() => served.up(before));
beforeEach(() => void sandbox.faults.splice(0));

/** Runs `up` with a client that asks all the while, and must never see a failure. */
async function asked<T>(run: () => Promise<T>): Promise<T> {
  const client = await asking(stack, sandbox);
  try {
    return await run();
  } finally {
    const answers = await client.stop();
    for (const { asked: _, ...rest } of Object.values(answers)) expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
  }
}

const failedUp = async (program: Served, reason: RegExp): Promise<void> => {
  const { status, text } = await stack.program(serving(program)).up();
  expect([status, text]).toEqual([1, expect.stringMatching(reason)]);
  expect(text).not.toMatch(/^\s+at .*\.js:/m);
};

test("documents that are refused: the source stays, the next run carries on; and back, while both are there", () =>
  asked(async () => {
    const [old] = await served.names();
    sandbox.faults.push({ match: "POST /indexes/lamps-[0-9a-f]*/docs/index", status: 400, times: 20 });
    await failedUp(rebuilt, /source stays with the index lamps-\w+: the documents of "catalog" have failed/);
    const [made] = await served.names();
    expect([made === old, await served.indexes()]).toEqual([false, [made, old].sort()]);

    sandbox.faults.length = 0;
    await served.up(before);
    expect([await served.names(), await served.indexes()]).toEqual([[old, expect.anything()], [old]]);
    await stack.settled();

    sandbox.faults.push({ match: "POST /indexes/lamps-[0-9a-f]*/docs/index", status: 400, times: 20 });
    await failedUp(rebuilt, /3 of 3 documents failed/);
    sandbox.faults.length = 0;
    await served.up(rebuilt);
    expect([await served.names(), await served.indexes()]).toEqual([[made, expect.anything()], [made]]);
    await stack.settled();
    await served.up(before);
    expect(await served.names()).toEqual([old, expect.anything()]);
  }));

test("a smoke test that fails: the old deployment answers on; back, and forward with what was wrong mended", () =>
  asked(async () => {
    const [, old] = await served.names();
    await failedUp(broken, /the smoke test of blue-\w+ failed: 0 of 3 requests succeeded/);
    const [, made] = await served.names();
    expect([made === old, await served.deployments()]).toEqual([false, [made, old].sort()]);
    await served.up(before);
    expect([await served.names(), await served.deployments()]).toEqual([[expect.anything(), old], [old]]);
    await stack.settled();
    await failedUp(broken, /the smoke test of/);
    await served.up(moved);
    expect([await served.names(), await served.deployments()]).toEqual([[expect.anything(), made], [made]]);
    await stack.settled();
    await served.up(before);
    expect(await served.deployments()).toEqual([old]);
  }));

test("a service without room for a second one: the run fails with advice, nothing is lost, and deleteFirst goes on", async () => {
  const names = await served.names();
  const quota = { code: "QuotaExceeded", message: "Index quota has been exceeded for this service." };
  await asked(async () => {
    sandbox.faults.push({ match: "PUT /indexes/lamps-", status: 403, body: JSON.stringify({ error: quota }) });
    await failedUp(rebuilt, /quota has been exceeded[^]*needs room for the new one beside the old one[^]*deleteFirst/);
    expect([await served.names(), await served.indexes()]).toEqual([names, [names[0]]]);
    sandbox.faults.push({
      match: "PUT .*/deployments/blue-",
      outcome: { status: "Failed", error: { code: "OutOfQuota", message: "Not enough quota for the VM size." } },
    });
    await failedUp(moved, /Not enough quota[^]*needs room for the new one beside the old one/);
    expect(await served.deployments()).toContain(names[1]);
    await served.up(before);
    await stack.settled();
  });
  await served.up({ ...rebuilt, index: { onReplace: "deleteFirst" } });
  expect(await served.indexes()).toEqual(["lamps"]);
  await stack.settled();
});
