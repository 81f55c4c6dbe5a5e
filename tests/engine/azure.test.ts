import { startSandbox, type Sandbox } from "../../sandbox";
import { all, LATER, management, quick, searchIndexes } from "../dialects/clients";
import { mlplane } from "./command";
import { expectNoChange } from "./printed";
import { Stack } from "./stack";

/** Azure on the real CLI: what the vendor's clients and programs make of the same services. */

jest.setTimeout(180_000);

let sandbox: Sandbox;
let stack: Stack;
beforeEach(async () => {
  sandbox = await startSandbox({ dialect: "azure", behaviour: { polls: 1 } });
  stack = await new Stack(sandbox.environment).init();
});
afterEach(async () => {
  stack?.stop();
  await sandbox?.close();
});

const rg = "sandbox";
const W = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Microsoft.MachineLearningServices/workspaces/lab";
const provider = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Microsoft";
const parts = {
  storageAccount: `${provider}.Storage/storageAccounts/stlab`,
  keyVault: `${provider}.KeyVault/vaults/kv-lab`,
  applicationInsights: `${provider}.Insights/components/ai-lab`,
};
const model = { resourceUri: "https://chat.example", deploymentId: "chat-1", modelName: "gpt-4o" };

test("search: what the vendor's client made comes in and shows nothing; a source of another kind is listed and told", async () => {
  const client = searchIndexes(sandbox);
  await client.createIndex({
    name: "lamps",
    fields: [
      { name: "id", type: "Edm.String", key: true },
      { name: "title", type: "Edm.String", searchable: true },
    ],
    similarity: { odatatype: "#Microsoft.Azure.Search.BM25Similarity", k1: 1.3, b: 0.5 },
    encryptionKey: {
      vaultUrl: "https://vault.example",
      keyName: "key",
      keyVersion: "1",
      applicationId: "app",
      applicationSecret: "hush-hush",
    },
  });
  await client.createKnowledgeSource({
    name: "stock",
    kind: "searchIndex",
    searchIndexParameters: { searchIndexName: "lamps" },
  });
  await client.createKnowledgeSource({
    name: "manuals",
    kind: "azureBlob",
    azureBlobParameters: {
      connectionString: "AccountKey=hush-hush",
      containerName: "manuals",
      ingestionParameters: {
        embeddingModel: {
          kind: "azureOpenAI",
          azureOpenAIParameters: {
            resourceUrl: "https://embed.example",
            deploymentId: "e",
            modelName: "text-embedding-3-small",
            apiKey: "hush-hush",
          },
        },
        ingestionSchedule: { interval: "P1D" },
      },
    },
  });
  await client.createKnowledgeSource({
    name: "shelf",
    kind: "remoteSharePoint",
    remoteSharePointParameters: { filterExpression: "Title:lamp" },
  });
  await client.createKnowledgeSource({ name: "web", kind: "web", webParameters: {} });
  await client.createKnowledgeSource({
    name: "lake",
    kind: "indexedOneLake",
    indexedOneLakeParameters: { fabricWorkspaceId: "w", lakehouseId: "l" },
  });
  await client.createKnowledgeBase({
    name: "shop",
    knowledgeSources: [{ name: "stock" }, { name: "manuals" }],
    outputMode: "answerSynthesis",
    models: [
      {
        kind: "azureOpenAI",
        azureOpenAIParameters: {
          resourceUrl: model.resourceUri,
          deploymentId: "chat-1",
          modelName: "gpt-4o",
          apiKey: "hush-hush",
        },
      },
    ],
  });
  const parameters = "manualsBlobParameters";
  await stack.configure(
    {
      [`${parameters}ConnectionString`]: "AccountKey=hush-hush",
      [`${parameters}IngestionParametersEmbeddingModelAzureOpenAIParametersApiKey`]: "hush-hush",
    },
    true,
  );
  const run = await mlplane(stack, ["import", "--all", "--service", "search"]);
  expect([run.status, run.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^warning: left out: \/knowledgesources\/lake cannot be declared: kind: .*\n6 resources imported into stack dev\.\n$/,
    ),
  ]);
  expect(run.stdout).not.toMatch(/lake|createdResources|null|encryptionKey|redacted|hush/);
  expect(stack.stateText()).not.toContain("hush-hush");
  await expectNoChange(stack, run.stdout);
  expect(await mlplane(stack, ["import", "search.KnowledgeSource", "lake", "/knowledgesources/lake"])).toMatchObject({
    status: 1,
    text: expect.stringMatching(/^mlplane: \/knowledgesources\/lake cannot be declared: kind: /),
  });
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect((await all(client.listKnowledgeSources())).map(({ name }) => name)).toEqual(["lake"]);
});

