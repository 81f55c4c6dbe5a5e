import { invoke } from "../../provider/core/function";
import { functions } from "../../provider/functions";
import { recommendedThresholds } from "../../provider/ml/traffic/thresholds";
import { endpoint, errorOf, Lab, W, workspace, type Json } from "./lab";

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start()));
afterEach(() => lab.close());

/** What a function gives. */
const call = async (name: string, args: object = {}): Promise<Json> =>
  invoke(
    functions.find(({ kind }) => kind === `ml:${name}`)!,
    args as Record<string, unknown>,
    lab.connection,
  );

describe("lists", () => {
  test("workspaces, flat like the outputs of their class, all pages", async () => {
    for (const name of ["ws-one", "ws-two", "ws-three"])
      await lab.make("Workspace", { ...workspace, name, tags: { name } });
    lab.sandbox.behaviour.pageSize = 1;
    const all = await call("listWorkspaces");
    expect(all.map(({ name }: { name: string }) => name).sort()).toEqual(["lab", "ws-one", "ws-three", "ws-two"]);
    expect(all.find(({ name }: { name: string }) => name === "ws-one")).toMatchObject({
      id: W.replace(/lab$/, "ws-one"),
      location: "East US",
      tags: { name: "ws-one" },
      storageAccount: workspace.storageAccount,
      provisioningState: "Succeeded",
      workspaceId: expect.any(String),
      creationTime: expect.any(String),
      type: "Provider.MachineLearningServices/workspaces",
    });
  });

  test.each(["array", "page"] as const)("models, listed as %s", async (modelList) => {
    lab.sandbox.behaviour.modelList = modelList;
    lab.sandbox.behaviour.pageSize = 1;
    for (const version of [1, 2])
      await lab.make("Model", { name: "fraud", workspace: "lab", version, path: `models/fraud/${version}` });
    expect(await call("listModels", { workspace: "lab" })).toEqual(
      [1, 2].map((version) => ({
        id: `${W}/models/fraud:${version}`,
        workspace: "lab",
        modelId: `fraud:${version}`,
        name: "fraud",
        version,
        path: `models/fraud/${version}`,
        resourceId: `${W}/models/fraud/versions/${version}`,
      })),
    );
  });

  test("computes and jobs", async () => {
    await lab.make("Compute", { name: "cpu", workspace: "lab", computeType: "AKS", vmSize: "STANDARD_DS3_V2" });
    await lab.make("Job", {
      name: "train",
      workspace: "lab",
      jobType: "Command",
      compute: "/cpu",
      command: "train",
      environment: "/env",
    });
    expect(await call("listComputes", { workspace: "lab" })).toEqual([
      expect.objectContaining({
        id: `${W}/computes/cpu`,
        name: "cpu",
        computeType: "AKS",
        vmSize: "STANDARD_DS3_V2",
        provisioningState: "Succeeded",
      }),
    ]);
    expect(await call("listJobs", { workspace: "lab" })).toEqual([
      expect.objectContaining({ id: `${W}/jobs/train`, name: "train", command: "train", status: expect.any(String) }),
    ]);
    expect(await call("getJob", { workspace: "lab", name: "train" })).toMatchObject({
      id: `${W}/jobs/train`,
      name: "train",
      jobType: "Command",
      status: expect.any(String),
    });
    await expect(call("getJob", { workspace: "lab", name: "none" })).rejects.toThrow(/answered 404 ResourceNotFound/);
  });
});

test("keys are listed, and regenerated one at a time", async () => {
  await lab.make("OnlineEndpoint", endpoint);
  const of = { workspace: "lab", endpoint: "serve" };
  const before = await call("listEndpointKeys", of);
  const primary = await call("regenerateEndpointKey", of);
  const secondary = await call("regenerateEndpointKey", { ...of, keyType: "secondary" });
  expect(primary).toEqual({
    primaryKey: expect.not.stringMatching(before.primaryKey),
    secondaryKey: before.secondaryKey,
  });
  expect(secondary).toEqual({
    primaryKey: primary.primaryKey,
    secondaryKey: expect.not.stringMatching(before.secondaryKey),
  });
});

test("logs of both containers, as many lines as asked for", async () => {
  await lab.serve({ blue: {} });
  const of = { workspace: "lab", endpoint: "serve", deployment: "blue" };
  expect(await call("getDeploymentLogs", of)).toBe("Initialising the scoring script\nReady");
  expect(await call("getDeploymentLogs", { ...of, lines: 1 })).toBe("Ready");
  expect(await call("getDeploymentLogs", { ...of, container: "storage-initializer" })).toMatch(/Download finished$/);
});

