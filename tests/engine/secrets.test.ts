import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { credentialsOf, openGateway, type Gateway } from "./gateway";
import { keysOfChat } from "./house";
import { fields, lab, workspaceId } from "./lab";
import { Stack } from "./stack";

/** Where secrets are seen: those from the environment nowhere, all others encrypted. */
jest.setTimeout(120_000);

const connection = "Server=store;Key=connection-secret-3312";
const vectorKey = "vector-secret-9043";
const hubToken = "hub-secret-5518";
const users = ["user-secret-1170", "user-secret-in-a-map-6621", "user-secret-in-a-list-8809"] as const;

let sandbox: Sandbox;
let gateway: Gateway;
let stack: Stack;
/** Everything that the CLI has printed. */
const said: string[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  gateway = await openGateway(sandbox, "env");
  stack = await new Stack(gateway.environment).init();
  await stack.configure({ connection }, true);
});
afterAll(async () => {
  stack?.stop();
  await gateway?.close();
  await sandbox?.close();
});

const program = (more: { description?: string; token?: unknown } = {}): Stack =>
  stack.program(`
    const blob = new mlplane.search.KnowledgeSource("blob", { kind: "blob", description: ${JSON.stringify(more.description ?? "files")}, blobParameters: { connectionString: new pulumi.Config().requireSecret("connection"), containerName: "files" } });
    new mlplane.search.Index("products", { fields: ${JSON.stringify(fields)}, vectorSearch: { vectorizers: [
      { name: "embed", kind: "embeddingService", embeddingServiceParameters: { resourceUri: "https://embed.example", deploymentId: "e", modelName: "e", apiKey: ${JSON.stringify(vectorKey)} } },
    ] } });
    new mlplane.local.CachedModel("mini-embed-cpu", { token: ${JSON.stringify(more.token ?? hubToken)} });
    const workspace = new mlplane.ml.Workspace("lab", {
      ...${JSON.stringify(lab)}, description: pulumi.secret("${users[0]}"), tags: { open: "yes", hidden: pulumi.secret("${users[1]}") },
    }, { additionalSecretOutputs: ["discoveryUrl"] });
    new mlplane.search.KnowledgeBase("base", { knowledgeSources: [blob.name], description: pulumi.secret("${users[2]}") });
    const compute = new mlplane.ml.Compute("box", { workspace: workspace.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
    const chat = new mlplane.ml.OnlineEndpoint("chat", { workspace: workspace.name, compute: compute.name });
    exports.key = chat.primaryKey;
    exports.asked = mlplane.ml.listEndpointKeysOutput({ workspace: workspace.name, endpoint: chat.name }).secondaryKey;
  `);

/** The secrets that the program and the services give. */
async function ofTheProgram(): Promise<string[]> {
  const keys = await keysOfChat(sandbox);
  return [connection, vectorKey, hubToken, ...users, keys.primaryKey, keys.secondaryKey];
}

test("a first run sends every secret where it belongs and prints none", async () => {
  const run = await program().ok("up", "--yes", "--skip-preview", "--json");
  for (const secret of credentialsOf(gateway)) expect(run.text).not.toMatch(secret);
  const events = run.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { diagnosticEvent?: { severity: string } });
  const told = JSON.stringify(events.filter(({ diagnosticEvent }) => diagnosticEvent?.severity !== "debug"));
  for (const secret of await ofTheProgram()) expect(told).not.toContain(secret);
  const sent = JSON.stringify(sandbox.requests.map(({ body }) => body));
  for (const secret of [connection, vectorKey, hubToken, ...users]) expect(sent).toContain(secret);
});

test("the state has none from the environment, and all others encrypted, also after an update and a refresh", async () => {
  const keep = async (): Promise<void> => {
    const hidden = stack.stateText();
    const { stdout: shown } = await stack.ok("stack", "export", "--show-secrets");
    for (const secret of credentialsOf(gateway))
      expect([hidden.match(secret), shown.match(secret)]).toEqual([null, null]);
    for (const secret of await ofTheProgram())
      expect([secret, hidden.includes(secret), shown.includes(secret)]).toEqual([secret, false, true]);
    expect(hidden).not.toContain(`${sandbox.url}/discovery`);
  };
  await keep();
  said.push((await program({ description: "more files" }).ok("up", "--yes", "--diff")).text);
  await keep();
  await outside(sandbox).edit(workspaceId("lab"), (record) => {
    record.tags.hidden = "changed-outside";
  });
  said.push((await stack.ok("refresh", "--yes", "--diff")).text);
  said.push((await stack.ok("up", "--yes", "--skip-preview", "--diff")).text);
  await keep();
});

test("no text says a secret: outputs, diffs, plans", async () => {
  const { text } = await stack.ok("stack", "output", "--json");
  expect(JSON.parse(text)).toEqual({ key: "[secret]", asked: "[secret]" });
  program({ description: "other files" });
  for (const args of [
    ["preview", "--diff"],
    ["preview", "--json"],
    ["refresh", "--preview-only", "--json"],
  ])
    said.push((await stack.ok(...args)).text);
  await outside(sandbox).edit(workspaceId("lab"), (record) => {
    record.tags = { open: "no", hidden: "changed-outside" };
  });
  const drift = await mlplane(stack, ["drift", "--format", "json"]);
  expect([drift.status, drift.text]).toEqual([2, expect.stringContaining("tags.open")]);
  said.push(drift.text);
  const secrets = [...credentialsOf(gateway), ...(await ofTheProgram())];
  for (const secret of secrets)
    expect(
      said.filter((one) => one.match(secret instanceof RegExp ? secret : secret.replaceAll(/[^\w-]/g, "."))),
    ).toEqual([]);
});

test("a mistake in a secret argument is told without the value", async () => {
  const run = await program({ token: 5518004411 }).preview();
  expect(run.status).toBe(1);
  expect(run.text).toContain("token: must be a string, not a number");
  expect(run.text).not.toMatch(/5518004411|5\.518004411e/);
});

test("an error that repeats a secret is masked", async () => {
  const { MLPLANE_SEARCH_API_KEY: _, ...others } = gateway.environment;
  sandbox.faults.push({
    match: "PUT /knowledgesources/blob",
    status: 400,
    body: JSON.stringify({ error: { code: "Bad", message: `cannot connect with ${connection}` } }),
  });
  const refused = await program({ description: "again" }).up("--target", (await stack.byName()).get("blob")!.urn);
  expect(refused.status).toBe(1);
  expect(refused.text).toContain("cannot connect with [secret]");
  const wrong = await stack.start(["refresh", "--yes", "--skip-preview"], {
    ...others,
    MLPLANE_SEARCH_API_KEY: "wrong-search-key-4470",
    MLPLANE_CLIENT_SECRET: "wrong-client-secret-4471",
  }).ended;
  expect(wrong.status).toBe(1);
  expect(wrong.text).toContain("Nobody has the key [secret]");
  expect(wrong.text).toContain("MLPLANE_SEARCH_API_KEY");
  expect(wrong.text).toContain("MLPLANE_CLIENT_SECRET");
  for (const run of [refused, wrong])
    for (const secret of [connection, "wrong-search-key-4470", "wrong-client-secret-4471", ...credentialsOf(gateway)])
      expect(run.text).not.toMatch(secret);
});
