import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { asking, serving, stagedServing, type Served, type Serving } from "./asking";
import { fields, workspaceId } from "./lab";
import type { Stack } from "./stack";

/** One replacement after another, where nobody declares the traffic: what stands on the old ones goes over to the new. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
let served: Serving;
stagedServing({ polls: 1 }, (...made) => ([stack, sandbox, served] = made));

const price = { name: "price", type: "Edm.Int32" };
const double = { ...price, type: "Edm.Double" };
const large = { instanceType: "Standard_F4s_v2" };
/** Another index and another deployment. */
const others = `
  new mlplane.search.Index("bulbs", { fields: ${JSON.stringify(fields)}, onReplace: "createFirst" });
  new mlplane.ml.OnlineDeployment("green", { workspace, endpoint: endpoint.name, model: model.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 1, onReplace: "createFirst" });`;

/** The shares of the endpoint, and a write of them by hand. */
const endpoint = `${workspaceId("lab")}/onlineEndpoints/serve`;
const shares = async (): Promise<unknown> =>
  ((await outside(sandbox).send("GET", endpoint)) as { properties: { traffic: unknown } }).properties.traffic;
const direct = (traffic: Record<string, number>): Promise<void> =>
  outside(sandbox).edit(endpoint, (record) => void (record["properties"].traffic = traffic));

/** Brings the stack to a program while a client asks, who must never see a failure; gives the two names. */
async function up(program: Served, more: string, ...options: string[]): Promise<string[]> {
  const client = await asking(stack, sandbox);
  try {
    await stack.program(serving(program) + more).ok("up", "--yes", "--skip-preview", ...options);
  } finally {
    for (const { asked: _, ...rest } of Object.values(await client.stop()))
      expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
  }
  await stack.settled();
  return (await served.names()) as string[];
}

const nameOf = async (name: string): Promise<string> => (await stack.byName()).get(name)!.outputs!["name"] as string;

test("the first ones, and their shares by hand", async () => {
  await stack.program(serving({ more: [price], deployment: {} }) + others).ok("up", "--yes", "--skip-preview");
  await direct({ [await nameOf("blue")]: 100 });
});

test("one operation at a time: shares that nobody declares go over to the new deployment", async () => {
  const [index, blue] = await served.names();
  const [next, green] = await up({ more: [double], waits: true, deployment: large }, others, "--parallel", "1");
  expect([next === index, green === blue, await shares()]).toEqual([false, false, { [green!]: 100 }]);
});

test("another declared name is one more replacement", async () => {
  const [index, blue] = await up(
    { more: [double], index: { onReplace: "createFirst", name: "lights" }, deployment: { ...large, name: "azure" } },
    others,
  );
  expect([index, blue, await shares()]).toEqual([
    expect.stringMatching(/^lights-[0-9a-f]{6}$/),
    expect.stringMatching(/^azure-[0-9a-f]{6}$/),
    { [blue!]: 100 },
  ]);
});

test("one goes while another is replaced: shares of the one are scaled up, those of the other go over", async () => {
  const green = await nameOf("green");
  await direct({ [await nameOf("blue")]: 60, [green]: 40 });
  const [index, blue] = await up({ more: [price], deployment: {} }, "");
  expect([await served.indexes(), await served.deployments(), await shares()]).toEqual([
    [index],
    [blue],
    { [blue!]: 100 },
  ]);
});

test("--target alone keeps the index that a source still reads from; with its dependents, nothing else is touched", async () => {
  const [index, blue] = await served.names();
  const program = { more: [double], deployment: large };
  const urnOf = async (name: string): Promise<string> => (await stack.byName()).get(name)!.urn;
  const targeted = ["--target", await urnOf("lamps")];
  const client = await asking(stack, sandbox);
  const alone = await stack.program(serving(program)).up(...targeted);
  expect([alone.status, alone.text]).toEqual([
    1,
    expect.stringMatching(/lamps-\w+ stays: \/knowledgesources\/source still reads from it, not from/),
  ]);
  const [next] = await served.names();
  expect([next === index, await served.indexes()]).toEqual([false, [next, index].sort()]);
  await stack.ok("up", "--yes", "--skip-preview", ...targeted, "--target-dependents");
  for (const { asked: _, ...rest } of Object.values(await client.stop()))
    expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
  expect([await served.names(), await served.indexes()]).toEqual([[next, blue], [next]]);
  await up(program, "", "--target-replace", await urnOf("blue"));
  expect([(await served.names())[1] === blue, await served.deployments()]).toEqual([false, [expect.anything()]]);
});

test("a source of another program keeps the old index there; the outputs name the new one already", async () => {
  const program = (one: object): Stack => stack.program(`${serving({ more: [one] })} exports.index = index.name;`);
  await program(price).ok("up", "--yes", "--skip-preview");
  const [index] = await served.names();
  const theirs = (searchIndexName: unknown): object => ({
    name: "theirs",
    kind: "searchIndex",
    searchIndexParameters: { searchIndexName },
  });
  await outside(sandbox).send("POST", "/knowledgesources", theirs(index));
  expect(await program(double).up()).toMatchObject({
    status: 1,
    text: expect.stringContaining(`/indexes/${index} stays: /knowledgesources/theirs still reads from it, not from`),
  });
  const next = await stack.output("index");
  expect([next === index, await served.indexes()]).toEqual([false, [next, index].sort()]);
  await outside(sandbox).send("PUT", "/knowledgesources/theirs", theirs(next));
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await served.indexes()).toEqual([next]);
  await stack.settled();
});
