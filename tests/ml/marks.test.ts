import { UNKNOWN } from "../../provider/core/wire";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { Subject, type Kept } from "../subject";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type Edits = [argument: string, value: unknown, plan: "update" | "replace"][];

/** What an edit of each argument means, as the interface marks it: in place, or `→` a replacement. */
const marks: Record<string, Edits> = {
  "ml:Workspace": [
    ["name", "other", "replace"],
    ["location", "West US", "replace"],
    ["identity", { type: "userAssigned", userAssignedIdentities: { "/i": {} } }, "update"],
    ["tags", { team: "other" }, "update"],
    ["friendlyName", "Other", "update"],
    ["description", "other", "update"],
    ["storageAccount", "/other", "replace"],
    ["keyVault", "/other", "replace"],
    ["applicationInsights", "/other", "update"],
    ["containerRegistry", "/other", "update"],
    ["publicNetworkAccess", "Disabled", "update"],
    ["onDelete", "softDelete", "update"],
    ["resourceGroup", "other", "replace"],
    ["subscriptionId", "other", "replace"],
  ],
  "ml:Model": [
    ["modelId", "other", "replace"],
    ["name", "other", "replace"],
    ["version", 4, "replace"],
    ["path", "other", "replace"],
    ["description", "other", "update"],
    ["tags", { team: "other" }, "update"],
    ["workspace", "other", "replace"],
  ],
  "ml:Compute": [
    ["name", "other", "replace"],
    ["location", "West US", "replace"],
    ["computeType", "AKS", "replace"],
    ["vmSize", "Standard_F4s_v2", "replace"],
    ["vmPriority", "LowPriority", "replace"],
    ["scaleSettings", { minNodeCount: 1, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT2M" }, "update"],
    ["description", "other", "replace"],
    ["tags", { team: "other" }, "update"],
    ["identity", { type: "systemAssigned" }, "update"],
    ["onDelete", "Detach", "update"],
    ["workspace", "other", "replace"],
  ],
  "ml:OnlineEndpoint": [
    ["name", "other", "replace"],
    ["location", "West US", "replace"],
    ["authMode", "AADToken", "update"],
    ["compute", "/other", "replace"],
    ["description", "other", "update"],
    ["tags", { team: "other" }, "update"],
    ["identity", { type: "systemAssigned" }, "update"],
    ["publicNetworkAccess", "Disabled", "update"],
    ["encryption", { status: "Enabled", keyVaultProperties: { keyVaultUri: "https://vault", keyName: "key" } }, "update"],
    ["keyGeneration", 1, "update"],
    ["workspace", "other", "replace"],
  ],
  "ml:OnlineDeployment": [
    ["endpoint", "other", "replace"],
    ["name", "other", "replace"],
    ["location", "West US", "replace"],
    ["model", "/other", "update"],
    ["codeConfiguration", { codeId: "/code", scoringScript: "score.py" }, "replace"],
    ["instanceType", "Standard_F4s_v2", "replace"],
    ["instanceCount", 0, "update"],
    ["environment", "/other", "update"],
    ["environmentVariables", { MODE: "other" }, "update"],
    ["scaleSettings", { minInstances: 1, maxInstances: 3 }, "update"],
    ["requestSettings", { requestTimeoutMs: 1500 }, "update"],
    ["livenessProbe", { initialDelay: 5 }, "update"],
    ["readinessProbe", { successThreshold: 2 }, "update"],
    ["description", "other", "update"],
    ["tags", { team: "other" }, "update"],
    ["workspace", "other", "replace"],
  ],
  "ml:EndpointTraffic": [
    ["endpoint", "other", "replace"],
    ["traffic", { blue: 50, green: 50 }, "update"],
    ["traffic", [{ deployment: "blue", percent: 50 }, { deployment: "green", percent: 50 }], "update"],
    ["traffic", [{ deployment: "blue", percent: 50 }, { deployment: UNKNOWN, percent: 50 }], "replace"],
    ["mirrorTraffic", { green: 20 }, "update"],
    ["smokeTest", { request: { data: [[1]] } }, "update"],
    ["workspace", "other", "replace"],
  ],
  "ml:Job": [
    ["name", "other", "replace"],
    ["jobType", "Sweep", "replace"],
    ["compute", "/other", "replace"],
    ["command", "other", "replace"],
    ["environment", "/other", "replace"],
    ["displayName", "Other", "update"],
    ["tags", { run: "43" }, "update"],
    ["waitForCompletion", true, "update"],
    ["workspace", "other", "replace"],
  ],
};

/** The state of a resource that was just created from its fixture. */
async function stored(subject: Subject): Promise<Kept> {
  const inputs = await subject.check(fixtures[subject.kind]!.inputs);
  return { id: "/id", inputs, outs: inputs };
}

describe.each(Object.entries(marks))("%s", (kind, edits) => {
  test("every argument has its mark in this table", () => {
    const { inputs } = new Subject(kind, sandbox).definition;
    const inEveryChild = ["adopt", "resourceGroup", "subscriptionId"];
    expect(Object.keys(inputs.shape).filter((name) => !inEveryChild.includes(name) && !edits.some(([argument]) => argument === name))).toEqual([]);
  });

  test.each(edits)("an edit of %s to %j: %s", async (argument, value, plan) => {
    const subject = new Subject(kind, sandbox);
    expect(await subject.plan(await stored(subject), { ...fixtures[kind]!.inputs, [argument]: value })).toBe(plan);
  });

  test("another spelling of the same is no change", async () => {
    const subject = new Subject(kind, sandbox);
    const spelt = JSON.parse(JSON.stringify(fixtures[kind]!.inputs).replaceAll("East US", "eastus").replaceAll("resourceGroups", "resourcegroups").replaceAll("PT120S", "PT2M").replaceAll("_DS3_", "_ds3_")) as object;
    expect(await subject.plan(await stored(subject), spelt)).toBe("same");
  });
});

test("a model whose modelId changes is created first; one that keeps it is deleted first", async () => {
  const { verbs } = new Subject("ml:Model", sandbox) as unknown as { verbs: { diff(id: string, olds: object, news: object): Promise<{ deleteBeforeReplace?: boolean }> } };
  const subject = new Subject("ml:Model", sandbox);
  const { inputs } = fixtures["ml:Model"]!;
  const olds = await subject.check(inputs);
  expect((await verbs.diff("/id", olds, await subject.check({ ...inputs, version: 4 }))).deleteBeforeReplace).toBe(false);
  expect((await verbs.diff("/id", olds, await subject.check({ ...inputs, path: "other" }))).deleteBeforeReplace).toBe(true);
});

test("outputs that arguments determine are known before anything exists", async () => {
  const { resourceId, modelId } = await new Subject("ml:Model", sandbox).check(fixtures["ml:Model"]!.inputs);
  expect(resourceId).toBe("/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/lab/models/fraud/versions/3");
  expect(modelId).toBe("fraud:3");
  expect((await new Subject("ml:Model", sandbox).check({ ...fixtures["ml:Model"]!.inputs, version: UNKNOWN }))["modelId"]).toBe(UNKNOWN);
});

test.each<[string, object, string]>([
  ["ml:Compute", { scaleSettings: undefined }, "scaleSettings: is required for the computeType `AmlCompute`"],
  ["ml:Compute", { scaleSettings: { minNodeCount: 5, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT1M" } }, "scaleSettings.minNodeCount: must not be greater than maxNodeCount"],
  ["ml:Compute", { scaleSettings: { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "2 minutes" } }, "scaleSettings.nodeIdleTimeBeforeScaleDown: must be an ISO 8601 duration such as `PT10M`"],
  ["ml:OnlineEndpoint", { name: "-no" }, "name: must be 3 to 32 letters, digits or `-`, the first a letter, the last not `-`; set `name`"],
  ["ml:OnlineEndpoint", { authMode: "AMLToken", keyGeneration: 1 }, "keyGeneration: needs the authMode `Key`"],
  ["ml:EndpointTraffic", { traffic: { blue: 90 } }, "traffic: the shares must make 100 percent in all, or 0 for no traffic"],
  ["ml:EndpointTraffic", { traffic: [{ deployment: "blue", percent: 50 }, { deployment: "Blue", percent: 50 }] }, "traffic: names a deployment twice"],
  ["ml:EndpointTraffic", { mirrorTraffic: { green: 60 } }, "mirrorTraffic: the shares must make at most 50 percent in all"],
  ["ml:OnlineDeployment", { livenessProbe: { initalDelay: 5 } }, "livenessProbe.initalDelay: is not an argument; did you mean `initialDelay`?"],
  ["ml:Job", { jobType: "command" }, "jobType: must be one of `Command`, `Sweep`, `Pipeline`; did you mean `Command`?"],
])("%s %j is a mistake", async (kind, change, mistake) => {
  expect(await new Subject(kind, sandbox).mistakes({ ...fixtures[kind]!.inputs, ...change })).toEqual([mistake]);
});
