import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { first, Serving, serving, type Served } from "./asking";
import { mlplane } from "./command";
import { fields, lab, workspaceId } from "./lab";
import { Stack } from "./stack";

/** Names that are not the declared ones: every command and every way into a stack knows them. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
let served: Serving;
beforeEach(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = await new Stack(sandbox.environment).init();
  served = new Serving(stack, sandbox);
});
afterEach(async () => {
  stack.stop();
  await sandbox.close();
});

const price = { name: "price", type: "Edm.Int32" };
const double = { ...price, type: "Edm.Double" };
const up = (...args: string[]): Promise<unknown> => stack.ok("up", "--yes", "--skip-preview", ...args);
/** The name of the index in the state. */
const lamps = async (): Promise<string> => (await served.names())[0]!;
const hits = async (index: string): Promise<number> => {
  const answer = await outside(sandbox).send("POST", `/indexes/${index}/docs/search`, { search: "lamp" });
  return (answer as { value: unknown[] }).value.length;
};

test("turned on or off, the argument renames nothing; a field added in place and removed again makes another name", async () => {
  const plain: Served = { more: [price], index: {} };
  await served.up(plain);
  expect(await lamps()).toBe("lamps");
  await served.up({ ...plain, index: first });
  expect(await served.indexes()).toEqual(["lamps"]);
  await stack.settled();
  await served.up({ more: [double] });
  const one = await lamps();
  expect([one, await served.indexes(), await hits(one)]).toEqual([expect.stringMatching(/^lamps-/), [one], 3]);
  const text = { name: "text", type: "Edm.String", searchable: true };
  await served.up({ more: [double, text] });
  expect(await served.indexes()).toEqual([one]);
  await served.up({ more: [double] });
  const two = await lamps();
  expect([two === one, await served.indexes(), await hits(two)]).toEqual([false, [two], 3]);
  await stack.settled();
  await served.up({ more: [double], index: {} });
  expect(await served.indexes()).toEqual([two]);
  await served.up({ more: [price], index: {} });
  expect([await served.indexes(), await hits("lamps")]).toEqual([["lamps"], 3]);
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await served.indexes()).toEqual([]);
});

test("--replace and taint: another name where it is another, and where it is the one in use nothing is deleted", async () => {
  await served.up({ index: {} });
  await served.up({});
  const { urn } = (await stack.byName()).get("lamps")!;
  await up("--replace", urn);
  const one = await lamps();
  expect([one, await served.indexes(), await hits(one)]).toEqual([expect.stringMatching(/^lamps-/), [one], 3]);
  await up("--replace", urn);
  expect([await served.indexes(), await hits(one)]).toEqual([[one], 3]);
  await stack.ok("state", "taint", "--yes", urn);
  await up();
  expect([await served.indexes(), await hits(one)]).toEqual([[one], 3]);
  await up("--replace", (await stack.byName()).get("catalog")!.urn);
  expect([await served.indexes(), await hits(one)]).toEqual([[one], 3]);
  await stack.settled();
});

test("import, get, drift and refresh know such names; what an import has brought in keeps its name", async () => {
  await served.up({ more: [price] });
  const name = await lamps();
  const other = await new Stack(sandbox.environment).init();
  try {
    await other.program("").ok("up", "--yes", "--skip-preview");
    const { status, stdout } = await mlplane(other, ["import", "search.Index", "lamps", `/indexes/${name}`]);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`name: "${name}"`)]);
    const declared = stdout.replace(/^import .*$/m, "").replace("{", '{ onReplace: "createFirst",');
    const got = `const got = mlplane.search.Index.get("got", "/indexes/${name}"); exports.got = got.name;`;
    await other.program(`${declared}\n${got}`).ok("up", "--yes", "--skip-preview");
    expect(await other.output("got")).toBe(name);
    await other.settled();
    expect(await served.indexes()).toEqual([name]);
  } finally {
    other.stop();
  }
  await outside(sandbox).edit(`/indexes/${name}`, (index) => {
    index["fields"] = (index["fields"] as { name: string }[]).map((one) =>
      one.name === "title" ? { ...one, retrievable: false } : one,
    );
    index["description"] = "by hand";
  });
  await served.up({ more: [price], index: { ...first, description: "ours" } });
  await outside(sandbox).edit(`/indexes/${name}`, (index) => {
    index["description"] = "by hand";
  });
  const drift = await mlplane(stack, ["drift"]);
  expect([drift.status, drift.text]).toEqual([2, expect.stringMatching(/description/)]);
  await stack.ok("refresh", "--yes", "--skip-preview");
  await up();
  await stack.settled();
  expect([await lamps(), await served.indexes()]).toEqual([name, [name]]);
});

