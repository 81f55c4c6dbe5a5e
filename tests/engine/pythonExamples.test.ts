import { cpSync, readFileSync } from "node:fs";
import { startSandbox, type Sandbox } from "../../sandbox";
import { PythonStack } from "./python";

/** The programs of examples/python, run as they are. */
jest.setTimeout(180_000);

let sandbox: Sandbox;
let stack: PythonStack;
beforeEach(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
});
afterEach(async () => {
  stack?.stop();
  await sandbox.close();
});

/** Brings an example up, on a stack with this configuration. */
async function up(name: string, configuration: Record<string, string> = {}): Promise<void> {
  stack = new PythonStack(sandbox.environment);
  cpSync(`examples/python/${name}`, stack.folder, { recursive: true });
  await stack.init();
  if (Object.keys(configuration).length > 0) await stack.configure(configuration);
  await stack.ok("preview");
  expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
}

/** Nothing is left to do, and nothing stays. */
async function leave(): Promise<void> {
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
}

test("the program of docs/languages.md", async () => {
  stack = await new PythonStack(sandbox.environment).init();
  const [, program] = /```python\n([^]*?)```/.exec(readFileSync("docs/languages.md", "utf8")) ?? [];
  stack.write("__main__.py", program!);
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.output("found")).toEqual(["A blue lamp."]);
  await leave();
});

test("examples/python/quickstart", async () => {
  await up("quickstart");
  expect(await stack.output("answer")).toMatch(/Aurora/);
  await leave();
});

test("examples/python/knowledge-base", async () => {
  await up("knowledge-base");
  expect(await stack.output("answer")).toMatch(/^The Comet stands outdoors in any weather\. \[comet\]/);
  expect([await stack.output("documents"), await stack.output("below60")]).toEqual([3, ["Aurora", "Comet"]]);
  await leave();
});

test("examples/python/blue-green", async () => {
  await up("blue-green");
  expect(await stack.output("prediction")).toBe(6);
  await stack.configure({ newShare: "100" });
  expect((await stack.ok("up", "--yes", "--skip-preview")).text).toContain("1 updated");
  await leave();
});

test("examples/python/reference: every class and function works as its reference page shows", async () => {
  await up("reference", { westEndpoint: sandbox.url, westApiKey: "sandbox" });
  expect(await stack.output("ml")).toMatchObject({
    workspaces: ["churn-lab"],
    models: ["churn:3"],
    computes: ["STANDARD_DS3_V2"],
    jobs: ["train-churn"],
    jobType: "Command",
    answer: expect.anything(),
    run: expect.any(String),
    newKey: expect.any(String),
  });
  expect(await stack.output("search")).toMatchObject({
    sharedFields: ["id", "title", "price"],
    cheap: ["A blue lamp for the desk"],
    titles: ["A green lamp that hangs from the ceiling"],
    documentCount: 2,
    answer: expect.stringContaining("green"),
    keys: ["3", "3"],
    sources: ["searchIndex"],
    bases: ["support"],
  });
  expect(await stack.output("local")).toMatchObject({
    loaded: ["tiny-chat-generic-cpu:3"],
    device: 1,
    hello: expect.stringContaining("hello"),
    tokens: expect.any(Number),
  });
  await stack.ok("destroy", "--yes", "--skip-preview");
});
