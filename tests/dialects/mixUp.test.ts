import { services } from "../../cli/doctor/services";
import type { Configuration } from "../../provider/configuration";
import { dialectOf } from "../../provider/dialect";
import { settingsOf } from "../../provider/configuration";
import { startSandbox, type Sandbox } from "../../sandbox";
import * as local from "../../sdk/local";
import { configurationFor, Subject } from "../subject";

let specified: Sandbox;
let azure: Sandbox;
beforeAll(async () => {
  specified = await startSandbox();
  azure = await startSandbox({ dialect: "azure" });
});
afterAll(() => Promise.all([specified.close(), azure.close()]));

/** A connection to a sandbox that takes it for one of the other form. */
const mistaken = (sandbox: Sandbox): Configuration => ({
  ...configurationFor(sandbox),
  tokenResource: sandbox.url,
  dialect: sandbox === azure ? "specified" : "azure",
});
const lab = {
  name: "lab",
  location: "East US",
  storageAccount: "/storage",
  keyVault: "/vault",
  applicationInsights: "/insights",
};
const lamps = { name: "lamps", fields: [{ name: "id", type: "Edm.String", key: true }] };

describe.each(["specified", "azure"])("a service that speaks `%s`, taken for one of the other form", (name) => {
  const sandbox = (): Sandbox => (name === "azure" ? azure : specified);

  test("is told by doctor", async () => {
    await new Subject("search:Index", sandbox()).create(lamps);
    const checks = await Promise.all(services.map((service) => service(mistaken(sandbox()))));
    const wrong = checks.filter(({ text }) => /^(ML|search|local)/.test(text));
    expect(wrong.map(({ state }) => state)).toEqual(["wrong", "wrong", "wrong"]);
    for (const { text } of wrong) expect(text).toMatch(/dialect/);
    expect(wrong[0]!.text).toContain(`it speaks the dialect \`${name}\`; set mlplane:dialect (MLPLANE_DIALECT) to it`);
  });

  test("taken for what it is, all is well with it", async () => {
    const checks = await Promise.all(services.map((service) => service(configurationFor(sandbox()))));
    expect(checks.filter(({ state }) => state !== "well")).toEqual([]);
  });

  test("is told by the first error", async () => {
    const connection = mistaken(sandbox());
    await expect(new Subject("ml:Workspace", sandbox(), connection).create(lab)).rejects.toThrow(/mlplane:dialect/);
    await expect(local.listCachedModels({}, { connection })).rejects.toThrow(/mlplane:dialect/);
  });
});

test("a known address says it before it is called", async () => {
  const search = await services[3]!({ searchEndpoint: "https://lamps.search.windows.net", searchApiKey: "x" });
  expect(search).toEqual({ state: "wrong", text: expect.stringContaining("it speaks the dialect `azure`") });
});

test("a name that no dialect has is told", () => {
  expect(dialectOf(settingsOf({}, {}))).toBeUndefined();
  expect(settingsOf({ dialect: "azur" }, {}).missing("local")).toEqual([
    "dialect (mlplane:dialect or MLPLANE_DIALECT) must be one of specified, azure",
  ]);
});

test("what Azure cannot take is a mistake in the preview, and none in the documents' form", async () => {
  const mistakes = (kind: string, inputs: object): Promise<string[]> => new Subject(kind, azure).mistakes(inputs);
  const inLab = { workspace: "lab" };
  const aks = { name: "aks", ...inLab, computeType: "AKS", vmSize: "D2" };
  const scaleSettings = { minNodeCount: 3, maxNodeCount: 3, nodeIdleTimeBeforeScaleDown: "PT0S" };
  const job = { name: "j", ...inLab, compute: "/c", command: "x", environment: "/e" };
  const deployment = { name: "blue", ...inLab, endpoint: "serve", model: "/m", instanceType: "D2", instanceCount: 1 };
  expect(await mistakes("ml:Model", { name: "m", ...inLab, version: 1, path: "p", modelId: "other" })).toEqual([
    expect.stringMatching(/^modelId: must be/),
  ]);
  expect(await mistakes("ml:Compute", { ...aks, scaleSettings })).toEqual([]);
  expect(await mistakes("ml:Compute", { ...aks, scaleSettings: { ...scaleSettings, minNodeCount: 1 } })).toHaveLength(
    1,
  );
  expect(
    await mistakes("ml:Compute", { ...aks, computeType: "ComputeInstance", vmPriority: "Dedicated" }),
  ).toHaveLength(1);
  expect(await mistakes("ml:Job", { ...job, jobType: "Sweep" })).toEqual([expect.stringMatching(/^jobType: must be/)]);
  expect(await mistakes("ml:OnlineDeployment", { ...deployment, instanceCount: 0 })).toHaveLength(1);
  const scaled = { ...deployment, scaleSettings: { scaleType: "TargetUtilization" } };
  expect(await mistakes("ml:OnlineDeployment", scaled)).toEqual([]);
  const endpoint = { name: "serve", ...inLab, compute: "Managed", encryption: { status: "Enabled" } };
  expect(await mistakes("ml:OnlineEndpoint", endpoint)).toEqual([expect.stringMatching(/^encryption: has no/)]);
  expect(await mistakes("ml:OnlineDeployment", scaled)).toEqual([expect.stringMatching(/^scaleSettings.scaleType/)]);
  expect(await mistakes("search:KnowledgeSource", { name: "web", kind: "web" })).toEqual([]);
  expect(await mistakes("search:KnowledgeBase", { name: "kb", knowledgeSources: ["web"] })).toEqual([
    expect.stringMatching(/^knowledgeSources\[0\]: is of the kind `web`/),
  ]);
  expect(await new Subject("ml:Job", specified).mistakes({ ...job, jobType: "Sweep" })).toEqual([]);
});
