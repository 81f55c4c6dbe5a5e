import { UNKNOWN } from "../../provider/core/wire";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { Subject, type Kept } from "../subject";
import { marks } from "./marks";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** The state of a resource that was just created from its fixture. */
async function stored(subject: Subject): Promise<Kept> {
  const inputs = await subject.check(fixtures[subject.kind]!.inputs);
  return { id: "/id", inputs, outs: inputs };
}

describe.each(Object.entries(marks))("%s", (kind, edits) => {
  test("every argument has its mark in this table", () => {
    const { inputs } = new Subject(kind, sandbox).definition;
    const inEveryChild = ["adopt", "resourceGroup", "subscriptionId"];
    expect(
      Object.keys(inputs.shape).filter(
        (name) => !inEveryChild.includes(name) && !edits.some(([argument]) => argument === name),
      ),
    ).toEqual([]);
  });

  test.each(edits)("an edit of %s to %j: %s", async (argument, value, plan) => {
    const subject = new Subject(kind, sandbox);
    expect(await subject.plan(await stored(subject), { ...fixtures[kind]!.inputs, [argument]: value })).toBe(plan);
  });

  test("another spelling of the same is no change", async () => {
    const subject = new Subject(kind, sandbox);
    const spelt = JSON.parse(
      JSON.stringify(fixtures[kind]!.inputs)
        .replaceAll("East US", "eastus")
        .replaceAll("resourceGroups", "resourcegroups")
        .replaceAll("PT120S", "PT2M")
        .replaceAll("_DS3_", "_ds3_"),
    ) as object;
    expect(await subject.plan(await stored(subject), spelt)).toBe("same");
  });
});

test("a model whose modelId changes is created first; one that keeps it is deleted first", async () => {
  const { verbs } = new Subject("ml:Model", sandbox) as unknown as {
    verbs: { diff(id: string, olds: object, news: object): Promise<{ deleteBeforeReplace?: boolean }> };
  };
  const subject = new Subject("ml:Model", sandbox);
  const { inputs } = fixtures["ml:Model"]!;
  const olds = await subject.check(inputs);
  expect((await verbs.diff("/id", olds, await subject.check({ ...inputs, version: 4 }))).deleteBeforeReplace).toBe(
    false,
  );
  expect((await verbs.diff("/id", olds, await subject.check({ ...inputs, path: "other" }))).deleteBeforeReplace).toBe(
    true,
  );
});

test("outputs that arguments determine are known before anything exists", async () => {
  const { resourceId, modelId } = await new Subject("ml:Model", sandbox).check(fixtures["ml:Model"]!.inputs);
  expect(resourceId).toBe(
    "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/lab/models/fraud/versions/3",
  );
  expect(modelId).toBe("fraud:3");
  expect(
    (await new Subject("ml:Model", sandbox).check({ ...fixtures["ml:Model"]!.inputs, version: UNKNOWN }))["modelId"],
  ).toBe(UNKNOWN);
});

test.each<[string, object, string]>([
  ["ml:Compute", { scaleSettings: undefined }, "scaleSettings: is required for the computeType `AmlCompute`"],
  [
    "ml:Compute",
    { scaleSettings: { minNodeCount: 5, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT1M" } },
    "scaleSettings.minNodeCount: must not be greater than maxNodeCount",
  ],
  [
    "ml:Compute",
    { scaleSettings: { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "2 minutes" } },
    "scaleSettings.nodeIdleTimeBeforeScaleDown: must be an ISO 8601 duration such as `PT10M`",
  ],
  [
    "ml:OnlineEndpoint",
    { name: "-no" },
    "name: must be 3 to 32 letters, digits or `-`, the first a letter, the last not `-`; set `name`",
  ],
  ["ml:OnlineEndpoint", { authMode: "AMLToken", keyGeneration: 1 }, "keyGeneration: needs the authMode `Key`"],
  [
    "ml:EndpointTraffic",
    { traffic: { blue: 90 } },
    "traffic: the shares must make 100 percent in all, or 0 for no traffic",
  ],
  [
    "ml:EndpointTraffic",
    {
      traffic: [
        { deployment: "blue", percent: 50 },
        { deployment: "Blue", percent: 50 },
      ],
    },
    "traffic: names a deployment twice",
  ],
  [
    "ml:EndpointTraffic",
    { mirrorTraffic: { green: 60 } },
    "mirrorTraffic: the shares must make at most 50 percent in all",
  ],
  [
    "ml:OnlineDeployment",
    { livenessProbe: { initalDelay: 5 } },
    "livenessProbe.initalDelay: is not an argument; did you mean `initialDelay`?",
  ],
  ["ml:Job", { jobType: "command" }, "jobType: must be one of `Command`, `Sweep`, `Pipeline`; did you mean `Command`?"],
  [
    "ml:Workspace",
    { identity: { type: "systemAsigned" } },
    "identity.type: must be one of `systemAssigned`, `userAssigned`, `systemAssigned,userAssigned`, `none`",
  ],
  [
    "ml:Compute",
    { identity: { type: "userAssigned", userAssignedIdentities: { mine: {} } } },
    "identity.userAssignedIdentities.mine: its name must be a resource ID, which begins with `/`",
  ],
  ["ml:Workspace", { keyVault: "kv-lab" }, "keyVault: must be a resource ID, which begins with `/`"],
  ["ml:Workspace", { storageAccount: "/a//b" }, "storageAccount: must be a resource ID, which begins with `/`"],
  ["ml:Workspace", { containerRegistry: "" }, "containerRegistry: must be a resource ID, which begins with `/`"],
  ["ml:Job", { compute: "subscriptions/s/x" }, "compute: must be a resource ID, which begins with `/`"],
  ["ml:OnlineEndpoint", { compute: "two words" }, "compute: must be a resource ID, which begins with `/`, or a name"],
  [
    "ml:OnlineDeployment",
    { model: "fraud:3" },
    "model: must be a resource ID, which begins with `/`, or the address of an asset",
  ],
])("%s %j is a mistake", async (kind, change, mistake) => {
  expect(await new Subject(kind, sandbox).mistakes({ ...fixtures[kind]!.inputs, ...change })).toEqual([mistake]);
});

test.each<[string, object]>([
  ["ml:Workspace", { identity: { type: "SystemAssigned, UserAssigned" } }],
  ["ml:Workspace", { identity: { type: "NONE" }, keyVault: "/k", applicationInsights: "/a/my insights/" }],
  ["ml:OnlineEndpoint", { compute: "cpu-a" }],
  ["ml:OnlineDeployment", { model: "azureml://registries/shared/models/fraud/versions/3" }],
  ["ml:Job", { compute: UNKNOWN, environment: "azureml://registries/shared/environments/skl/versions/5" }],
])("%s %j is none", async (kind, change) => {
  expect(await new Subject(kind, sandbox).mistakes({ ...fixtures[kind]!.inputs, ...change })).toEqual([]);
});