test("an index of the same name that is there already is taken over, another one is an error; the plain name is left alone", async () => {
  await served.up({ more: [price] });
  const name = await lamps();
  await outside(sandbox).send("PUT", "/indexes/lamps", { name: "lamps", fields });
  const second = await new Stack(sandbox.environment).init();
  try {
    const run = await second.program(serving({ more: [price] })).ok("up", "--yes", "--skip-preview");
    expect(run.text).toContain(`took over /indexes/${name}, which exists already`);
    expect(await served.indexes()).toEqual(["lamps", name]);
  } finally {
    second.stop();
  }
});

/** A program whose resources stand in components, with two connections to the same service. */
const components = (type: string, rename = "", alias = "{}"): string =>
  `
  const connection = (name) => new mlplane.Provider(name, ${JSON.stringify({
    searchEndpoint: "URL",
    searchApiKey: "sandbox",
  })});
  const [one, two] = [connection("one"), connection("two")];
  class Catalog extends pulumi.ComponentResource {
    constructor(name, opts) {
      super("test:Catalog", name, {}, opts);
      const index = new mlplane.search.Index(name + "-lamps${rename}", { name: "lamps", onReplace: "createFirst", fields: ${JSON.stringify(fields)}.concat({ name: "price", type: "${type}" }) }, { parent: this, provider: one, ...${alias} });
      const source = new mlplane.search.KnowledgeSource(name, { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } }, { parent: this, provider: one });
      new mlplane.search.KnowledgeBase(name, { knowledgeSources: [source.name] }, { parent: this, provider: two });
      new mlplane.search.Documents(name, { index: index.name, documents: [{ id: "1", title: "lamp" }] }, { parent: this, provider: two });
      exports.index = index.name;
    }
  }
  new Catalog("base");`.replace("URL", "REPLACED");

test("components, aliases and two connections to one service: documents of one process, the source of the other", async () => {
  const program = (...given: Parameters<typeof components>): Stack =>
    stack.program(components(...given).replaceAll("REPLACED", sandbox.url));
  await program("Edm.Int32").ok("up", "--yes", "--skip-preview");
  await stack.settled();
  const before = await stack.output("index");
  sandbox.requests.length = 0;
  await program("Edm.Double").ok("up", "--yes", "--skip-preview");
  const name = String(await stack.output("index"));
  expect([name === before, await served.indexes(), await hits(name)]).toEqual([false, [name], 1]);
  const writes = sandbox.requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
  expect(writes.filter((one) => !one.endsWith("/search"))).toEqual([
    `PUT /indexes/${name}`,
    `POST /indexes/${name}/docs/index`,
    "PUT /knowledgesources/base",
    `DELETE /indexes/${String(before)}`,
  ]);
  await stack.settled();

  const hint = await program("Edm.Double", "-anew").preview();
  expect(hint.text).toMatch(/"base-lamps" of this stack is the same Index[^]*it is made anew under another name/);
  program("Edm.Double", "-anew", '{ aliases: [{ name: name + "-lamps" }] }');
  await stack.settled();
  await up();
  expect(await served.indexes()).toEqual([name]);
});

test("a deployment in a component that gets an alias while it is replaced hands its shares over", async () => {
  const program = (name: string, instanceType: string, options = ""): Stack =>
    stack.program(`
    const provider = new mlplane.Provider("one", {});
    const workspace = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)}).name;
    const model = new mlplane.ml.Model("chat", { workspace, version: 1, path: "models/chat" }).resourceId;
    const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu" }).name;
    class Slot extends pulumi.ComponentResource {
      constructor(name) {
        super("test:Slot", name);
        exports.blue = new mlplane.ml.OnlineDeployment("${name}", { name: "blue", onReplace: "createFirst", workspace, endpoint, model, instanceType: "${instanceType}", instanceCount: 1 }, { parent: this, provider${options} }).name;
      }
    }
    new Slot("slot");`);
  await program("blue", "Standard_DS3_v2").ok("up", "--yes", "--skip-preview");
  const old = String(await stack.output("blue"));
  const endpoint = `${workspaceId("lab")}/onlineEndpoints/serve`;
  await outside(sandbox).edit(endpoint, (record) => void (record["properties"].traffic = { [old]: 100 }));
  await program("navy", "Standard_F4s_v2", ', aliases: [{ name: "blue" }]').ok("up", "--yes", "--skip-preview");
  const next = String(await stack.output("blue"));
  expect([next === old, await served.deployments()]).toEqual([false, [next]]);
  expect(await outside(sandbox).send("GET", endpoint)).toMatchObject({ properties: { traffic: { [next]: 100 } } });
  await stack.settled();
});
