import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as ts from "typescript";
import type { Report } from "../../cli/drift/report";
import { startSandbox, type Sandbox } from "../../sandbox";
import type { Outside } from "../fixtures/fixture";
import { outside } from "../outside";
import { mlplane } from "./command";
import { Stack } from "./stack";

/**
 * examples/reference, which has every class and function, run as it is; then `mlplane doctor` and `mlplane drift` on
 * its stack.
 */

let sandbox: Sandbox;
/** The search service of the second connection. */
let west: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  west = await startSandbox();
  stack = new Stack(sandbox.environment);
  cpSync("examples/reference", stack.folder, { recursive: true });
  await stack.init();
  await stack.configure({ westEndpoint: west.url });
  await stack.configure({ westApiKey: "sandbox" }, true);
});
afterAll(async () => {
  stack?.stop();
  await Promise.all([sandbox?.close(), west?.close()]);
});

const W =
  "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/churn-lab";
const serving = `${W}/onlineEndpoints/churn-live`;

test("every class and function works as its reference page shows", async () => {
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.output("ml")).toMatchObject({
    workspaces: ["churn-lab"],
    models: ["churn:3"],
    jobType: "Command",
    slowest: 500,
    answer: expect.anything(),
  });
  expect(await stack.output("search")).toMatchObject({
    cheap: ["A blue lamp for the desk"],
    titles: ["A green lamp that hangs from the ceiling"],
    documentCount: 2,
    answer: expect.stringContaining("green"),
  });
  expect(await stack.output("local")).toMatchObject({
    loaded: ["tiny-chat-generic-cpu:3"],
    device: 1,
    hello: expect.stringContaining("hello"),
    tokens: expect.any(Number),
  });
}, 180_000);

