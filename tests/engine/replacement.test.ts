import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields, lab, workspaceId } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** The order in which things that stand on each other are replaced, and that a replacement is never deleted itself. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const program = (productFields: object[]): Stack =>
  stack.program(`
    const index = new mlplane.search.Index("products", { fields: ${JSON.stringify(productFields)} });
    const documents = new mlplane.search.Documents("lamps", { index: index.name, documents: [{ id: "1", title: "a lamp" }] });
    const source = new mlplane.search.KnowledgeSource("source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } });
    const base = new mlplane.search.KnowledgeBase("base", { knowledgeSources: [source.name] });
    new mlplane.ml.Workspace("tainted", ${JSON.stringify(lab)});
    const workspace = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)});
    new mlplane.ml.Model("model", { workspace: workspace.name, version: 1, path: "azureml://models/chat" });
    new mlplane.search.Index("alone", { fields: ${JSON.stringify(fields)} });
  `);

/** The writes since the last look, without who asked for tokens, polls and searches. */
function writes(): string[] {
  const seen = sandbox.requests
    .splice(0)
    .filter(({ method, path }) => method !== "GET" && !/oauth2|docs\/search$/.test(path));
  return seen.map(({ method, path }) => `${method} ${path.replace(workspaceId("tainted"), "…/tainted")}`);
}

test(
  "an edit of an index that needs a rebuild takes away what stands on it first, and builds it up again, " +
    "documents included",
  async () => {
    await program(fields).ok("up", "--yes", "--skip-preview");
    writes();
    program([...fields.slice(0, 1), { ...fields[1], analyzer: "en.lucene" }]);
    const steps = await stack.steps();
    const replaced = steps.filter(({ op }) => op === "replace").map(({ urn }) => urn.split("::").at(-1));
    expect(replaced.sort()).toEqual(["base", "lamps", "products", "source"]);
    await stack.ok("up", "--yes", "--skip-preview");
    const order = writes();
    const at = (write: RegExp): number => order.findIndex((one) => write.test(one));
    const sequence = [
      at(/^DELETE \/knowledgebases\/base$/),
      at(/^DELETE \/knowledgesources\/source$/),
      at(/^DELETE \/indexes\/products$/),
      at(/^PUT \/indexes\/products$/),
      at(/^POST \/knowledgesources/),
      at(/^POST \/knowledgebases/),
    ];
    expect([order, sequence]).toEqual([order, sequence.toSorted((a, b) => a - b)]);
    expect(sequence).not.toContain(-1);
    const found = (await outside(sandbox).send("POST", "/indexes/products/docs/search", { search: "lamp" })) as {
      value: { title: string }[];
    };
    expect(found.value.map(({ title }) => title)).toEqual(["a lamp"]);
  },
);

test("what is tainted or replaced by command is deleted before it is created, and is there afterwards", async () => {
  const state = await stack.byName();
  await stack.ok("state", "taint", "--yes", state.get("alone")!.urn);
  await stack.ok("state", "taint", "--yes", state.get("model")!.urn);
  writes();
  await stack.ok(
    "up",
    "--yes",
    "--skip-preview",
    "--replace",
    state.get("tainted")!.urn,
    "--replace",
    state.get("products")!.urn,
  );
  const order = writes();
  for (const path of ["/indexes/alone", "/indexes/products", "…/tainted"]) {
    expect(order.filter((one) => one.endsWith(` ${path}`))).toEqual([`DELETE ${path}`, `PUT ${path}`]);
  }
  for (const path of [
    "/indexes/alone",
    "/indexes/products",
    "/knowledgesources/source",
    "/knowledgebases/base",
    workspaceId("tainted"),
    `/modelmanagement/v1.0${workspaceId("lab")}/models/model:1`,
  ]) {
    expect(await outside(sandbox).send("GET", path)).toMatchObject({ name: expect.any(String) });
  }
  await stack.settled();
});

test("what stands on a replaced index goes with it also where its Pulumi name changes at the same time", async () => {
  const renamed = (name: string, options: string, productFields: object[]): Stack =>
    stack.program(`
      const index = new mlplane.search.Index("products", { fields: ${JSON.stringify(productFields)} });
      const parameters = { searchIndexName: index.name };
      new mlplane.search.KnowledgeSource("${name}", { name: "source", kind: "searchIndex", searchIndexParameters: parameters }, ${options});
    `);
  await renamed("source", "{}", fields).ok("up", "--yes", "--skip-preview");
  writes();
  const other = [...fields.slice(0, 1), { ...fields[1], analyzer: "fr.lucene" }];
  await renamed("moved", '{ aliases: [{ name: "source" }] }', other).ok("up", "--yes", "--skip-preview");
  expect(writes()).toEqual([
    "DELETE /knowledgesources/source",
    "DELETE /indexes/products",
    "PUT /indexes/products",
    expect.stringMatching(/^(PUT|POST) \/knowledgesources/),
  ]);
  await stack.settled();
});

test("the option deleteBeforeReplace: false, which would delete the replacement, is refused", async () => {
  const run = await stack
    .program(`new mlplane.search.Index("products", { fields: [] }, { deleteBeforeReplace: false });`)
    .preview();
  expect(run.status).toBe(1);
  expect(run.text).toContain(
    'mlplane.search.Index "products": `deleteBeforeReplace: false` would delete the replacement',
  );
});
