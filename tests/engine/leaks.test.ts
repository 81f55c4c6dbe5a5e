import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { isFull, say } from "../faults/sample";
import { outside } from "../outside";
import { mlplane } from "./command";
import { openGateway, type Gateway } from "./gateway";
import { keysOfChat } from "./house";
import { fields, lab, workspaceId } from "./lab";
import { Marked } from "./marked";
import { Stack, type Run } from "./stack";

/** Marked secrets, planted wherever they can enter, are found in nothing that is printed or written. */
jest.setTimeout(180_000);

const marked = new Marked();
const [inProvider, inConfiguration] = [marked.secret("provider"), marked.secret("configuration")];
const secrets = {
  source: marked.secret("source"),
  web: marked.secret("web"),
  library: marked.secret("library"),
  vectorizer: marked.secret("vectorizer"),
  header: marked.secret("header"),
  hub: marked.secret("hub"),
  tag: marked.secret("tag"),
  variable: marked.secret("variable"),
  description: marked.secret("description"),
  document: marked.secret("document"),
  link: marked.secret("link"),
};

let sandbox: Sandbox;
let gateway: Gateway;
let stack: Stack;
let looks = 0;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  gateway = await openGateway(sandbox, "leak");
  for (const [name, credential] of Object.entries(gateway.credentials)) marked.add(name, credential);
  const { MLPLANE_SEARCH_API_KEY: key, ...environment } = gateway.environment;
  stack = await new Stack(environment).init();
  await stack.configure(
    { "mlplane:searchApiKey": key!, papersKey: inConfiguration, "mlplane:agentApiKey": marked.secret("agent") },
    true,
  );
});
afterAll(async () => {
  stack?.stop();
  await gateway?.close();
  await sandbox?.close();
  say(`secrets: ${looks} outputs and files searched`);
});

/** Every class that takes or issues secrets; in the third form they do not wait for each other. */
const program = (form: number): Stack =>
  stack.program(`
  const secrets = ${JSON.stringify(secrets)}, form = "form ${form}";
  const hidden = (value) => pulumi.secret(value + ${JSON.stringify(form === 1 ? "" : "!")});
  const connectionString = new pulumi.Config().requireSecret("papersKey");
  const papers = new mlplane.search.KnowledgeSource("papers", { kind: "blob", description: form, blobParameters: { connectionString, containerName: "papers", more: [{ deep: { connectionString: secrets.source } }] } });
  new mlplane.search.KnowledgeSource("web", { kind: "web", description: form, webParameters: { sites: [{ url: "https://a.example", apiKey: secrets.web }] } });
  const west = new mlplane.Provider("west", { searchEndpoint: "${sandbox.url}", searchApiKey: "sandbox", agentApiKey: ${JSON.stringify(inProvider)} });
  new mlplane.search.KnowledgeSource("library", { kind: "libraryOnline", description: form, libraryOnlineParameters: { login: { user: "u", token: secrets.library } } }, { provider: west });
  const index = new mlplane.search.Index("products", { fields: ${JSON.stringify(fields)}, description: hidden(secrets.description), vectorSearch: { vectorizers: [
    { name: "embed", kind: "embeddingService", embeddingServiceParameters: { resourceUri: "https://e.example", deploymentId: "e", modelName: "e", apiKey: secrets.vectorizer } },
    { name: "own", kind: "customWebApi", customWebApiParameters: { uri: "https://v.example", httpHeaders: { authorization: secrets.header } } },
  ] } });
  new mlplane.search.Documents("catalogue", { index: ${form === 3} ? "products" : index.name, documents: [{ id: "p1", title: hidden(secrets.document) }, { id: "p2", title: form }] });
  new mlplane.search.KnowledgeBase("base", { knowledgeSources: [papers.name], description: form });
  new mlplane.local.CachedModel("tiny-chat-generic-cpu:3", { token: secrets.hub });
  const made = new mlplane.ml.Workspace("lab", { ...${JSON.stringify(lab)}, tags: { open: form, hidden: hidden(secrets.tag) } });
  const workspace = ${form === 3} ? "lab" : made.name;
  const endpoint = new mlplane.ml.OnlineEndpoint("chat", { workspace, compute: "local", description: form }).name;
  const model = new mlplane.ml.Model("fraud", { workspace, version: 1, path: "azureml://a" }).resourceId;
  new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint, model, instanceType: "Standard_DS3_v2", instanceCount: 1, environmentVariables: { FORM: form, PASS: hidden(secrets.variable) } });
  exports.keys = mlplane.ml.listEndpointKeysOutput({ workspace, endpoint });
`);

/** Nothing that was printed shows a secret, and no file of the project, its state included. */
function expectNone(...runs: Run[]): void {
  const files = readdirSync(stack.folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !/^(index\.js|home\/(?!logs))/.test(name))
    .map((name) => join(stack.folder, name))
    .filter((name) => statSync(name).isFile());
  for (const [what, text] of [
    ...runs.map(({ text }, position): [string, string] => [`run ${position + 1}`, text]),
    ...files.map((name): [string, string] => [name, readFileSync(name, "utf8")]),
  ]) {
    looks += 1;
    expect([what, ...marked.shownIn(text), ...(text.match(/sandbox-token-\d+/g) ?? [])]).toEqual([what]);
  }
}

