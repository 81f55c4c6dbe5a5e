import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { Stack } from "./stack";
import { runWorkflow, told, type Outcomes } from "./workflow";

/** The workflows of examples/ci: the commands of their steps, one after another, on the real CLI. */

let sandbox: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = await shop();
  await stack.configure({ "mlplane:searchEndpoint": sandbox.url, "mlplane:localEndpoint": sandbox.url });
  declare("What the shop sells.");
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

/** A project with packages to install, and its stack. */
async function shop(): Promise<Stack> {
  const made = new Stack();
  writeFileSync(join(made.folder, "package.json"), JSON.stringify({ name: "shop", private: true }));
  writeFileSync(
    join(made.folder, "package-lock.json"),
    JSON.stringify({ name: "shop", lockfileVersion: 3, requires: true, packages: { "": { name: "shop" } } }),
  );
  await made.ok("stack", "init", "prod");
  return made;
}

const declare = (description: string, where = stack): void =>
  void where.program(
    `new mlplane.search.Index("products", { description: ${JSON.stringify(description)}, fields: [{ name: ` +
      `"id", type: "Edm.String", key: true }] });`,
  );

const run = (workflow: string, inputs: object = {}): Promise<Outcomes> =>
  runWorkflow(`examples/ci/${workflow}.yml`, stack, {
    vars: { PULUMI_BACKEND_URL: stack.variables["PULUMI_BACKEND_URL"]! },
    secrets: { PULUMI_CONFIG_PASSPHRASE: "", MLPLANE_SEARCH_API_KEY: "sandbox" },
    github: { token: "token", event: { pull_request: { number: 12 } } },
    inputs,
  });

/** The exit status of each step that ran; all that they printed when it is not the expected one. */
const statuses = (outcomes: Outcomes): Record<string, number> =>
  Object.fromEntries(
    Object.entries(outcomes).flatMap(([name, outcome]) => (outcome === "skipped" ? [] : [[name, outcome.status]])),
  );
const text = (outcomes: Outcomes): string => JSON.stringify(outcomes, undefined, 2).replaceAll("\\n", "\n");

/** A stand-in for the CLI of Azure after a login: it has a token of the sandbox for whatever it is asked. */
const az = (url: string): string => `#!${process.execPath}
const resource = process.argv[process.argv.indexOf("--resource") + 1];
const form = { grant_type: "client_credentials", client_id: "sandbox", client_secret: "sandbox", resource };
fetch("${url}/sandbox/oauth2/token", { method: "POST", body: new URLSearchParams(form) })
  .then((answer) => answer.json())
  .then(({ access_token }) => ({ accessToken: access_token, expires_on: Math.floor(Date.now() / 1000) + 3600 }))
  .then((answer) => console.log(JSON.stringify(answer)));
`;

const doctor = "Check that the services answer and accept the credentials";

test("preview: a comment tells what a merge would do", async () => {
  const outcomes = await run("preview");
  expect([statuses(outcomes), text(outcomes)]).toEqual([
    { Install: 0, [doctor]: 0, Preview: 0, Comment: 0 },
    expect.anything(),
  ]);
  const [comment] = told(stack);
  expect(comment!.args.slice(0, 3)).toEqual(["pr", "comment", "12"]);
  expect(comment!.body).toMatch(
    /^## Preview of prod\n````\nPreviewing update \(prod\):[^]*search:Index[^]*products[^]*\n````\n$/,
  );
}, 300_000);

test("preview: one that fails is told as well, and fails the run", async () => {
  stack.program("throw new Error('not yet');");
  const outcomes = await run("preview");
  declare("What the shop sells.");
  expect(statuses(outcomes)).toEqual({ Install: 0, [doctor]: 0, Preview: expect.any(Number), Comment: 0 });
  expect(statuses(outcomes)["Preview"]).not.toBe(0);
  expect(told(stack)[0]!.body).toContain("not yet");
}, 300_000);

test("up: the services have what is declared, and nothing is left to do", async () => {
  expect(statuses(await run("up"))).toEqual({ Install: 0, [doctor]: 0, Up: 0, "Nothing is left to do": 0 });
  expect(await outside(sandbox).send("GET", "/indexes/products")).toMatchObject({ name: "products" });
}, 300_000);

test("drift: none is exit status 0, and no issue", async () => {
  expect(statuses(await run("drift"))).toEqual({
    Install: 0,
    "Look for drift": 0,
    "Close the issue when there is no drift any more": 0,
  });
  expect(told(stack).map(({ args }) => args.slice(0, 2).join(" "))).toEqual(["issue list"]);
  expect(readFileSync(join(stack.folder, "summary.md"), "utf8")).toContain("## No drift");
}, 300_000);

