/** The vendor's client of ML resource management: it drives the sandbox, and sends what the provider sends. */
import { silent } from "../../provider/core/log";
import type { AzureMachineLearningWorkspaces, OnlineDeployment, OnlineEndpoint } from "@azure/arm-machinelearning";
import { connectionOf } from "../../provider/connection";
import { startSandbox, type Sandbox } from "../../sandbox";
import * as ml from "../../sdk/ml";
import { fixturesIn } from "../fixtures";
import { configurationFor, Subject, type Kept } from "../subject";
import { all, LATER, management, quick } from "./clients";
import { sentBy, writtenBy, type Request } from "./requests";

const fixtures = fixturesIn("azure");
const inputsOf = (kind: string): Record<string, any> => fixtures[kind]!.inputs;
const rg = "sandbox";
const ws = "lab";
const P = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Microsoft.MachineLearningServices";
const W = `${P}/workspaces/${ws}`;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ dialect: "azure", behaviour: { polls: 0 } });
});
afterEach(() => sandbox.close());

const client = (apiVersion?: string): AzureMachineLearningWorkspaces => management(sandbox, apiVersion);
const later = (): AzureMachineLearningWorkspaces => client(LATER);
const subject = (kind: string): Subject => new Subject(`ml:${kind}`, sandbox);
const connection = (): { connection: ReturnType<typeof configurationFor> } => ({
  connection: configurationFor(sandbox),
});

const { onDelete: _, name: _name, tags, identity: _identity, ...lab } = inputsOf("ml:Workspace");
const workspace = {
  location: "East US",
  identity: { type: "SystemAssigned" },
  tags,
  storageAccount: lab["storageAccount"],
  keyVault: lab["keyVault"],
  applicationInsights: lab["applicationInsights"],
};
const ourWorkspace = { ...inputsOf("ml:Workspace"), name: ws };
const endpoint: OnlineEndpoint = {
  location: "East US",
  tags: { team: "fraud" },
  properties: { authMode: "Key", description: "live scoring" },
};
const ourEndpoint = {
  name: "serve",
  workspace: ws,
  location: "East US",
  compute: "Managed",
  description: "live scoring",
  tags: { team: "fraud" },
};
const deployment: OnlineDeployment = {
  location: "East US",
  sku: { name: "Default", capacity: 1 },
  properties: {
    endpointComputeType: "Managed",
    model: `${W}/models/fraud/versions/3`,
    instanceType: "Standard_DS3_v2",
    environmentId: `${W}/environments/skl/versions/5`,
    environmentVariables: { SCORE_OFFSET: "1" },
    requestSettings: { requestTimeout: "PT90S", maxConcurrentRequestsPerInstance: 2 },
    livenessProbe: { initialDelay: "PT120S", period: "PT10S" },
  },
};
const ourDeployment = { ...inputsOf("ml:OnlineDeployment"), name: "blue" };
const model = {
  properties: { modelUri: inputsOf("ml:Model")["path"], modelType: "custom_model", tags: { stage: "test" } },
};
const job = {
  properties: {
    jobType: "Command" as const,
    command: "python train.py",
    computeId: `${W}/computes/cpu-a`,
    environmentId: `${W}/environments/skl/versions/5`,
    displayName: "Nightly",
    tags: { run: "42" },
  },
};
const scaleSettings = { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT120S" };
const cluster = {
  location: "East US",
  tags: { team: "fraud" },
  properties: { computeType: "AmlCompute" as const, properties: { vmSize: "Standard_DS3_v2", scaleSettings } },
};

/** A workspace with a model, an endpoint and a deployment, made by the client. */
async function served(): Promise<void> {
  await client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick);
  await client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", model);
  await later().onlineEndpoints.beginCreateOrUpdateAndWait(rg, ws, "serve", endpoint, quick);
  await later().onlineDeployments.beginCreateOrUpdateAndWait(rg, ws, "serve", "blue", deployment, quick);
}