test("ML: what the vendor's client made comes in and shows nothing", async () => {
  const [client, later] = [management(sandbox), management(sandbox, LATER)];
  const location = "eastus";
  await client.workspaces.beginCreateOrUpdateAndWait(rg, "lab", { location, ...parts }, quick);
  await client.computeOperations.beginCreateOrUpdateAndWait(
    rg,
    "lab",
    "cpu",
    {
      location,
      properties: {
        computeType: "AmlCompute",
        properties: {
          vmSize: "STANDARD_DS3_V2",
          scaleSettings: { minNodeCount: 0, maxNodeCount: 2, nodeIdleTimeBeforeScaleDown: "PT2M" },
        },
      },
    },
    quick,
  );
  const modelUri = "azureml://datastores/store/paths/fraud";
  await client.modelVersions.createOrUpdate(rg, "lab", "fraud", "1", {
    properties: { modelUri, modelType: "mlflow_model", flavors: { sklearn: {} } },
  });
  const endpoint = { location, properties: { authMode: "Key" } };
  await later.onlineEndpoints.beginCreateOrUpdateAndWait(rg, "lab", "serve", endpoint, quick);
  await later.onlineDeployments.beginCreateOrUpdateAndWait(
    rg,
    "lab",
    "serve",
    "blue",
    {
      location,
      sku: { name: "Default", capacity: 1 },
      properties: {
        endpointComputeType: "Managed",
        model: `${W}/models/fraud/versions/1`,
        instanceType: "Standard_DS3_v2",
      },
    },
    quick,
  );
  await later.onlineEndpoints.beginCreateOrUpdateAndWait(
    rg,
    "lab",
    "serve",
    { ...endpoint, properties: { ...endpoint.properties, traffic: { blue: 100 } } },
    quick,
  );
  await later.jobs.createOrUpdate(rg, "lab", "nightly", {
    properties: {
      jobType: "Command",
      command: "python train.py",
      computeId: `${W}/computes/cpu`,
      environmentId: `${W}/environments/skl/versions/5`,
    },
  });
  const run = await mlplane(stack, ["import", "--all", "--service", "ml"]);
  expect([run.status, run.stderr]).toEqual([0, "7 resources imported into stack dev.\n"]);
  expect(run.stdout).toContain('compute: "Managed"');
  await expectNoChange(stack, run.stdout);
});

const program = `
  const index = new mlplane.search.Index("lamps", { fields: [{ name: "id", type: "Edm.String", key: true }, { name: "title", type: "Edm.String", searchable: true }] });
  const source = new mlplane.search.KnowledgeSource("stock", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } });
  new mlplane.search.KnowledgeBase("shop", { knowledgeSources: [source.name], outputMode: "answerSynthesis", answerSynthesisConfiguration: ${JSON.stringify(model)} });
  const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", ...${JSON.stringify(parts)}, onDelete: "purge" }).name;
  const fraud = new mlplane.ml.Model("fraud", { workspace, version: 1, path: "models/fraud" });
  const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "Managed" }).name;
  const blue = new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint, model: fraud.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 2 });
  new mlplane.ml.EndpointTraffic("serve", { workspace, endpoint, traffic: [{ deployment: blue.name, percent: 100 }] });
`;

