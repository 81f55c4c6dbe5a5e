import { declared, referencesIn } from "../../cli/import/declared";
import type { Found } from "../../cli/import/found";
import { program } from "../../cli/import/program";
import { secretsFor, withSecrets } from "../../cli/import/secrets";
import { encryptable } from "../../cli/import/entries";
import { sealed } from "../../provider/core/wire";
import { resources } from "../../provider/resources";

/** A resource as it would be found at its service. */
function found(kind: string, name: string, id: string, inputs: Record<string, unknown>): Found {
  const definition = resources.find((one) => one.kind === kind)!;
  return {
    definition,
    name,
    urn: `urn:pulumi:dev::shop::${kind}::${name}`,
    id,
    inputs,
    stored: { inputs, outputs: inputs },
    warnings: [],
  };
}
const text = (...all: Found[]): string => program(all.map((one) => ({ resource: one, args: declared(one, all) })));

const fields = [{ name: "id", type: "Edm.String", key: true }];
const products = found("search:Index", "products", "/indexes/products", { name: "products", fields });
const shop = found("search:KnowledgeSource", "shop", "/knowledgesources/shop", {
  name: "shop",
  kind: "searchIndex",
  searchIndexParameters: { searchIndexName: "products" },
});
const base = found("search:KnowledgeBase", "my support", "/knowledgebases/support", {
  name: "support",
  knowledgeSources: ["shop", "elsewhere"],
});

const loaded = found("local:LoadedModel", "phi", "/loaded/phi-4-mini", {
  model: "phi-4-mini",
  force: true,
  keepLoaded: true,
  readyCheck: true,
});

test("a program leaves defaults and the Pulumi name out, and refers to what else is imported", () => {
  expect(text(products, shop, base, loaded)).toBe(`import * as mlplane from "mlplane";

const products = new mlplane.search.Index("products", {
  fields: [{ name: "id", type: "Edm.String", key: true }],
});

const shop = new mlplane.search.KnowledgeSource("shop", {
  kind: "searchIndex",
  searchIndexParameters: { searchIndexName: products.name },
});

const mySupport = new mlplane.search.KnowledgeBase("my support", {
  name: "support",
  knowledgeSources: [shop.name, "elsewhere"],
});

const phi = new mlplane.local.LoadedModel("phi", { model: "phi-4-mini" });`);
});

test("of two resources with one name, the one in the same place is referred to; resource IDs are references too", () => {
  const workspace = (name: string): string => `/subscriptions/s/resourceGroups/g/providers/P/workspaces/${name}`;
  const [a, b] = ["a", "b"].map((name) =>
    found("ml:OnlineEndpoint", `${name}-chat`, `${workspace(name)}/onlineEndpoints/chat`, {
      name: "chat",
      workspace: name,
    }),
  );
  const compute = found("ml:Compute", "cpu", `${workspace("b")}/computes/cpu`, { name: "cpu", workspace: "b" });
  const job = found("ml:Job", "train", `${workspace("b")}/jobs/train`, {
    name: "train",
    workspace: "b",
    compute: compute.id.toUpperCase(),
  });
  const blue = found("ml:OnlineDeployment", "blue", `${b!.id}/deployments/blue`, {
    name: "blue",
    endpoint: "chat",
    workspace: "b",
  });
  const printed = text(a!, b!, compute, job, blue);
  expect(printed).toContain('new mlplane.ml.OnlineDeployment("blue", { endpoint: bChat.name, workspace: "b" })');
  expect(printed).toContain('new mlplane.ml.Job("train", { workspace: "b", compute: cpu.id })');
});

test("traffic names its deployments by reference", () => {
  const endpoint = "/subscriptions/s/onlineEndpoints/chat";
  const blue = found("ml:OnlineDeployment", "blue", `${endpoint}/deployments/blue`, { name: "blue" });
  const traffic = found("ml:EndpointTraffic", "traffic", `${endpoint}/traffic`, {
    traffic: [{ deployment: "blue", percent: 100 }],
  });
  expect(text(blue, traffic)).toContain("traffic: [{ deployment: blue.name, percent: 100 }],");
});

test("every resource has a variable of its own that a program may declare", () => {
  const index = (name: string): Found => found("search:Index", name, `/indexes/${name}`, { name, fields });
  const source = found("search:KnowledgeSource", "catalog", "/knowledgesources/catalog", {
    name: "catalog",
    kind: "web",
  });
  const printed = text(
    index("catalog"),
    source,
    index("3d-models"),
    index("class"),
    index("mlplane"),
    index("a_b"),
    index("a-b"),
  );
  const variables = [...printed.matchAll(/^const (\w+) =/gm)].map(([, name]) => name);
  expect(variables).toEqual([
    "catalog",
    "catalogKnowledgeSource",
    "_3dModels",
    "classIndex",
    "mlplaneIndex",
    "aB",
    "aBIndex",
  ]);
});

test("entries of a map may be named like members of every object", () => {
  const tags = { constructor: "a", toString: "b", valueOf: "c", class: "d" };
  const made = found("ml:Model", "fraud", "/models/fraud:1", { name: "fraud", tags });
  expect(text(made)).toContain('tags: { constructor: "a", toString: "b", valueOf: "c", class: "d" }');
});

test("secrets are taken from the configuration, and never printed", () => {
  const blobs = found("search:KnowledgeSource", "blobs", "/knowledgesources/blobs", {
    name: "blobs",
    kind: "blob",
    blobParameters: { connectionString: "<redacted>", list: [{ apiKey: "hush" }] },
  });
  const args = declared(blobs, [blobs]);
  const printed = text(blobs);
  expect(printed).toContain('connectionString: config.requireSecret("blobsBlobParametersConnectionString")');
  expect(printed).toContain('apiKey: config.requireSecret("blobsBlobParametersList1ApiKey")');
  expect(printed).toContain("const config = new pulumi.Config();");
  expect(printed).not.toContain("hush");
  expect(() => secretsFor(args, {}, "shop")).toThrow(
    /pulumi config set --secret blobsBlobParametersConnectionString …\n.*List1ApiKey …$/s,
  );
  const secrets = secretsFor(
    args,
    Object.fromEntries(
      ["ConnectionString", "List1ApiKey"].map((key) => [
        `shop:blobsBlobParameters${key}`,
        { value: `the ${key}`, secret: true },
      ]),
    ),
    "shop",
  );
  expect(withSecrets(blobs.stored.inputs, args, secrets)).toMatchObject({
    kind: "blob",
    blobParameters: { connectionString: sealed("the ConnectionString"), list: [{ apiKey: sealed("the List1ApiKey") }] },
  });
});

test("what the state is given can be encrypted by its import", () => {
  const [entry] = [encryptable({ list: [sealed({ a: 1 })], plain: "x" }) as { list: Record<string, unknown>[] }];
  expect(entry).toEqual({
    list: [{ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: '{"a":1}' }],
    plain: "x",
  });
});

test("references are found at any depth", () => {
  expect(referencesIn(declared(base, [products, shop, base]))).toHaveLength(1);
});