test("drift: an issue is opened, then brought up to date, then closed", async () => {
  const issues = (): string[][] =>
    told(stack)
      .filter(({ args }) => args[0] === "issue" && args[1] !== "list")
      .map(({ args, body = "" }) => [args[1]!, /`"Lamps\."`|`"Chairs\."`/.exec(body)?.[0] ?? ""]);
  const describeIt = (description: string): Promise<void> =>
    outside(sandbox).edit("/indexes/products", (record) => (record.description = description));
  const failing = {
    Install: 0,
    "Look for drift": 0,
    "Draw up the report to look at": 0,
    "Tell the drift in an issue": 0,
    "Fail for drift, and when it could not be told": 2,
  };

  await describeIt("Lamps.");
  expect(statuses(await run("drift"))).toEqual(failing);
  expect(issues()).toEqual([["create", '`"Lamps."`']]);
  expect(readFileSync(join(stack.folder, "drift.html"), "utf8")).toMatch(/<ins>Lamps<\/ins>|<ins>Lamps\.<\/ins>/);
  await describeIt("Chairs.");
  expect(statuses(await run("drift"))).toEqual(failing);
  expect(issues()).toEqual([["edit", '`"Chairs."`']]);
  await describeIt("What the shop sells.");
  expect(statuses(await run("drift"))["Close the issue when there is no drift any more"]).toBe(0);
  expect(issues()).toEqual([["close", ""]]);
}, 180_000);

test("drift: what could not be told fails the run, without an issue", async () => {
  sandbox.faults.push({ match: "GET /indexes", status: 403, times: 100 });
  const outcomes = await run("drift");
  sandbox.faults.length = 0;
  expect(statuses(outcomes)).toEqual({
    Install: 0,
    "Look for drift": 0,
    "Draw up the report to look at": 0,
    "Fail for drift, and when it could not be told": 1,
  });
  expect(told(stack)).toEqual([]);
}, 300_000);

test("up: after a run that was killed, `recover` unlocks the stack and goes on", async () => {
  declare("What the new shop sells.");
  sandbox.faults.push({ match: "PUT /indexes/products", status: 503, retryAfter: 60, times: 100 });
  const killed = stack.start(["up", "--yes", "--skip-preview", "--stack", "prod"], {
    MLPLANE_SEARCH_API_KEY: "sandbox",
  });
  while (!sandbox.requests.some(({ method, status }) => method === "PUT" && status === 503))
    await new Promise(setImmediate);
  stack.kill(killed.child);
  await killed.ended;
  sandbox.faults.length = 0;

  expect(statuses(await run("up"))["Up"]).not.toBe(0);
  expect(statuses(await run("up", { recover: true }))).toEqual({
    Install: 0,
    [doctor]: 0,
    "Recover from a run that was killed": 0,
    Up: 0,
    "Nothing is left to do": 0,
  });
  expect(await outside(sandbox).send("GET", "/indexes/products")).toMatchObject({
    description: "What the new shop sells.",
  });
}, 180_000);

test("nightly: the project is told the night that is asked for, else that of today", async () => {
  stack.program(
    `new mlplane.search.Index("nights", { description: new pulumi.Config().require("night"), fields: [{ name: ` +
      `"id", type: "Edm.String", key: true }] });`,
  );
  const night = async (inputs: object): Promise<unknown> => {
    expect(statuses(await run("nightly", inputs))).toEqual({ Install: 0, [doctor]: 0, Train: 0 });
    return ((await outside(sandbox).send("GET", "/indexes/nights")) as { description: string }).description;
  };
  expect(await night({ night: "2026-11-21" })).toBe("2026-11-21");
  const today = (): string => new Date().toISOString().slice(0, 10);
  const before = today();
  expect([before, today()]).toContain(await night({}));
}, 180_000);

test("azure: a workflow without any secret works with the tokens of the login", async () => {
  const file = "examples/ci/azure.yml";
  expect(readFileSync(file, "utf8")).not.toContain("secrets.");
  const azure = await startSandbox({ dialect: "azure" });
  const there = await shop();
  Object.assign(there.variables, { NODE_PATH: resolve("node_modules"), AZURE_TOKEN_CREDENTIALS: "AzureCliCredential" });
  mkdirSync(join(there.folder, "tools"));
  writeFileSync(join(there.folder, "tools", "az"), az(azure.url), { mode: 0o755 });
  declare("What the shop sells.", there);
  await there.configure({
    "mlplane:resourceGroup": "sandbox",
    "mlplane:mlEndpoint": azure.url,
    "mlplane:tokenResource": azure.url,
    "mlplane:searchEndpoint": azure.url,
  });
  const outcomes = await runWorkflow(file, there, {
    vars: { PULUMI_BACKEND_URL: there.variables["PULUMI_BACKEND_URL"]!, AZURE_SUBSCRIPTION_ID: "sandbox" },
    secrets: {},
    github: {},
  });
  there.stop();
  await azure.close();
  expect(text(outcomes)).not.toContain("✗");
  expect(statuses(outcomes)).toEqual({ Install: 0, [doctor]: 0, Up: 0, "Nothing is left to do": 0 });
  const made = azure.requests.filter(({ status }) => status === 201);
  expect(made.map(({ path }) => path)).toEqual(["/indexes('products')"]);
}, 180_000);