describe("the client drives the sandbox", () => {
  test("from a workspace to an answer, and back", async () => {
    await served();
    expect(await client().workspaces.get(rg, ws)).toMatchObject({
      id: W,
      type: "Microsoft.MachineLearningServices/workspaces",
      identity: { type: "SystemAssigned" },
      provisioningState: "Succeeded",
    });
    const serve = await later().onlineEndpoints.get(rg, ws, "serve");
    expect(serve.properties).toMatchObject({ authMode: "Key", provisioningState: "Succeeded" });
    expect(serve.properties.compute).toBeUndefined();
    await later().onlineEndpoints.beginCreateOrUpdateAndWait(
      rg,
      ws,
      "serve",
      { ...endpoint, properties: { ...endpoint.properties, traffic: { blue: 100 } } },
      quick,
    );
    const { primaryKey } = await later().onlineEndpoints.listKeys(rg, ws, "serve");
    const answer = await fetch(serve.properties.scoringUri!, {
      method: "POST",
      headers: { authorization: `Bearer ${primaryKey}`, "content-type": "application/json" },
      body: JSON.stringify({ data: [[1, 2]] }),
    });
    expect(answer.status).toBe(200);
    const logs = await later().onlineDeployments.getLogs(rg, ws, "serve", "blue", { containerType: "InferenceServer" });
    expect(logs.content).toContain("POST /score");
    await later().onlineEndpoints.beginRegenerateKeysAndWait(rg, ws, "serve", { keyType: "Primary" }, quick);
    expect((await later().onlineEndpoints.listKeys(rg, ws, "serve")).primaryKey).not.toBe(primaryKey);
    await later().onlineDeployments.beginUpdateAndWait(
      rg,
      ws,
      "serve",
      "blue",
      { sku: { name: "Default", capacity: 3 } },
      quick,
    );
    expect((await later().onlineDeployments.get(rg, ws, "serve", "blue")).sku?.capacity).toBe(3);
    await later().onlineEndpoints.beginDeleteAndWait(rg, ws, "serve", quick);
    await client().modelVersions.delete(rg, ws, "fraud", "3");
    await client().workspaces.beginDeleteAndWait(rg, ws, quick);
    expect(await all(client().workspaces.listByResourceGroup(rg))).toEqual([]);
  });

  test("models in containers", async () => {
    await served();
    await client().modelVersions.createOrUpdate(rg, ws, "fraud", "4", {
      properties: { ...model.properties, modelType: "mlflow_model" },
    });
    expect((await all(client().modelContainers.list(rg, ws))).map(({ name }) => name)).toEqual(["fraud"]);
    expect((await client().modelContainers.get(rg, ws, "fraud")).properties.latestVersion).toBe("4");
    const versions = await all(client().modelVersions.list(rg, ws, "fraud"));
    expect(versions.map(({ name, properties }) => [name, properties.modelType])).toEqual([
      ["3", "custom_model"],
      ["4", "mlflow_model"],
    ]);
    expect(await client().modelVersions.get(rg, ws, "fraud", "3")).toMatchObject({
      id: `${W}/models/fraud/versions/3`,
      ...model,
    });
  });

  test("computes of every kind, scaled and deleted", async () => {
    await client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick);
    const { computeOperations } = client();
    await computeOperations.beginCreateOrUpdateAndWait(rg, ws, "cpu-a", cluster, quick);
    await computeOperations.beginUpdateAndWait(
      rg,
      ws,
      "cpu-a",
      { properties: { scaleSettings: { ...scaleSettings, maxNodeCount: 6 } } },
      quick,
    );
    expect((await computeOperations.get(rg, ws, "cpu-a")).properties).toMatchObject({
      properties: { scaleSettings: { maxNodeCount: 6 } },
    });
    const aks = { computeType: "AKS" as const, properties: { agentVmSize: "Standard_D2", agentCount: 3 } };
    await computeOperations.beginCreateOrUpdateAndWait(rg, ws, "aks", { location: "East US", properties: aks }, quick);
    expect((await computeOperations.get(rg, ws, "aks")).properties).toMatchObject(aks);
    await computeOperations.beginDeleteAndWait(rg, ws, "cpu-a", "Delete", quick);
    await computeOperations.beginDeleteAndWait(rg, ws, "aks", "Detach", quick);
    expect(await all(computeOperations.list(rg, ws))).toEqual([]);
  });

  test("jobs, to their end and cancelled; in the client's own version", async () => {
    await client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick);
    const { jobs } = client("2022-10-01");
    await jobs.createOrUpdate(rg, ws, "nightly", job);
    expect((await jobs.get(rg, ws, "nightly")).properties).toMatchObject(job.properties);
    await jobs.createOrUpdate(rg, ws, "long", { properties: { ...job.properties, command: "sleep 1000" } });
    await jobs.beginCancelAndWait(rg, ws, "long", quick);
    expect((await jobs.get(rg, ws, "long")).properties.status).toBe("Canceled");
    expect((await all(jobs.list(rg, ws))).map(({ name }) => name).sort()).toEqual(["long", "nightly"]);
    await jobs.beginDeleteAndWait(rg, ws, "long", quick);
  });

  test("what the service needs and does not have is told, and another namespace as well", async () => {
    await served();
    const { sku: _sku, ...bare } = deployment;
    await expect(
      later().onlineDeployments.beginCreateOrUpdateAndWait(rg, ws, "serve", "green", bare, quick),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining("sku.name is required") });
    const answer = await fetch(
      `${sandbox.url}${P.replace("Microsoft", "Provider")}/workspaces?api-version=2023-10-01`,
      { headers: { authorization: "Bearer sandbox" } },
    );
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([404, "InvalidResourceNamespace"]);
  });
});