describe("invokeEndpoint", () => {
  let scoringUri: string;
  let key: string;
  beforeEach(async () => {
    const { outs } = await lab.serve({
      blue: {},
      green: { SCORE_OFFSET: "10", SCORE_FAIL: "0" },
      bad: { SCORE_FAIL: "100" },
    });
    await lab.make("EndpointTraffic", { workspace: "lab", endpoint: "serve", traffic: { blue: 100 } });
    scoringUri = String(outs["scoringUri"]);
    key = (outs["primaryKey"] as { value: string }).value;
  });

  test("gives the JSON answer of the deployment that has the traffic, or of the one that is asked", async () => {
    expect(await call("invokeEndpoint", { scoringUri, key, body: { data: [[1, 2]] } })).toEqual({ predictions: [3] });
    expect(
      await call("invokeEndpoint", { scoringUri, key, body: { features: [[1, 2]] }, deployment: "green" }),
    ).toEqual({ predictions: [13] });
  });

  test("an answer {error, error_type} raises, with 200 and with another status", async () => {
    expect(await errorOf(call("invokeEndpoint", { scoringUri, key, body: { rows: 1 } }))).toMatchObject({
      name: "ApiError",
      status: 200,
      code: "ValueError",
      message: expect.stringMatching(/^POST .*\/score answered 200 ValueError: The body must have data/),
    });
    expect(
      await errorOf(call("invokeEndpoint", { scoringUri, key, body: { data: [[1]] }, deployment: "bad" })),
    ).toMatchObject({ status: 424, code: "ModelError" });
  });

  test("a wrong key is refused, and never shown", async () => {
    lab.sandbox.faults.push({
      match: "POST .*score",
      status: 401,
      body: '{"error":{"code":"Unauthorized","message":"the key wrong-key-1234 is not valid"}}',
      times: 2,
    });
    const { message } = await errorOf(call("invokeEndpoint", { scoringUri, key: "wrong-key-1234", body: {} }));
    expect(message).toMatch(/answered 401 Unauthorized: the key \[secret\] is not valid/);
  });

  test("mistakes are named before any request", async () => {
    lab.sandbox.requests.length = 0;
    expect((await errorOf(call("invokeEndpoint", { scoringUri: "serve", body: {}, key: "k" }))).message).toMatch(
      /ml\.invokeEndpoint: scoringUri: /,
    );
    expect((await errorOf(call("invokeEndpoint", { scoringUri, key: "k" }))).message).toMatch(/body: is required/);
    expect((await errorOf(call("invokeEndpoint", { scoringUri, body: {} }))).message).toMatch(
      /key: give either `key` or `token`/,
    );
    expect(lab.sandbox.requests).toEqual([]);
  });
});

describe("startAgentRun", () => {
  const args = { assistantId: "asst_7", messages: [{ role: "user", content: "Summarise" }] };

  test("sends document 1's body without an api-version, and gives the run in camelCase", async () => {
    expect(await call("startAgentRun", args)).toEqual({
      id: "run_1",
      object: "thread.run",
      createdAt: expect.any(Number),
      threadId: "thread_1",
      assistantId: "asst_7",
      status: "queued",
      expiresAt: expect.any(Number),
      metadata: {},
    });
    const [request] = lab.sent(/POST .*runs/);
    expect(request).toMatchObject({ query: {}, body: { assistant_id: "asst_7", thread: { messages: args.messages } } });
  });

  test("is repeated after a refusal that came before any work, never when it may have arrived", async () => {
    lab.sandbox.faults.push({ match: "POST .*runs", status: 429, retryAfter: 0 });
    await call("startAgentRun", args);
    expect(lab.sent(/POST .*runs/)).toHaveLength(2);
    for (const fault of [{ drop: "before" as const }, { drop: "after" as const }, { status: 500 }]) {
      lab.sandbox.requests.length = 0;
      lab.sandbox.faults.push({ match: "POST .*runs", ...fault });
      await errorOf(call("startAgentRun", args));
      expect(lab.sent(/POST .*runs/)).toHaveLength(1);
    }
  });
});

test("the thresholds of document 1", () => {
  expect(recommendedThresholds).toEqual({
    requestLatencyP95Ms: 500,
    http2xxRate: 0.99,
    http4xxRate: 0.01,
    http5xxRate: 0.001,
    cpuUtilization: 0.8,
    memoryUtilization: 0.8,
  });
});
