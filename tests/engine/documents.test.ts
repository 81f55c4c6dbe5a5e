import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import type { Run, Stack } from "./stack";
import { staged } from "./staged";

/** What the engine shows of documents, and that no document stops a stack. */
jest.setTimeout(180_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const fields = [
  { name: "id", type: "Edm.String", key: true },
  { name: "title", type: "Edm.String" },
  { name: "price", type: "Edm.Int32" },
];
const program = (documents: string, index = "lamps.name"): Stack =>
  stack.program(`
    const lamps = new mlplane.search.Index("lamps", { fields: ${JSON.stringify(fields)} });
    new mlplane.search.Documents("stock", { index: ${index}, documents: ${documents} });
  `);
const lines = (list: object[]): string => list.map((one) => JSON.stringify(one)).join("\n");
const write = (list: object[]): void => writeFileSync(join(stack.folder, "stock.jsonl"), lines(list));
const file = 'new pulumi.asset.FileAsset("stock.jsonl")';

/** What a run says on the line of a resource, without its mistakes. */
const told = ({ text }: Run, name: string): string[] =>
  [...text.matchAll(new RegExp(`\\(${name}\\):\\n((?: {4}.*\\n)+)`, "g"))]
    .flatMap(([, block]) => block!.split("\n").map((line) => line.trim()))
    .filter((line) => line !== "")
    .sort();
const many = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, number) => ({ id: `p${number}`, ...more }));

test("a preview names every mistake in documents with its file and line, before anything exists", async () => {
  write([{ id: "p1" }, { id: "a b", price: "cheap" }, { id: "p1", "@search.action": "delete" }]);
  const run = await program(file).preview();
  expect(run.status).toBe(1);
  expect(run.text.split("Diagnostics:")[1]!.match(/(?<=has a problem: ).*/g)).toEqual([
    "documents: stock.jsonl:2: id: must be 1 to 1024 letters, digits, `_`, `-` or `=`: it is the key",
    "documents: stock.jsonl:2: price: must be an integer of 32 bits: the field is Edm.Int32",
    "documents: stock.jsonl:3: @search.action: is no field: names with `@` belong to the service; leave it out",
    "documents: stock.jsonl:3: id: is the key of another document too",
  ]);
  expect(sandbox.requests).toEqual([]);
});

test("a preview tells how many documents are added, changed and deleted, of an array and of a file", async () => {
  write(many(500));
  expect(told(await program(file).preview(), "stock")).toEqual(["500 documents"]);
  await stack.ok("up", "--yes", "--skip-preview");
  write([{ id: "p0" }, { id: "p1", title: "changed" }, { id: "new" }]);
  expect(told(await program(file).preview(), "stock")).toEqual([
    "1 document added, 1 document changed, 498 documents deleted",
  ]);
  expect(told(await program(JSON.stringify(many(2))).preview(), "stock")).toEqual(["498 documents deleted"]);
  write(many(500));
  expect(told(await program(file).preview(), "stock")).toEqual([]);
  const refreshed = await stack.refresh();
  expect(refreshed.text).not.toMatch(/\d documents?\b/);
});

test("a preview of the rebuild of an index tells that the documents of others in it are lost", async () => {
  const rebuilt = fields.map((field) => (field.name === "price" ? { ...field, type: "Edm.Double" } : field));
  const text = `
    const lamps = new mlplane.search.Index("lamps", { fields: ${JSON.stringify(rebuilt)} });
    new mlplane.search.Documents("stock", { index: lamps.name, documents: ${file} });`;
  const run = await stack.program(text).preview();
  expect(told(run, "lamps")).toEqual(
    [
      "fields.price.type: a type cannot be changed in place",
      "the index goes, and another one is made: all documents in it are lost, also those that others have put there",
    ].sort(),
  );
  expect(told(run, "stock")).toEqual(["500 documents"]);
  expect(told(await program(file).preview(), "lamps")).toEqual([]);
});

