import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { Stack } from "./stack";

let sandbox: Sandbox;
let stack: Stack;
beforeEach(async () => {
  sandbox = await startSandbox();
  stack = new Stack(sandbox.environment);
  cpSync("examples/knowledge-base", stack.folder, { recursive: true });
  await stack.init();
});
afterEach(async () => {
  stack.stop();
  await sandbox.close();
});

/** Changes a file of the example. */
const edit = (file: string, from: string | RegExp, to: string): void => {
  const path = join(stack.folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};

const up = (): Promise<{ text: string }> => stack.ok("up", "--yes", "--skip-preview");
const writes = (): string[] =>
  sandbox.requests
    .filter(({ method, path }) => method !== "GET" && !/\/(search|query)$/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
const quiet = async (): Promise<void> => {
  await stack.settled();
};

test(
  "examples/knowledge-base: a question answered in the stack's output; documents edited; an edit that rebuilds " +
    "all in one run",
  async () => {
    expect((await stack.preview()).text).toMatch(/answer +: \[unknown\]/);
    expect(sandbox.requests).toEqual([]);
    await up();
    expect(await stack.output("answer")).toMatch(/^The Comet stands outdoors in any weather\. \[comet\]/);
    expect([await stack.output("documents"), await stack.output("below60"), await stack.output("sources")]).toEqual([
      3,
      ["Aurora", "Comet"],
      expect.arrayContaining(["comet"]),
    ]);
    await quiet();

    edit("lamps.jsonl", '"price": 39', '"price": 35');
    appendFileSync(
      join(stack.folder, "lamps.jsonl"),
      '{"id": "dawn", "title": "Dawn", "price": 20, "text": "The Dawn wakes with light."}\n',
    );
    sandbox.requests.length = 0;
    await up();
    expect(writes()).toEqual(["POST /indexes/lamps/docs/index"]);
    expect(sandbox.requests.find(({ path }) => path.endsWith("/docs/index"))!.body).toMatchObject({
      value: [{ id: "aurora", price: 35 }, { id: "dawn" }],
    });
    expect(await stack.output("below60")).toEqual(["Dawn", "Aurora", "Comet"]);
    expect(JSON.stringify(await stack.resources())).not.toContain("Its bulb lasts");

    edit("index.ts", '"price", type: "Edm.Int32"', '"price", type: "Edm.Double"');
    const preview = await stack.preview();
    expect(preview.text).toMatch(/search:Index lamps .*fields\.price\.type: a type cannot be changed in place/);
    expect(preview.text).toContain("+-4 to replace");
    sandbox.requests.length = 0;
    await up();
    const done = writes();
    const place = (line: string): number => done.indexOf(line);
    expect(done.filter((line) => !line.includes("/docs/")).toSorted((a, b) => place(a) - place(b))).toEqual([
      "DELETE /knowledgebases/lamp-advisor",
      "DELETE /knowledgesources/lamps",
      "DELETE /indexes/lamps",
      "PUT /indexes/lamps",
      "POST /knowledgesources",
      "POST /knowledgebases",
    ]);
    expect(done.lastIndexOf("POST /indexes/lamps/docs/index")).toBeGreaterThan(place("PUT /indexes/lamps"));
    expect([await stack.output("documents"), await stack.output("below60")]).toEqual([4, ["Dawn", "Aurora", "Comet"]]);
    await quiet();

    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(await stack.resources()).toEqual([]);
  },
  400_000,
);

test("a file with a mistake stops the preview, which names the line and shows nothing of it", async () => {
  edit("lamps.jsonl", '"id": "borealis",', '"id": borealis,');
  const { status, text } = await stack.preview();
  expect([status, text]).toEqual([1, expect.stringContaining("documents: lamps.jsonl:2 is no JSON")]);
  expect(text).not.toMatch(/borealis|^\s+at /m);
}, 180_000);

test("documents that the service refuses fail the run and stay in the state; the next run carries on", async () => {
  edit("index.ts", '{ name: "text", type', '{ name: "made", type: "Edm.DateTimeOffset" }, { name: "text", type');
  edit("lamps.jsonl", '"price": 79', '"price": 79, "made": "May 2024"');
  const { status, text } = await stack.up();
  expect([status, text]).toEqual([
    1,
    expect.stringMatching(/1 of 3 documents failed\s+borealis: 400 The field 'made' expects/),
  ]);
  expect(text).not.toMatch(/^\s+at /m);
  edit("lamps.jsonl", '"May 2024"', '"2024-05-01T00:00:00Z"');
  sandbox.requests.length = 0;
  await up();
  expect(sandbox.requests.find(({ path }) => path.endsWith("/docs/index"))!.body).toEqual({
    value: [expect.objectContaining({ id: "borealis" })],
  });
  await quiet();
}, 300_000);