test("what a program made, the vendor's clients read as declared; drift and doctor tell what they change", async () => {
  await stack.program(program).ok("up", "--yes", "--skip-preview");
  await stack.settled();
  const [indexes, client, later] = [searchIndexes(sandbox), management(sandbox), management(sandbox, LATER)];
  expect(await indexes.getIndex("lamps")).toMatchObject({ fields: [{ key: true }, { searchable: true }] });
  expect(await indexes.getKnowledgeBase("shop")).toMatchObject({
    knowledgeSources: [{ name: "stock" }],
    outputMode: "answerSynthesis",
    models: [{ azureOpenAIParameters: { resourceUrl: model.resourceUri, deploymentId: "chat-1" } }],
  });
  expect(await client.workspaces.get(rg, "lab")).toMatchObject({ location: "eastus", ...parts });
  expect(await client.modelVersions.get(rg, "lab", "fraud", "1")).toMatchObject({
    properties: { modelUri: "models/fraud", modelType: "custom_model" },
  });
  expect(await later.onlineEndpoints.get(rg, "lab", "serve")).toMatchObject({
    properties: { authMode: "Key", traffic: { blue: 100 } },
  });
  expect(await later.onlineDeployments.get(rg, "lab", "serve", "blue")).toMatchObject({
    sku: { capacity: 2 },
    properties: { endpointComputeType: "Managed", model: `${W}/models/fraud/versions/1` },
  });

  const doctor = await mlplane(stack, ["doctor"]);
  expect(doctor.text).toContain("dialect: azure");
  expect(doctor.text).not.toContain("✗");
  expect((await mlplane(stack, ["drift"])).status).toBe(0);
  const base = await indexes.getKnowledgeBase("shop");
  await indexes.createOrUpdateKnowledgeBase("shop", {
    ...base,
    description: "Other lamps.",
    answerInstructions: "Short.",
  });
  await later.onlineDeployments.beginUpdateAndWait(
    rg,
    "lab",
    "serve",
    "blue",
    { sku: { name: "Default", capacity: 3 } },
    quick,
  );
  const drift = await mlplane(stack, ["drift", "--format", "json"]);
  expect(drift.status).toBe(2);
  const told = JSON.stringify(JSON.parse(drift.stdout));
  expect(told).toMatch(/instanceCount/);
  expect(told).not.toMatch(/answerInstructions|sku/);
  await stack.ok("up", "--yes", "--skip-preview", "--refresh");
  expect((await later.onlineDeployments.get(rg, "lab", "serve", "blue")).sku?.capacity).toBe(2);
  expect(await indexes.getKnowledgeBase("shop")).toMatchObject({ answerInstructions: "Short." });
});

test("a mistake of dialect is told by the first error and by doctor, both ways", async () => {
  const specified = await startSandbox();
  try {
    stack.program(
      `new mlplane.ml.Workspace("lab", { location: "eastus", ...${JSON.stringify(parts)} });
       new mlplane.local.CachedModel("tiny-chat-generic-cpu:3");`,
    );
    for (const [service, dialect, spoken] of [
      [sandbox, "specified", "azure"],
      [specified, "azure", "specified"],
    ] as const) {
      Object.assign(stack.variables, service.environment, {
        MLPLANE_DIALECT: dialect,
        MLPLANE_TOKEN_RESOURCE: service.url,
      });
      const up = await stack.up("--continue-on-error");
      expect(up.status).not.toBe(0);
      expect(up.text).toMatch(/ml:Workspace[^]*dialect` \(mlplane:dialect or MLPLANE_DIALECT\)/);
      expect(up.text.match(/`dialect` \(mlplane:dialect or MLPLANE_DIALECT\)/g)!.length).toBeGreaterThan(1);
      const doctor = await mlplane(stack, ["doctor"]);
      expect(doctor.status).not.toBe(0);
      expect(doctor.text).toContain(`it speaks the dialect \`${spoken}\`; set mlplane:dialect (MLPLANE_DIALECT) to it`);
    }
  } finally {
    await specified.close();
  }
});

test("a replacement with a name of its own is there before the old one goes", async () => {
  const client = searchIndexes(sandbox);
  const write = (type: string): unknown =>
    stack.program(`
      const index = new mlplane.search.Index("lamps", { onReplace: "createFirst", fields: [{ name: "id", type: "Edm.String", key: true }, { name: "price", type: "${type}" }] });
      const documents = new mlplane.search.Documents("stock", { index: index.name, documents: [{ id: "p1", price: 5 }] });
      new mlplane.search.KnowledgeSource("stock", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } }, { dependsOn: documents });
      exports.name = index.name;
    `);
  write("Edm.Int32");
  await stack.ok("up", "--yes", "--skip-preview");
  const before = String(await stack.output("name"));
  sandbox.requests.length = 0;
  write("Edm.Double");
  await stack.ok("up", "--yes", "--skip-preview");
  const after = String(await stack.output("name"));
  expect(after).not.toBe(before);
  const writes = sandbox.requests
    .filter(({ method, path }) => method !== "GET" && !path.includes("search.post.search"))
    .map(({ method, path }) => `${method} ${path}`);
  expect(writes).toEqual([
    `PUT /indexes('${after}')`,
    `POST /indexes('${after}')/docs/search.index`,
    "PUT /knowledgesources('stock')",
    `DELETE /indexes('${before}')`,
  ]);
  expect((await all(client.listIndexesNames())).sort()).toEqual([after]);
  await stack.settled();
});