/** What a program of the examples prints that runs without Pulumi. */
async function printedBy(name: string): Promise<string> {
  const { outputText } = ts.transpileModule(readFileSync(`examples/reference/${name}.ts`, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(join(stack.folder, `${name}.js`), outputText);
  return (
    await promisify(execFile)(process.execPath, [`${name}.js`], {
      cwd: stack.folder,
      env: { PATH: process.env["PATH"], ...sandbox.environment },
    })
  ).stdout;
}

test("functions and the sandbox work in a Node.js program without Pulumi", async () => {
  expect(await printedBy("outside")).toMatch(/products.*3: true.*The new key has \d+ characters\..*asst_1.*hello/s);
  expect(await printedBy("trial")).toMatch(
    /^\[\]\n\[ 'GET \/indexes 503', 'GET \/indexes 200' \]\n404 \S+ GET \/indexes\/lamps\/stats answered 404/,
  );
}, 60_000);

test("mlplane doctor: one line for each tool and service", async () => {
  const run = await mlplane(stack, ["doctor"]);
  expect([run.status, run.stdout.split("\n").map((line) => line.slice(0, 12))]).toEqual([
    0,
    [
      "✓ Node.js 20",
      "✓ Pulumi CLI",
      "– plugin: no",
      "✓ configurat",
      "✓ dialect: s",
      "✓ ML resourc",
      "✓ model regi",
      "✓ agent serv",
      "✓ search at ",
      "✓ local infe",
      "",
    ],
  ]);
  const wrong = await mlplane(stack, ["doctor", "--stack", "none"], { MLPLANE_SEARCH_API_KEY: "wrong-key" });
  expect([wrong.status, wrong.stdout]).toEqual([
    1,
    expect.stringMatching(
      /✗ configuration: .*no stack named 'none' found[^]*✗ search at .* answered 40[13][^]*Check searchApiKey/,
    ),
  ]);
  expect(wrong.text).not.toContain("wrong-key");
}, 60_000);

/** What somebody else changes or removes at the services, and where it then differs, declared and live. */
const changes: [string, object[], (service: Outside) => Promise<unknown>][] = [
  [
    "ml.Workspace",
    [{ path: "tags.team", declared: "retention" }],
    (service) => service.edit(W, (record) => delete record.tags.team),
  ],
  [
    "ml.Model",
    [{ path: "tags.stage", declared: "live", live: "test" }],
    (service) => service.edit(`/modelmanagement/v1.0${W}/models/churn:3`, (record) => (record.tags.stage = "test")),
  ],
  [
    "ml.Compute",
    [{ path: "scaleSettings.maxNodeCount", declared: 4, live: 9 }],
    (service) =>
      service.edit(`${W}/computes/cpu`, (record) => (record.properties.properties.scaleSettings.maxNodeCount = 9)),
  ],
  [
    "ml.Job",
    [{ path: "displayName", declared: "Nightly training", live: "Stopped" }],
    (service) => service.edit(`${W}/jobs/train-churn`, (record) => (record.properties.displayName = "Stopped")),
  ],
  [
    "ml.OnlineEndpoint",
    [{ path: "description", declared: "Who is about to leave?", live: "Who stays?" }],
    (service) => service.edit(serving, (record) => (record.properties.description = "Who stays?")),
  ],
  [
    "ml.OnlineDeployment",
    [{ path: "instanceCount", declared: 1, live: 2 }],
    (service) => service.edit(`${serving}/deployments/blue`, (record) => (record.instanceCount = 2)),
  ],
  [
    "ml.EndpointTraffic",
    [
      {
        path: "traffic",
        declared: [{ deployment: "blue", percent: 100 }],
        live: [
          { deployment: "blue", percent: 60 },
          { deployment: "green", percent: 40 },
        ],
      },
    ],
    async (service) => {
      const blue = (await service.send("GET", `${serving}/deployments/blue`)) as object;
      await service.send("PUT", `${serving}/deployments/green`, { ...blue, name: "green" });
      await service.edit(serving, (record) => (record.properties.traffic = { blue: 60, green: 40 }));
    },
  ],
  [
    "search.Index",
    [{ path: "description", declared: "What the shop sells.", live: "Lamps." }],
    (service) => service.edit("/indexes/products", (record) => (record.description = "Lamps.")),
  ],
  [
    "search.Documents",
    [
      { path: "documents[0].price", declared: 39, live: 5 },
      { path: "documents[1]", declared: { id: "2", title: "A green lamp that hangs from the ceiling", price: 79 } },
    ],
    (service) =>
      service.send("POST", "/indexes/products/docs/index", {
        value: [
          { "@search.action": "merge", id: "1", price: 5 },
          { "@search.action": "delete", id: "2" },
        ],
      }),
  ],
  [
    "search.KnowledgeSource",
    [{ path: "searchIndexParameters.sourceDataFields[0]", declared: { name: "title" } }],
    (service) =>
      service.edit(
        "/knowledgesources/catalog",
        (record) => (record.searchIndexParameters.sourceDataFields = [{ name: "id" }]),
      ),
  ],
  [
    "local.GpuDevice",
    [{ path: "deviceId", declared: 1, live: 2 }],
    (service) => service.send("GET", "/compat/setgpudevice/2"),
  ],
];
const removals: [string, (service: Outside) => Promise<unknown>][] = [
  ["search.KnowledgeBase", (service) => service.send("DELETE", "/knowledgebases/support")],
  ["local.LoadedModel", (service) => service.send("GET", "/compat/unload/tiny-chat-generic-cpu:3?force=true")],
];

/** Requests that may change something, by whatever verb. */
const writes = (): string[] =>
  sandbox.requests
    .filter(
      ({ method, path }) =>
        (method !== "GET" || /\/compat\/(load|unload|setgpudevice)\//.test(path)) &&
        !/oauth2|listKeys|docs\/search/.test(path),
    )
    .map(({ method, path }) => `${method} ${path}`);

test("mlplane drift: nothing after an up", async () => {
  const run = await mlplane(stack, ["drift"]);
  const owned = (await stack.resources()).filter(({ external }) => external !== true);
  expect([run.status, run.text]).toEqual([
    0,
    `${owned.length} resources of stack dev (mlplane-reference): no drift.\n`,
  ]);
}, 60_000);

test("mlplane drift names what was changed, removed and could not be read, in every format, and changes nothing", async () => {
  for (const [, , change] of changes) await change(outside(sandbox));
  for (const [, remove] of removals) await remove(outside(sandbox));
  sandbox.faults.push({ match: "GET /compat/models", status: 403, times: 1000 });
  await west.close();
  const state = await stack.state();
  sandbox.requests.length = 0;

  const formats = [["--format", "json"], [], ["--format", "markdown", "--output", "drift.md"]];
  const [json, text, markdown] = await Promise.all(formats.map((options) => mlplane(stack, ["drift", ...options])));
  expect([json!.status, text!.status, markdown!.status, markdown!.stdout]).toEqual([2, 2, 2, ""]);
  const { findings } = JSON.parse(json!.stdout) as Report;
  expect(
    Object.fromEntries(
      findings.map((one) => [
        one.name === "articles" ? "articles" : one.class,
        [one.status, ...(one.properties ?? [])],
      ]),
    ),
  ).toEqual({
    ...Object.fromEntries(changes.map(([name, properties]) => [name, ["differs", ...properties]])),
    ...Object.fromEntries(removals.map(([name]) => [name, ["missing"]])),
    "local.CachedModel": ["unreadable"],
    articles: ["unreadable"],
  });

  for (const shown of [text!.stdout, readFileSync(join(stack.folder, "drift.md"), "utf8")]) {
    for (const { name, reason = "", properties = [] } of findings) {
      for (const word of [
        name,
        reason.slice(0, 5),
        ...properties.flatMap(({ path, ...values }) => [
          path,
          ...Object.values(values).map((value) => JSON.stringify(value).slice(0, 59)),
        ]),
      ])
        expect(shown).toContain(word);
    }
  }
  expect(writes()).toEqual([]);
  expect(await stack.state()).toEqual(state);
}, 120_000);

test("mlplane drift: what it cannot tell is one line and exit status 1", async () => {
  const run = await mlplane(stack, ["drift", "--stack", "none"]);
  expect([run.status, run.text]).toEqual([1, "mlplane: no stack named 'none' found\n"]);
}, 60_000);

test(
  "`pulumi up --refresh`, as drift says, brings back what is declared; an `up` alone moves what has another address of " +
    "its provider now",
  async () => {
    sandbox.faults.length = 0;
    await stack.configure({ westEndpoint: sandbox.url });
    const refused = await stack.run("up", "--refresh", "--run-program", "--yes", "--skip-preview");
    expect(refused.text).toContain(`/indexes/articles is at ${west.url}, and its connection leads to ${sandbox.url}`);
    // It fails for what the program asks of what is gone, and moves all the same.
    expect((await stack.up()).text).toContain(`/indexes/articles stays at ${west.url}`);
    await stack.ok("up", "--refresh", "--yes", "--skip-preview");
    expect((await mlplane(stack, ["drift"])).status).toBe(0);
    await stack.ok("destroy", "--yes", "--skip-preview");
  },
  180_000,
);
