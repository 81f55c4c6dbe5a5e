import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { credentialsOf, openGateway, type Gateway } from "./gateway";
import { keysOfChat } from "./house";
import { fields, lab, workspaceId } from "./lab";
import { NativeStack } from "./native";

/** Where the plugin's secrets are seen: those from the environment nowhere, all others encrypted. */
jest.setTimeout(120_000);

const given = {
  connection: "Server=store;Key=connection-secret-3312",
  vectorKey: "vector-secret-9043",
  hubToken: "hub-secret-5518",
  configured: "configured-secret-7730",
  inText: "user-secret-1170",
  inMap: "user-secret-in-a-map-6621",
  ofBase: "user-secret-of-a-base-8809",
  failing: "user-secret-of-a-failure-2263",
} as const;

let sandbox: Sandbox;
let gateway: Gateway;
let stack: NativeStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  gateway = await openGateway(sandbox, "env");
  stack = await new NativeStack(gateway.environment).init();
  await stack.configure({ "mlplane:agentApiKey": given.configured }, true);
});
afterAll(async () => {
  stack?.stop();
  await gateway?.close();
  await sandbox?.close();
});

const program = (description: string): NativeStack =>
  stack.program(`
    const blob = resource("search:KnowledgeSource", "blob", { kind: "blob", description: "${description}", blobParameters: { connectionString: pulumi.secret("${given.connection}"), containerName: "files" } });
    resource("search:Index", "products", { fields: ${JSON.stringify(fields)}, vectorSearch: { vectorizers: [
      { name: "embed", kind: "embeddingService", embeddingServiceParameters: { resourceUri: "https://embed.example", deploymentId: "e", modelName: "e", apiKey: "${given.vectorKey}" } },
    ] } });
    resource("local:CachedModel", "mini-embed-cpu", { token: "${given.hubToken}" });
    const lab = ${JSON.stringify(lab)};
    const workspace = resource("ml:Workspace", "lab", {
      ...lab, description: pulumi.secret("${given.inText}"), tags: { open: "${description}", hidden: pulumi.secret("${given.inMap}") },
    }, { additionalSecretOutputs: ["discoveryUrl"] });
    resource("ml:Workspace", "failing", { ...lab, tags: { open: "${description}", hidden: pulumi.secret("${given.failing}") } }, { additionalSecretOutputs: ["discoveryUrl"] });
    resource("search:KnowledgeBase", "base", { knowledgeSources: [blob.name], description: pulumi.secret("${given.ofBase}") });
    const compute = resource("ml:Compute", "box", { workspace: workspace.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
    const chat = resource("ml:OnlineEndpoint", "chat", { workspace: workspace.name, compute: compute.name });
    exports.key = chat.primaryKey;
    exports.asked = invoke("ml:listEndpointKeys", { workspace: workspace.name, endpoint: chat.name }).secondaryKey;
  `);

/** The secrets that the program and the services give. */
async function ofTheProgram(): Promise<string[]> {
  const keys = await keysOfChat(sandbox);
  return [...Object.values(given), keys.primaryKey, keys.secondaryKey];
}

/** Which secrets a text says. */
async function saidIn(text: string): Promise<unknown[]> {
  const all = [...credentialsOf(gateway), ...(await ofTheProgram())];
  return all.filter((one) => (typeof one === "string" ? text.includes(one) : one.test(text)));
}

/** Fails where the state has a secret in plain, or one of the environment at all. */
async function kept(): Promise<void> {
  expect(await saidIn(stack.stateText())).toEqual([]);
  const { stdout: shown } = await stack.ok("stack", "export", "--show-secrets");
  for (const secret of credentialsOf(gateway)) expect(shown).not.toMatch(secret);
  for (const secret of await ofTheProgram()) expect([secret, shown.includes(secret)]).toEqual([secret, true]);
  expect(stack.stateText()).not.toContain(`${sandbox.url}/discovery`);
}

test("what is created, and what fails after it was accepted, has its secrets encrypted in the state", async () => {
  const failed = { status: "Failed", error: { code: "Quota", message: `no room for ${given.failing}` } } as const;
  sandbox.faults.push({ match: "PUT .*/workspaces/failing$", outcome: failed });
  const run = await program("files").up("--diff", "--continue-on-error", "--logflow", "-v=9");
  expect(run.status).toBe(1);
  expect(run.text).toContain("[Quota] no room for [secret]");
  expect(await saidIn(run.text)).toEqual([]);
  const sent = JSON.stringify(sandbox.requests.map(({ body }) => body));
  for (const secret of [given.connection, given.vectorKey, given.hubToken, given.inText, given.inMap, given.ofBase])
    expect(sent).toContain(secret);
  await kept();
});

test("an update, a refresh and a destroy keep them so, and print none", async () => {
  const said = [(await program("more files").ok("up", "--yes", "--diff")).text];
  await kept();
  await outside(sandbox).edit(workspaceId("lab"), (record) => {
    record.tags.hidden = "changed-outside";
    record.description = "theirs";
  });
  for (const args of [
    ["preview", "--refresh", "--diff"],
    ["preview", "--refresh", "--json"],
    ["refresh", "--yes", "--diff"],
    ["up", "--yes", "--skip-preview", "--diff"],
  ])
    said.push((await stack.ok(...args)).text);
  await kept();
  said.push((await stack.ok("stack", "output", "--json")).text);
  expect(await saidIn(said.join("\n"))).toEqual([]);
  expect(said.join("\n")).not.toMatch(/changed-outside|theirs/);
  // The engine's own log has the values of resources in plain; the plugin adds nothing of its own.
  const { text } = await program("other files").ok("preview", "--logtostderr", "-v=9");
  for (const secret of credentialsOf(gateway)) expect(text).not.toMatch(secret);
});