test("a document whose key the service refuses stops no stack: the run after the mistake is mended, and the end", async () => {
  await outside(sandbox).send("PUT", "/indexes/theirs", { name: "theirs", fields });
  await outside(sandbox).send("POST", "/indexes/theirs/docs/index", { value: [{ id: "p1" }] });
  const refused = { key: "p2", status: false, statusCode: 400, errorMessage: "Not this key." };
  const answer = (...value: object[]): void =>
    void sandbox.faults.push({
      match: "POST /indexes/theirs/docs/index",
      status: 207,
      body: JSON.stringify({ value }),
    });
  const theirs = (documents: object[]): Stack => program(JSON.stringify(documents), '"theirs"');
  answer(refused);
  const failed = await theirs([{ id: "p1" }, { id: "p2" }]).up();
  expect([failed.status, failed.text]).toEqual([1, expect.stringContaining("p2: 400 Not this key.")]);
  await stack.ok("refresh", "--yes", "--skip-preview");
  answer(refused);
  await theirs([{ id: "p1" }]).ok("up", "--yes", "--skip-preview");
  await stack.settled();
  answer(refused);
  expect((await theirs([{ id: "p1" }, { id: "p2" }]).up()).status).toBe(1);
  answer({ key: "p1", status: true, statusCode: 200 }, refused);
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("secret documents: no key and no value stands in the state, and drift tells the keys of what differs", async () => {
  const secret = 'pulumi.secret([{ id: "customer-one", title: "Ann" }, { id: "customer-two", title: "Bob" }])';
  const field = '[{ id: "patient-one", title: pulumi.secret("Eve") }]';
  const text = `
    const lamps = new mlplane.search.Index("secrets", { fields: ${JSON.stringify(fields)} });
    new mlplane.search.Documents("all", { index: lamps.name, documents: ${secret} });
    new mlplane.search.Documents("one", { index: lamps.name, documents: ${field} });`;
  await stack.program(text).ok("up", "--yes", "--skip-preview");
  expect(stack.stateText()).not.toMatch(/customer|patient|Ann|Bob|Eve/);
  await stack.settled();
  expect(stack.stateText()).not.toMatch(/customer|patient/);
  await outside(sandbox).send("POST", "/indexes/secrets/docs/index", {
    value: [
      { "@search.action": "merge", id: "customer-one", title: "Changed" },
      { "@search.action": "delete", id: "customer-two" },
      { "@search.action": "merge", id: "patient-one", title: "Changed" },
    ],
  });
  const { status, stdout, text: all } = await mlplane(stack, ["drift", "--format", "json"]);
  const { findings } = JSON.parse(stdout) as { findings: { name: string; properties: object[] }[] };
  expect(status).toBe(2);
  expect(Object.fromEntries(findings.map(({ name, properties }) => [name, properties]))).toEqual({
    all: [
      { path: "documents.customer-one.title", declared: "[secret]", live: "[secret]" },
      { path: "documents.customer-two", declared: "[secret]" },
    ],
    one: [{ path: "documents.patient-one.title", declared: "[secret]", live: "[secret]" }],
  });
  expect(all).not.toMatch(/Ann|Bob|Eve|Changed/);
  await stack.ok("up", "--yes", "--skip-preview", "--refresh");
  await stack.settled();
  expect(stack.stateText()).not.toMatch(/customer|patient/);
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("documents with a field that is secret by its name: no key stands in the state, and drift tells keys and masked values", async () => {
  writeFileSync(join(stack.folder, "keys.jsonl"), lines([{ id: "badge-one", token: "token-secret-1" }]));
  const secretFields = [...fields, { name: "token", type: "Edm.String" }];
  const text = `
    const lamps = new mlplane.search.Index("tokens", { fields: ${JSON.stringify(secretFields)} });
    new mlplane.search.Documents("inline", { index: lamps.name, documents: [
      { id: "pass-one", token: "token-secret-2", title: "Ann" }, { id: "pass-two", token: "token-secret-3" }, { id: "pass-six" }] });
    new mlplane.search.Documents("file", { index: lamps.name, documents: new pulumi.asset.FileAsset("keys.jsonl") });`;
  await stack.program(text).ok("up", "--yes", "--skip-preview");
  const hidden = /pass-(?:one|two|six)|badge-one|token-secret/;
  expect(JSON.stringify((await stack.state()).map(({ outputs }) => outputs))).not.toMatch(hidden);
  expect(stack.stateText()).not.toMatch(/token-secret|badge-one/);
  await stack.settled();
  await outside(sandbox).send("POST", "/indexes/tokens/docs/index", {
    value: [
      { "@search.action": "merge", id: "pass-one", title: "Bob" },
      { "@search.action": "merge", id: "pass-two", token: "token-secret-4" },
      { "@search.action": "delete", id: "pass-six" },
      { "@search.action": "merge", id: "badge-one", token: "token-secret-5" },
    ],
  });
  const { stdout, text: all } = await mlplane(stack, ["drift", "--format", "json"]);
  const { findings } = JSON.parse(stdout) as { findings: { name: string; properties: object[] }[] };
  expect(Object.fromEntries(findings.map(({ name, properties }) => [name, properties]))).toEqual({
    file: [{ path: "documents.badge-one.token", declared: "[secret]", live: "[secret]" }],
    inline: [
      { path: "documents.pass-one.title", declared: "[secret]", live: "[secret]" },
      { path: "documents.pass-two.token", declared: "[secret]", live: "[secret]" },
      { path: "documents.pass-six", declared: "[secret]" },
    ],
  });
  expect(all).not.toMatch(/token-secret/);
  await stack.ok("refresh", "--yes", "--skip-preview");
  expect(stack.stateText()).not.toMatch(/token-secret|badge-one/);
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("a document that two Documents declare is a mistake in the preview; one that moves between their files is none", async () => {
  const both = (index: string): Stack =>
    stack.program(`
      const lamps = new mlplane.search.Index("pairs", { fields: ${JSON.stringify(fields)} });
      new mlplane.search.Documents("left", { index: ${index}, documents: new pulumi.asset.FileAsset("left.jsonl") });
      new mlplane.search.Documents("right", { index: ${index}, documents: new pulumi.asset.FileAsset("right.jsonl") });
    `);
  const declare = (left: object[], right: object[]): void => {
    writeFileSync(join(stack.folder, "left.jsonl"), lines(left));
    writeFileSync(join(stack.folder, "right.jsonl"), lines(right));
  };
  const keys = async (): Promise<string[]> => {
    const found = await outside(sandbox).send("POST", "/indexes/pairs/docs/search", { search: "*", select: "id" });
    return (found as { value: { id: string }[] }).value.map(({ id }) => id).sort();
  };
  declare([{ id: "p1" }, { id: "p2" }, { id: "p3" }], [{ id: "p2" }, { id: "p3" }, { id: "p4" }]);
  const run = await both("lamps.name").preview();
  expect([run.status, run.text]).toEqual([
    1,
    expect.stringMatching(/"(left|right)" declares pairs\/p2, pairs\/p3 too: it can have one declaration only/),
  ]);

  declare([{ id: "p1" }, { id: "p2" }], [{ id: "p3" }, { id: "p4" }]);
  await both("lamps.name").ok("up", "--yes", "--skip-preview");
  for (const [left, right] of [
    [[{ id: "p1" }], [{ id: "p2" }, { id: "p3" }, { id: "p4" }]],
    [[{ id: "p1" }, { id: "p3" }, { id: "p4" }], [{ id: "p2" }]],
  ] as const) {
    declare([...left], [...right]);
    await stack.ok("up", "--yes");
    expect(await keys()).toEqual(["p1", "p2", "p3", "p4"]);
  }
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("documents that move between two providers, each a process of its own, stay: one at a time looks and writes", async () => {
  const own = `new mlplane.Provider("own", { searchEndpoint: process.env.MLPLANE_SEARCH_ENDPOINT, searchApiKey: process.env.MLPLANE_SEARCH_API_KEY })`;
  const declare = (left: string[], right: string[]): Stack =>
    stack.program(`
      const provider = ${own};
      const index = new mlplane.search.Index("shared", { fields: ${JSON.stringify(fields)} }).name;
      const documents = (keys) => keys.map((id) => ({ id, title: "same" }));
      new mlplane.search.Documents("left", { index, documents: documents(${JSON.stringify(left)}) });
      new mlplane.search.Documents("right", { index, documents: documents(${JSON.stringify(right)}) }, { provider });
    `);
  await declare(["p1", "p2"], ["p3"]).ok("up", "--yes", "--skip-preview");
  for (const [left, right] of [
    [["p1"], ["p2", "p3"]],
    [["p1", "p2", "p3"], []],
    [["p3"], ["p1", "p2"]],
  ] as const) {
    sandbox.faults.push({ match: "POST /indexes/shared/docs/", delayMs: 200, times: 4 });
    await declare([...left], [...right]).ok("up", "--yes", "--skip-preview");
    const found = await outside(sandbox).send("POST", "/indexes/shared/docs/search", { search: "*", select: "id" });
    expect((found as { value: { id: string }[] }).value.map(({ id }) => id).sort()).toEqual(["p1", "p2", "p3"]);
    await stack.settled();
  }
  await stack.ok("destroy", "--yes", "--skip-preview");
});
