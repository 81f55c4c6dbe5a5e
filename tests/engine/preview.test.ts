import type { Sandbox } from "../../sandbox";
import { fields, lab } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What a preview says, and that it asks no service for what does not exist yet. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

/** What was asked since the last look, without tokens. */
const asked = (): string[] =>
  sandbox.requests
    .splice(0)
    .filter(({ path }) => !path.includes("oauth2"))
    .map(({ method, path }) => `${method} ${path}`);

test("a preview names every mistake in a resource by its path, with the nearest name, and sends nothing", async () => {
  const run = await stack
    .program(
      `
    new mlplane.search.Index("products", {
      name: "Products!",
      fields: [{ name: "id", type: "Edm.String", key: true }, { name: "title", type: "Edm.String", serchable: true }, { name: "price", type: "Edm.Doubel" }],
      vectorSerch: {},
      corsOptions: { allowedOrigins: "everybody" },
    });
  `,
    )
    .preview();
  expect(run.status).toBe(1);
  const mistakes = run.text.split("Diagnostics:")[1]!.match(/(?<=has a problem: ).*/g)!;
  expect(mistakes.sort()).toEqual([
    expect.stringMatching(/^corsOptions\.allowedOrigins: must be an array, not a string/),
    expect.stringMatching(/^fields\[1\]\.serchable: is not an argument; did you mean `searchable`\?/),
    expect.stringMatching(/^fields\[2\]\.type: .*did you mean `Edm\.Double`\?/),
    expect.stringMatching(/^name: .*set `name`/),
    expect.stringMatching(/^vectorSerch: is not an argument; did you mean `vectorSearch`\?/),
  ]);
  expect(run.text).not.toMatch(/Products!|everybody|Doubel/);
  expect(asked()).toEqual([]);
});

test.each([300, 3000])("fields nested %d deep are told, without a stack trace", async (levels) => {
  const run = await stack
    .program(
      `
    let field = { name: "a", type: "Edm.String" };
    for (let level = 0; level < ${levels}; level++) field = { name: "a", type: "Edm.ComplexType", fields: [field] };
    new mlplane.search.Index("products", { fields: [{ name: "id", type: "Edm.String", key: true }, field] });
  `,
    )
    .preview();
  expect(run.status).toBe(1);
  expect(run.text).toContain("fields: must be nested at most 200 levels deep");
  expect(run.text).not.toMatch(/^\s+at /m);
});

const program = (analyzer: string): Stack =>
  stack.program(`
    const index = new mlplane.search.Index("products", { fields: ${JSON.stringify([fields[0], { ...fields[1], analyzer }])} });
    const documents = new mlplane.search.Documents("lamps", { index: index.name, documents: [{ id: "1", title: "a lamp" }] });
    const workspace = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)});
    const box = new mlplane.ml.Compute("box", { workspace: workspace.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
    const chat = new mlplane.ml.OnlineEndpoint("chat", { workspace: workspace.name, compute: box.name });
    exports.found = mlplane.search.searchDocumentsOutput({ index: index.name, search: "lamp" }, { dependsOn: [documents] }).value.apply((all) => all.map(({ document }) => document.title));
    exports.endpoint = mlplane.ml.listEndpointKeysOutput({ workspace: "lab", endpoint: chat.name }).primaryKey;
    exports.computes = mlplane.ml.listComputesOutput({ workspace: "lab" }, { dependsOn: box }).apply((all) => all.map(({ name }) => name));
    exports.rotated = mlplane.ml.regenerateEndpointKeyOutput({ workspace: "lab", endpoint: chat.name }).primaryKey;
    exports.run = mlplane.ml.startAgentRunOutput({ assistantId: "assistant-1", messages: [{ role: "user", content: "hello" }] }).apply(({ status }) => typeof status);
    exports.indexes = mlplane.search.listIndexesOutput().apply((all) => all.length);
  `);

test("a function's Output form is not called in a preview while what it needs does not exist", async () => {
  await program("standard.lucene").ok("preview");
  expect(asked()).toEqual(["GET /indexes"]);
});

test("it is called when all exists", async () => {
  await stack.ok("up", "--yes", "--skip-preview");
  const outputs = JSON.parse((await stack.ok("stack", "output", "--json", "--show-secrets")).stdout) as object;
  expect(outputs).toMatchObject({
    found: ["a lamp"],
    computes: ["box"],
    endpoint: expect.any(String),
    rotated: expect.any(String),
    run: "string",
  });
  asked();
  await stack.ok("preview");
  const requests = asked();
  expect(requests).toEqual(
    expect.arrayContaining([
      "POST /indexes/products/docs/search",
      expect.stringMatching(/listKeys$/),
      expect.stringMatching(/GET .*\/computes$/),
    ]),
  );
  expect(requests.filter((one) => /regenerateKeys|\/threads/.test(one))).toEqual([]);
});

test("nor while what it needs is to be replaced", async () => {
  const preview = await program("en.lucene").preview();
  expect([preview.status, preview.text]).toEqual([0, expect.stringMatching(/to replace/)]);
  expect(asked()).not.toContain("POST /indexes/products/docs/search");
});
