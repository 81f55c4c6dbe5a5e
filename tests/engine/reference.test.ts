import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as ts from "typescript";
import type { Report } from "../../cli/drift/report";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { Stack } from "./stack";

/** examples/reference, which has every class and function, run as it is; then `mlplane doctor` and `mlplane drift` on its stack. */

let sandbox: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = new Stack(sandbox.environment);
  cpSync("examples/reference", stack.folder, { recursive: true });
  await stack.init();
  await stack.configure({ westEndpoint: sandbox.url });
  await stack.configure({ westApiKey: "sandbox" }, true);
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const W = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/churn-lab";

test("every class and function works as its reference page shows", async () => {
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.output("ml")).toMatchObject({ workspaces: ["churn-lab"], models: ["churn:3"], jobType: "Command", slowest: 500, answer: expect.anything() });
  expect(await stack.output("search")).toMatchObject({ cheap: ["A blue lamp for the desk"], titles: ["A green lamp that hangs from the ceiling"], documentCount: 2, answer: expect.stringContaining("green") });
  expect(await stack.output("local")).toMatchObject({ loaded: ["tiny-chat-generic-cpu:3"], device: 1, hello: expect.stringContaining("hello"), tokens: expect.any(Number) });
}, 180_000);

/** What a program of the examples prints that runs without Pulumi. */
async function printedBy(name: string): Promise<string> {
  const { outputText } = ts.transpileModule(readFileSync(`examples/reference/${name}.ts`, "utf8"), { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  writeFileSync(join(stack.folder, `${name}.js`), outputText);
  return (await promisify(execFile)(process.execPath, [`${name}.js`], { cwd: stack.folder, env: { PATH: process.env["PATH"], ...sandbox.environment } })).stdout;
}

test("functions and the sandbox work in a Node.js program without Pulumi", async () => {
  expect(await printedBy("outside")).toMatch(/products.*3: true.*The new key has \d+ characters\..*asst_1.*hello/s);
  expect(await printedBy("trial")).toMatch(/^\[\]\n\[ 'GET \/indexes 503', 'GET \/indexes 200' \]\n404 \S+ GET \/indexes\/lamps\/stats answered 404/);
}, 60_000);

test("mlplane doctor: one line for each tool and service", async () => {
  const run = await mlplane(stack, ["doctor"]);
  expect([run.status, run.stdout.split("\n").map((line) => line.slice(0, 12))]).toEqual([0, ["✓ Node.js 20", "✓ Pulumi CLI", "✓ configurat", "✓ ML resourc", "✓ model regi", "✓ agent serv", "✓ search at ", "✓ local infe", ""]]);
  const wrong = await mlplane(stack, ["doctor", "--stack", "none"], { MLPLANE_SEARCH_API_KEY: "wrong-key" });
  expect([wrong.status, wrong.stdout]).toEqual([1, expect.stringMatching(/✗ configuration: .*no stack named 'none' found[^]*✗ search at .* answered 40[13][^]*Check searchApiKey/)]);
  expect(wrong.text).not.toContain("wrong-key");
}, 60_000);

/** What somebody else changes at the services, and where it then differs. */
const changes: [string, string, (service: ReturnType<typeof outside>) => Promise<unknown>][] = [
  ["ml.Workspace", "tags.team", (service) => service.edit(W, (record) => (record.tags.team = "sales"))],
  ["ml.Model", "tags.stage", (service) => service.edit(`/modelmanagement/v1.0${W}/models/churn:3`, (record) => (record.tags.stage = "test"))],
  ["ml.Compute", "scaleSettings.maxNodeCount", (service) => service.edit(`${W}/computes/cpu`, (record) => (record.properties.properties.scaleSettings.maxNodeCount = 9))],
  ["ml.OnlineEndpoint", "description", (service) => service.edit(`${W}/onlineEndpoints/churn-live`, (record) => (record.properties.description = "Who stays?"))],
  ["ml.OnlineDeployment", "instanceCount", (service) => service.edit(`${W}/onlineEndpoints/churn-live/deployments/blue`, (record) => (record.instanceCount = 2))],
  ["search.Index", "description", (service) => service.edit("/indexes/products", (record) => (record.description = "Lamps."))],
  ["search.Documents", "documents[0].price", (service) => service.send("POST", "/indexes/products/docs/index", { value: [{ "@search.action": "merge", id: "1", price: 5 }] })],
  ["search.KnowledgeSource", "searchIndexParameters.sourceDataFields", (service) => service.edit("/knowledgesources/catalog", (record) => (record.searchIndexParameters.sourceDataFields = [{ name: "id" }]))],
  ["local.GpuDevice", "deviceId", (service) => service.send("GET", "/compat/setgpudevice/2")],
];
const removals: [string, (service: ReturnType<typeof outside>) => Promise<unknown>][] = [
  ["ml.EndpointTraffic", (service) => service.edit(`${W}/onlineEndpoints/churn-live`, (record) => (record.properties.traffic = {}))],
  ["search.KnowledgeBase", (service) => service.send("DELETE", "/knowledgebases/support")],
  ["local.LoadedModel", (service) => service.send("GET", "/compat/unload/tiny-chat-generic-cpu:3?force=true")],
];

/** Requests that may change something, by whatever verb. */
const writes = (): string[] =>
  sandbox.requests
    .filter(({ method, path }) => (method !== "GET" || /\/compat\/(load|unload|setgpudevice)\//.test(path)) && !/oauth2|listKeys|docs\/search/.test(path))
    .map(({ method, path }) => `${method} ${path}`);

test("mlplane drift: nothing after an up", async () => {
  const run = await mlplane(stack, ["drift"]);
  expect([run.status, run.text]).toEqual([0, "15 resources of stack dev (mlplane-reference): no drift.\n"]);
}, 60_000);

test("mlplane drift names what was changed, removed and could not be read, in every format, and changes nothing", async () => {
  for (const [, , change] of changes) await change(outside(sandbox));
  for (const [, remove] of removals) await remove(outside(sandbox));
  sandbox.faults.push({ match: `GET .*/jobs/`, status: 403, times: 1000 });
  const state = await stack.state();
  sandbox.requests.length = 0;

  const json = await mlplane(stack, ["drift", "--format", "json"]);
  const { findings } = JSON.parse(json.stdout) as Report;
  expect(json.status).toBe(2);
  const told = Object.fromEntries(findings.map((one) => [one.class, [one.status, ...(one.properties ?? []).map(({ path }) => path)]]));
  expect(told).toEqual({
    ...Object.fromEntries(changes.map(([name, path]) => [name, ["differs", expect.stringMatching(new RegExp(`^${path.replaceAll(/[[\].]/g, "\\$&")}`))]])),
    ...Object.fromEntries(removals.map(([name]) => [name, ["missing"]])),
    "ml.Job": ["unreadable"],
  });
  expect(findings.find((one) => one.class === "search.Documents")!.properties).toEqual([{ path: "documents[0].price", declared: 39, live: 5 }]);

  const text = await mlplane(stack, ["drift"]);
  const markdown = await mlplane(stack, ["drift", "--format", "markdown", "--output", "drift.md"]);
  expect([text.status, markdown.status, markdown.stdout]).toEqual([2, 2, ""]);
  for (const shown of [text.stdout, readFileSync(join(stack.folder, "drift.md"), "utf8")]) {
    for (const { name, reason = "", properties = [] } of findings) {
      for (const word of [name, reason.slice(0, 5), ...properties.flatMap(({ path, declared, live }) => [path, JSON.stringify(declared) ?? "", JSON.stringify(live) ?? ""])]) expect(shown).toContain(word);
    }
  }
  expect(writes()).toEqual([]);
  expect(await stack.state()).toEqual(state);
}, 120_000);

test("mlplane drift: a service that is stopped hides nothing of the others", async () => {
  const run = await mlplane(stack, ["drift", "--format", "json"], { MLPLANE_SEARCH_ENDPOINT: "http://127.0.0.1:1" });
  const { findings } = JSON.parse(run.stdout) as Report;
  const statuses = (namespace: string): Set<string> => new Set(findings.filter((one) => one.class.startsWith(namespace)).map(({ status }) => status));
  expect([run.status, statuses("search."), statuses("ml.")]).toEqual([2, new Set(["unreadable"]), new Set(["differs", "missing", "unreadable"])]);
}, 120_000);

test("mlplane drift: what it cannot tell is one line and exit status 1", async () => {
  const run = await mlplane(stack, ["drift", "--stack", "none"]);
  expect([run.status, run.text]).toEqual([1, "mlplane: no stack named 'none' found\n"]);
}, 60_000);

test("`pulumi up --refresh`, as drift says, brings back what is declared", async () => {
  sandbox.faults.length = 0;
  await stack.ok("up", "--refresh", "--yes", "--skip-preview");
  expect((await mlplane(stack, ["drift"])).status).toBe(0);
  await stack.ok("destroy", "--yes", "--skip-preview");
}, 180_000);