test("an operation that somebody else has begun is waited for", async () => {
  await subject("Workspace").create(ourWorkspace);
  const kept = await subject("Compute").create(inputsOf("ml:Compute"));
  sandbox.behaviour.polls = 3;
  await client().computeOperations.beginUpdate(
    rg,
    ws,
    "cpu-a",
    { properties: { scaleSettings: { ...scaleSettings, maxNodeCount: 6 } } },
    quick,
  );
  await subject("Compute").delete(kept);
  expect(sandbox.requests.filter(({ method }) => method === "DELETE").map(({ status }) => status)).toContain(409);
});

describe("the provider sends what the client sends", () => {
  const write = async (own: () => Promise<unknown>, wanted: (request: Request) => boolean): Promise<Request> => {
    const [request] = (await writtenBy(sandbox, own)).filter(wanted);
    return request!;
  };
  const same = async (own: () => Promise<unknown>, other: () => Promise<unknown>, method = "PUT"): Promise<void> => {
    const wanted = (request: Request): boolean => request.method === method;
    const mine = await write(own, wanted);
    expect(mine).toBeDefined();
    expect(mine).toEqual(await write(other, wanted));
  };

  test("creates, in the order of what rests on what", async () => {
    const made: [string, Kept][] = [];
    const create = (kind: string, inputs: object) => async () => {
      made.push([kind, await subject(kind).create(inputs)]);
    };
    await same(create("Workspace", ourWorkspace), () =>
      client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick),
    );
    await same(create("Model", inputsOf("ml:Model")), () =>
      client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", model),
    );
    await same(create("Compute", inputsOf("ml:Compute")), () =>
      client().computeOperations.beginCreateOrUpdateAndWait(rg, ws, "cpu-a", cluster, quick),
    );
    await same(create("OnlineEndpoint", ourEndpoint), () =>
      later().onlineEndpoints.beginCreateOrUpdateAndWait(rg, ws, "serve", endpoint, quick),
    );
    await same(create("OnlineDeployment", ourDeployment), () =>
      later().onlineDeployments.beginCreateOrUpdateAndWait(rg, ws, "serve", "blue", deployment, quick),
    );
    await same(create("Job", inputsOf("ml:Job")), () => later().jobs.createOrUpdate(rg, ws, "nightly", job));

    // What the program does not say about the place is that of the endpoint, and of the workspace.
    const { location: _place, ...unplaced } = ourEndpoint;
    const [second] = (
      await writtenBy(sandbox, () => subject("OnlineEndpoint").create({ ...unplaced, name: "second" }))
    ).filter(({ method }) => method === "PUT");
    expect(second?.body).toMatchObject({ location: expect.stringMatching(/^east ?us$/i) });

    for (const [kind, kept] of made.reverse()) {
      const [request] = (await writtenBy(sandbox, () => subject(kind).delete(kept))).filter(
        ({ method }) => method === "DELETE",
      );
      expect([kind, request?.path]).toEqual([kind, expect.stringContaining("/Microsoft.MachineLearningServices/")]);
    }
  });

  test("reads, lists, keys, logs and deletes", async () => {
    await served();
    await later().jobs.createOrUpdate(rg, ws, "nightly", job);
    await client().computeOperations.beginCreateOrUpdateAndWait(rg, ws, "cpu-a", cluster, quick);
    const read = async (own: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> =>
      expect(await sentBy(sandbox, own)).toEqual(await sentBy(sandbox, other));
    const place = { workspace: ws, endpoint: "serve" };
    await read(
      () => subject("Workspace").get(W),
      () => client().workspaces.get(rg, ws),
    );
    await read(
      () => subject("Model").get(`${W}/models/fraud:3`),
      () => client().modelVersions.get(rg, ws, "fraud", "3"),
    );
    await read(
      () => subject("Compute").get(`${W}/computes/cpu-a`),
      () => client().computeOperations.get(rg, ws, "cpu-a"),
    );
    await read(
      () => ml.getJob({ workspace: ws, name: "nightly" }, connection()),
      () => later().jobs.get(rg, ws, "nightly"),
    );
    await read(
      () => ml.listWorkspaces({}, connection()),
      () => all(client().workspaces.listByResourceGroup(rg)),
    );
    await read(
      () => ml.listComputes({ workspace: ws }, connection()),
      () => all(client().computeOperations.list(rg, ws)),
    );
    await read(
      () => ml.listJobs({ workspace: ws }, connection()),
      () => all(later().jobs.list(rg, ws)),
    );
    await read(
      () => ml.listModels({ workspace: ws }, connection()),
      async () => {
        for (const { name } of await all(client().modelContainers.list(rg, ws)))
          await all(client().modelVersions.list(rg, ws, name!));
      },
    );
    await read(
      () => ml.listEndpointKeys(place, connection()),
      () => later().onlineEndpoints.listKeys(rg, ws, "serve"),
    );
    await read(
      () => ml.getDeploymentLogs({ ...place, deployment: "blue", lines: 5 }, connection()),
      () => later().onlineDeployments.getLogs(rg, ws, "serve", "blue", { containerType: "InferenceServer", tail: 5 }),
    );
    const deleted = async (own: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> =>
      same(own, other, "DELETE");
    const keptOf = async (kind: string, id: string): Promise<Kept> => (await subject(kind).get(id))!;
    const compute = await keptOf("Compute", `${W}/computes/cpu-a`);
    await deleted(
      () => subject("Compute").delete(compute),
      () => client().computeOperations.beginDeleteAndWait(rg, ws, "cpu-a", "Delete", quick),
    );
    const blue = await keptOf("OnlineDeployment", `${W}/onlineEndpoints/serve/deployments/blue`);
    await deleted(
      () => subject("OnlineDeployment").delete(blue),
      () => later().onlineDeployments.beginDeleteAndWait(rg, ws, "serve", "blue", quick),
    );
    const serve = await keptOf("OnlineEndpoint", `${W}/onlineEndpoints/serve`);
    await deleted(
      () => subject("OnlineEndpoint").delete(serve),
      () => later().onlineEndpoints.beginDeleteAndWait(rg, ws, "serve", quick),
    );
  });
});

/**
 * A request without what the client adds or drops on its own when it sends back what it has read, and without what
 * differs from operation to operation.
 */
function plain({ body, ...request }: Request): Request {
  if (body === undefined) return request;
  const { systemData: _, properties = {}, ...others } = body as Record<string, Record<string, unknown>>;
  const quirks = ["allowPublicAccessWhenBehindVnet", "isAnonymous", "mirrorTraffic", "keys", "services"];
  const kept = Object.entries(properties).filter(
    ([name, value]) => !quirks.includes(name) && !JSON.stringify(value).includes("AzureAsyncOperationUri"),
  );
  return { ...request, body: { ...others, properties: Object.fromEntries(kept) } };
}

describe("the provider sends what the client sends, for the rest", () => {
  const put = async (
    own: () => Promise<unknown>,
    other: () => Promise<unknown>,
    wanted = (request: Request): boolean => request.method === "PUT",
  ): Promise<void> => {
    const of = async (task: () => Promise<unknown>): Promise<Request[]> =>
      (await writtenBy(sandbox, task)).filter(wanted).map(plain);
    const mine = await of(own);
    expect(mine).toHaveLength(1);
    expect(mine).toEqual(await of(other));
  };
  const read = async (own: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> =>
    expect(await sentBy(sandbox, own)).toEqual(await sentBy(sandbox, other));
  const listed = (kind: string, where: Record<string, string>): Promise<unknown> =>
    subject(kind).definition.list!(where, connectionOf(configurationFor(sandbox)).open(silent, 10_000));
  const place = { workspace: ws, endpoint: "serve" };

  test("computes of the other kinds, an endpoint on Kubernetes, and identities", async () => {
    await client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick);
    const shared = { workspace: ws, location: "East US", vmSize: "Standard_D2" };
    const compute = (name: string, computeType: "AKS" | "ComputeInstance", properties: object) => () =>
      client().computeOperations.beginCreateOrUpdateAndWait(
        rg,
        ws,
        name,
        { location: "East US", properties: { computeType, properties } },
        quick,
      );
    await put(
      () =>
        subject("Compute").create({
          ...shared,
          name: "aks",
          computeType: "AKS",
          scaleSettings: { minNodeCount: 3, maxNodeCount: 3, nodeIdleTimeBeforeScaleDown: "PT0S" },
        }),
      compute("aks", "AKS", { agentVmSize: "Standard_D2", agentCount: 3 }),
    );
    await put(
      () => subject("Compute").create({ ...shared, name: "box", computeType: "ComputeInstance" }),
      compute("box", "ComputeInstance", { vmSize: "Standard_D2" }),
    );
    await put(
      () => subject("OnlineEndpoint").create({ ...ourEndpoint, compute: `${W}/computes/aks`, authMode: "AMLToken" }),
      () =>
        later().onlineEndpoints.beginCreateOrUpdateAndWait(
          rg,
          ws,
          "serve",
          { ...endpoint, properties: { ...endpoint.properties, authMode: "AMLToken", compute: `${W}/computes/aks` } },
          quick,
        ),
    );
    await client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", model);
    await put(
      () => subject("OnlineDeployment").create({ ...ourDeployment, scaleSettings: { scaleType: "TargetUtilization" } }),
      () =>
        later().onlineDeployments.beginCreateOrUpdateAndWait(
          rg,
          ws,
          "serve",
          "blue",
          {
            ...deployment,
            properties: {
              ...deployment.properties,
              endpointComputeType: "Kubernetes",
              scaleSettings: { scaleType: "TargetUtilization" },
            },
          },
          quick,
        ),
    );
    const id =
      "/subscriptions/sandbox/resourceGroups/sandbox/providers/Microsoft.ManagedIdentity/userAssignedIdentities/me";
    await subject("Workspace").create({ ...ourWorkspace, name: "other" });
    for (const [ours, theirs] of [
      [{ type: "userAssigned", userAssignedIdentities: { [id]: {} } }, "UserAssigned"],
      [{ type: "systemAssigned,userAssigned", userAssignedIdentities: { [id]: {} } }, "SystemAssigned,UserAssigned"],
      [{ type: "none" }, "None"],
    ] as const)
      await put(
        () => subject("Workspace").create({ ...ourWorkspace, name: "other", identity: ours, adopt: "always" }),
        async () => {
          const there = await client().workspaces.get(rg, "other");
          const edited = { ...there, identity: { ...ours, type: theirs } };
          await client().workspaces.beginCreateOrUpdateAndWait(rg, "other", edited, quick);
        },
      );
  });

  test("reads and lists of endpoints and deployments, keys, tokens and traffic", async () => {
    await served();
    await read(
      () => subject("OnlineEndpoint").get(`${W}/onlineEndpoints/serve`),
      async () => {
        await later().onlineEndpoints.get(rg, ws, "serve");
        await later().onlineEndpoints.listKeys(rg, ws, "serve");
      },
    );
    await read(
      () => subject("OnlineDeployment").get(`${W}/onlineEndpoints/serve/deployments/blue`),
      () => later().onlineDeployments.get(rg, ws, "serve", "blue"),
    );
    await read(
      () => listed("OnlineEndpoint", { workspace: ws }),
      () => all(later().onlineEndpoints.list(rg, ws)),
    );
    await read(
      () => listed("OnlineDeployment", place),
      () => all(later().onlineDeployments.list(rg, ws, "serve")),
    );
    await put(
      () => ml.regenerateEndpointKey({ ...place, keyType: "secondary" }, connection()),
      () => later().onlineEndpoints.beginRegenerateKeysAndWait(rg, ws, "serve", { keyType: "Secondary" }, quick),
      ({ path }) => path.endsWith("/regenerateKeys"),
    );
    const split = { workspace: ws, endpoint: "serve", traffic: { blue: 100 } };
    let kept: Kept;
    await put(
      async () => (kept = await subject("EndpointTraffic").create(split)),
      async () => {
        const there = await later().onlineEndpoints.get(rg, ws, "serve");
        const { location, tags, identity, kind, properties } = there;
        const { authMode, description, publicNetworkAccess } = properties;
        await later().onlineEndpoints.beginCreateOrUpdateAndWait(
          rg,
          ws,
          "serve",
          {
            location,
            ...(tags && { tags }),
            ...(identity && { identity }),
            ...(kind && { kind }),
            properties: {
              authMode,
              ...(description && { description }),
              ...(publicNetworkAccess && { publicNetworkAccess }),
              traffic: { blue: 100 },
            },
          },
          quick,
        );
      },
    );
    await subject("EndpointTraffic").delete(kept!);
    await subject("OnlineEndpoint").create({ ...ourEndpoint, name: "tokens", authMode: "AMLToken" });
    await subject("OnlineDeployment").create({ ...ourDeployment, endpoint: "tokens" });
    const asked = {
      ...split,
      endpoint: "tokens",
      smokeTest: { request: { data: [[1]] }, samples: 1, maxP95Ms: 60_000 },
    };
    const isToken = ({ path }: Request): boolean => path.endsWith("/token");
    expect(await sentBy(sandbox, () => subject("EndpointTraffic").create(asked), isToken)).toEqual(
      await sentBy(sandbox, () => later().onlineEndpoints.getToken(rg, ws, "tokens"), isToken),
    );
  });

  test("changes of what nobody else has changed", async () => {
    await subject("Workspace").create(ourWorkspace);
    const change = async (kind: string, inputs: object, edit: object, other: () => Promise<unknown>): Promise<void> => {
      const kept = await subject(kind).create(inputs);
      await put(() => subject(kind).update(kept, { ...inputs, ...edit }), other);
    };
    await change("Model", inputsOf("ml:Model"), { description: "retrained" }, async () => {
      const { properties } = await client().modelVersions.get(rg, ws, "fraud", "3");
      await client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", {
        properties: { ...properties, description: "retrained" },
      });
    });
    await change("Compute", inputsOf("ml:Compute"), { tags: { team: "b" } }, async () => {
      const { location, properties } = await client().computeOperations.get(rg, ws, "cpu-a");
      const edited = { location: location!, tags: { team: "b" }, properties: properties! };
      await client().computeOperations.beginCreateOrUpdateAndWait(rg, ws, "cpu-a", edited, quick);
    });
    await change("OnlineEndpoint", ourEndpoint, { description: "b" }, async () => {
      const there = await later().onlineEndpoints.get(rg, ws, "serve");
      const edited = { ...there, properties: { ...there.properties, description: "b" } };
      await later().onlineEndpoints.beginCreateOrUpdateAndWait(rg, ws, "serve", edited, quick);
    });
    await change("OnlineDeployment", ourDeployment, { instanceCount: 2 }, async () => {
      const there = await later().onlineDeployments.get(rg, ws, "serve", "blue");
      const edited = { ...there, sku: { name: "Default", capacity: 2 } };
      await later().onlineDeployments.beginCreateOrUpdateAndWait(rg, ws, "serve", "blue", edited, quick);
    });
    await change("Job", inputsOf("ml:Job"), { displayName: "b" }, async () => {
      const { properties } = await later().jobs.get(rg, ws, "nightly");
      await later().jobs.createOrUpdate(rg, ws, "nightly", { properties: { ...properties, displayName: "b" } });
    });
  });

  test("deletes of models, jobs and workspaces", async () => {
    await client().workspaces.beginCreateOrUpdateAndWait(rg, ws, workspace, quick);
    await client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", model);
    await later().jobs.createOrUpdate(rg, ws, "nightly", job);
    const keptOf = async (kind: string, id: string): Promise<Kept> => (await subject(kind).get(id))!;
    const [version, nightly, place] = [
      await keptOf("Model", `${W}/models/fraud:3`),
      await keptOf("Job", `${W}/jobs/nightly`),
      await keptOf("Workspace", W),
    ];
    await put(
      () => subject("Model").delete(version),
      () => client().modelVersions.delete(rg, ws, "fraud", "3"),
      ({ method }) => method === "DELETE",
    );
    await put(
      () => subject("Job").delete(nightly),
      () => later().jobs.beginDeleteAndWait(rg, ws, "nightly", quick),
      ({ method }) => method === "DELETE",
    );
    await put(
      () => subject("Workspace").delete(place),
      () => client().workspaces.beginDeleteAndWait(rg, ws, quick),
      ({ method }) => method === "DELETE",
    );
  });
});