test("plans, runs and the state show none", async () => {
  const planned = await program(1).ok("preview", "--json");
  const first = await stack.ok("up", "--yes", "--diff");
  const keys = await keysOfChat(sandbox);
  for (const [name, key] of Object.entries(keys)) marked.add(name, key);
  expectNone(planned, first);
  const sent = JSON.stringify(sandbox.requests.map(({ body }) => body));
  for (const secret of [inConfiguration, ...Object.values(secrets).slice(0, -1)])
    expect(sent).toContain(JSON.stringify(secret).slice(1, -1));
});

test("an edit of secrets, and what others have changed, show none", async () => {
  const edited = await program(2).ok("preview", "--diff");
  await outside(sandbox).edit(workspaceId("lab"), (record) => {
    record.tags = { open: "other", hidden: `${secrets.tag}?` };
  });
  await outside(sandbox).edit("/indexes/products", (record) => {
    record.description = `${secrets.description}?`;
  });
  const drifts: Run[] = [];
  for (const format of isFull ? ["text", "markdown", "json"] : ["markdown"])
    drifts.push(
      await mlplane(stack, ["drift", "--format", format, "--output", join(stack.folder, `report.${format}`)]),
    );
  expect(drifts.map(({ status }) => status)).toEqual(drifts.map(() => 2));
  const refreshed = await stack.ok("refresh", "--yes", "--diff");
  expectNone(edited, ...drifts, refreshed);
});

test("services that repeat every secret in their errors make nothing show it", async () => {
  const echo = (...own: string[]): string =>
    JSON.stringify({
      error: {
        code: "Refused",
        message:
          `api-key: ${gateway.credentials.searchApiKey}, Authorization: Bearer sandbox-token-1, ` +
          `client_secret=${encodeURIComponent(gateway.credentials.clientSecret)}; ${own.join(" and ")}`,
        details: own.map((one) => ({
          code: "Inner",
          message: `${encodeURIComponent(one)} ${JSON.stringify({ value: one })} ${Buffer.from(one).toString("base64")}`,
        })),
      },
    });
  const refuse = (match: string, ...own: string[]): void =>
    void sandbox.faults.push({ match, status: 400, times: 20, body: echo(...own) });
  refuse("PUT /knowledgesources/papers", inConfiguration, secrets.source);
  refuse("PUT /knowledgesources/web", secrets.web);
  refuse("PUT /knowledgesources/library", secrets.library, inProvider);
  refuse("PUT /indexes/products$", `${secrets.description}!`, secrets.vectorizer, secrets.header);
  refuse("POST /indexes/products/docs/index", `${secrets.document}!`);
  sandbox.faults.push({
    match: "PUT .*/deployments/blue$",
    outcome: {
      status: "Failed",
      error: {
        code: "Broken",
        message: `the container got ${secrets.variable}!`,
        details: [{ code: "Inner", message: encodeURIComponent(`${secrets.variable}!`) }],
      },
    },
  });
  refuse("PUT .*/workspaces/lab$", `${secrets.tag}!`);
  const failed = await program(3).up("--continue-on-error", "--diff");
  const refusals = [...failed.text.matchAll(/answered 400 Refused: .*|ended as Failed: .*/g)].map(([part]) => part);
  // Seven requests are refused, and the two documents of the refused batch each by itself.
  expect([failed.status, new Set(refusals).size]).toEqual([1, 8]);
  for (const part of refusals) expect(part).toContain("[secret]");
  sandbox.faults.length = 0;
  refuse("GET /(indexes|knowledge(?!sources/library))", gateway.credentials.searchApiKey);
  refuse("GET .*/workspaces/lab$", `${secrets.tag}?`);
  refuse("GET .*/deployments/blue$", `${secrets.variable}!`);
  refuse("GET .*/workspaces$", gateway.credentials.clientSecret);
  const unread = await mlplane(stack, ["drift", "--format", "json"]);
  const doctor = await mlplane(stack, ["doctor"]);
  const unreadable = (JSON.parse(unread.stdout) as { findings: { status: string; reason?: string }[] }).findings.filter(
    ({ status }) => status === "unreadable",
  );
  expect([unread.status, doctor.status, unreadable.length]).toEqual([1, 1, 7]);
  for (const { reason } of unreadable) expect(reason).toContain("[secret]");
  expectNone(failed, unread, doctor);
});

test("what is imported, and a list whose next page has a key in its address, show none", async () => {
  sandbox.faults.length = 0;
  const link = `${sandbox.url}/indexes?sig=${encodeURIComponent(secrets.link)}`;
  sandbox.faults.push(
    { match: "GET /indexes$", status: 200, body: JSON.stringify({ value: [], nextLink: link }) },
    { match: "GET /indexes$", status: 403, body: JSON.stringify({ error: { code: "Denied", message: "No." } }) },
  );
  const listed = await mlplane(stack, ["import", "--all", "--service", "search"]);
  expect([listed.status, listed.text]).toEqual([1, expect.stringContaining("GET /indexes answered 403")]);
  sandbox.faults.length = 0;
  await outside(sandbox).send("POST", "/knowledgesources", {
    name: "more",
    kind: "blob",
    blobParameters: { connectionString: inConfiguration, containerName: "more" },
  });
  await stack.configure({ moreBlobParametersConnectionString: inConfiguration }, true);
  const imported = await mlplane(stack, ["import", "search.KnowledgeSource", "more", "/knowledgesources/more"]);
  expect([imported.status, imported.text]).toEqual([
    0,
    expect.stringContaining('config.requireSecret("moreBlobParametersConnectionString")'),
  ]);
  expectNone(listed, imported);
});