describe("both faces see the same", () => {
  test("what the provider made, the client reads as declared", async () => {
    await subject("Workspace").create(ourWorkspace);
    await subject("Model").create(inputsOf("ml:Model"));
    await subject("OnlineEndpoint").create(ourEndpoint);
    await subject("OnlineDeployment").create(ourDeployment);
    await subject("Job").create(inputsOf("ml:Job"));
    expect(await client().modelVersions.get(rg, ws, "fraud", "3")).toMatchObject(model);
    expect(await later().onlineEndpoints.get(rg, ws, "serve")).toMatchObject(endpoint);
    expect(await later().onlineDeployments.get(rg, ws, "serve", "blue")).toMatchObject(deployment);
    expect(await later().jobs.get(rg, ws, "nightly")).toMatchObject(job);
  });

  test("what the client made, the provider reads as it would be declared", async () => {
    await served();
    await later().jobs.createOrUpdate(rg, ws, "nightly", job);
    const inputs = async (kind: string, id: string): Promise<unknown> => (await subject(kind).get(`${W}${id}`))?.inputs;
    expect(await inputs("Model", "/models/fraud:3")).toMatchObject(inputsOf("ml:Model"));
    expect(await inputs("OnlineEndpoint", "/onlineEndpoints/serve")).toMatchObject(ourEndpoint);
    expect(await inputs("OnlineDeployment", "/onlineEndpoints/serve/deployments/blue")).toMatchObject(ourDeployment);
    expect(await inputs("Job", "/jobs/nightly")).toMatchObject(inputsOf("ml:Job"));
    expect(await ml.listModels({ workspace: ws }, connection())).toMatchObject([
      { id: `${W}/models/fraud:3`, version: 3 },
    ]);
  });

  test("what others set stays when it is changed", async () => {
    await served();
    await client().modelVersions.createOrUpdate(rg, ws, "fraud", "3", {
      properties: { ...model.properties, modelType: "mlflow_model", flavors: { python: {} } },
    });
    const kept = (await subject("Model").get(`${W}/models/fraud:3`))!;
    await subject("Model").update(kept, { ...inputsOf("ml:Model"), description: "retrained" });
    expect((await client().modelVersions.get(rg, ws, "fraud", "3")).properties).toMatchObject({
      description: "retrained",
      modelType: "mlflow_model",
      flavors: { python: {} },
    });
  });
});
