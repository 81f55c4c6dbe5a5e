import { deployment, errorOf, Lab, W } from "./lab";

let lab: Lab;
beforeEach(async () => {
  lab = await Lab.start();
  await lab.serve();
});
afterEach(() => lab.close());

const id = `${W}/onlineEndpoints/serve/deployments/blue`;
const failure = {
  status: "Failed" as const,
  error: {
    code: "UserError",
    message: "Image build did not finish",
    details: [{ code: "ImageBuildFailure", message: "conda solve failed", details: [] }],
  },
};

test(
  "the wire form: document 1's fields at the top, client-library settings under properties, times as ISO " +
    "durations",
  async () => {
    await lab.make("OnlineDeployment", {
      ...deployment,
      location: "East US",
      tags: { slot: "blue" },
      codeConfiguration: { codeId: `${W}/codes/score/versions/2`, scoringScript: "score.py" },
      environment: `${W}/environments/skl/versions/5`,
      environmentVariables: { THRESHOLD: "0.7" },
      description: "live",
      requestSettings: { requestTimeoutMs: 2500, maxConcurrentRequestsPerInstance: 2 },
      scaleSettings: { minInstances: 1, maxInstances: 3, targetUtilizationPercentage: 60, pollingInterval: 5 },
      livenessProbe: { initialDelay: 10, period: 11, timeout: 3, failureThreshold: 4 },
      readinessProbe: { initialDelay: 1, successThreshold: 2 },
    });
    expect(lab.sent(/PUT .*deployments/)[0]!.body).toEqual({
      location: "East US",
      tags: { slot: "blue" },
      model: `${W}/models/fraud:1`,
      codeConfiguration: { codeId: `${W}/codes/score/versions/2`, scoringScript: "score.py" },
      instanceType: "Standard_DS3_v2",
      instanceCount: 1,
      properties: {
        environmentId: `${W}/environments/skl/versions/5`,
        environmentVariables: { THRESHOLD: "0.7" },
        description: "live",
        requestSettings: { requestTimeout: "PT2.5S", maxConcurrentRequestsPerInstance: 2 },
        scaleSettings: {
          scaleType: "TargetUtilization",
          minInstances: 1,
          maxInstances: 3,
          targetUtilizationPercentage: 60,
          pollingInterval: "PT5S",
        },
        livenessProbe: { initialDelay: "PT10S", period: "PT11S", timeout: "PT3S", failureThreshold: 4 },
        readinessProbe: { initialDelay: "PT1S", successThreshold: 2 },
      },
    });
  },
);

test("a failed deployment tells the nested code and the last log lines, stays in the state, and is mended by a PUT", async () => {
  lab.sandbox.faults.push({ match: "PUT .*deployments/blue", outcome: failure });
  const error = await errorOf(lab.make("OnlineDeployment", deployment));
  expect(error.reasons).toHaveLength(1);
  expect(error.reasons![0]).toMatch(
    /ended as Failed: \[UserError\] Image build did not finish; \[ImageBuildFailure\] conda solve failed\nThe last lines of its inference-server:\n {2}Initialising the scoring script\n {2}Error: Image build did not finish\n/,
  );
  expect(error.properties).toMatchObject({ name: "blue", provisioningState: "Failed" });
  const outs = { ...error.properties, __provider: "text" };
  expect(await lab.of("OnlineDeployment").plan({ id, inputs: outs, outs }, deployment)).toBe("update");
  const mended = await lab.of("OnlineDeployment").update({ id, inputs: outs, outs }, deployment);
  expect(mended.outs["provisioningState"]).toBe("Succeeded");
  expect(lab.sent(/PUT .*deployments/)).toHaveLength(2);
});

test("a deployment that has failed before is found and mended by a create, as after a run that was killed", async () => {
  lab.sandbox.faults.push({ match: "PUT .*deployments/blue", outcome: { status: "Failed" } });
  await errorOf(lab.make("OnlineDeployment", deployment));
  expect((await lab.make("OnlineDeployment", deployment)).outs["provisioningState"]).toBe("Succeeded");
});

test("a model that is not registered is named by the nested error", async () => {
  const error = await errorOf(lab.make("OnlineDeployment", { ...deployment, model: `${W}/models/other:1` }));
  expect(error.reasons![0]).toMatch(/\[ResourceNotFound\] The model '.*models\/other:1' was not found/);
});

test("an update keeps what others wrote and takes away what is declared no more", async () => {
  const made = await lab.make("OnlineDeployment", {
    ...deployment,
    environmentVariables: { A: "1", B: "2" },
    tags: { a: "1" },
  });
  await lab.service.edit(id, (record) => {
    record.tags.others = "kept";
    record.properties.environmentVariables.OTHERS = "kept";
    record.properties.appInsightsEnabled = true;
  });
  await lab.of("OnlineDeployment").update(made, { ...deployment, instanceCount: 3, environmentVariables: { A: "9" } });
  expect(await lab.live(id)).toMatchObject({
    instanceCount: 3,
    sku: { capacity: 3 },
    tags: { others: "kept" },
    properties: { appInsightsEnabled: true },
  });
  expect((await lab.live(id))["properties"].environmentVariables).toEqual({ A: "9", OTHERS: "kept" });
});

test("scaled to zero and back in place", async () => {
  const made = await lab.make("OnlineDeployment", deployment);
  const asleep = await lab.of("OnlineDeployment").update(made, { ...deployment, instanceCount: 0 });
  expect((await lab.of("OnlineDeployment").read(asleep))!.inputs["instanceCount"]).toBe(0);
});

test("one answer that the endpoint is not there may be wrong: it is looked for again", async () => {
  const body = JSON.stringify({ error: { code: "ResourceNotFound", message: "none" } });
  lab.sandbox.faults.push({ match: `GET .*onlineEndpoints/${deployment.endpoint}$`, status: 404, body });
  expect(await lab.make("OnlineDeployment", { ...deployment, name: "sought" })).toMatchObject({
    outs: { provisioningState: "Succeeded" },
  });
});

test("an endpoint that is missing, or has failed and cannot be mended, is told at once, not waited for", async () => {
  await expect(lab.make("OnlineDeployment", { ...deployment, endpoint: "none" })).rejects.toThrow(
    /the endpoint .*onlineEndpoints\/none does not exist/,
  );
  lab.sandbox.faults.push({ match: "PUT .*onlineEndpoints/broken$", outcome: failure, times: 2 });
  await errorOf(lab.make("OnlineEndpoint", { name: "broken", workspace: "lab", compute: "/cpu" }));
  await expect(lab.make("OnlineDeployment", { ...deployment, endpoint: "broken" })).rejects.toThrow(
    /the endpoint .*broken is not ready: .*ended as Failed: \[UserError\] Image build did not finish/,
  );
});

test("a deployment waits while somebody else's operation runs on its endpoint", async () => {
  lab.sandbox.behaviour.polls = 3;
  const record = await lab.live();
  await fetch(`${lab.sandbox.url}${W}/onlineEndpoints/serve?api-version=2024-04-01`, {
    method: "PUT",
    headers: await headers(),
    body: JSON.stringify(record),
  });
  const made = await lab.make("OnlineDeployment", deployment);
  expect(made.outs["provisioningState"]).toBe("Succeeded");
});

const headers = async (): Promise<Record<string, string>> => {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "sandbox",
    client_secret: "sandbox",
    resource: lab.sandbox.url,
  });
  const answer = await fetch(`${lab.sandbox.url}/sandbox/oauth2/token`, { method: "POST", body: form });
  return {
    authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}`,
    "content-type": "application/json",
  };
};

test("a replacement that answers already gets the shares of the old one on top of its own, and no copies of its answers", async () => {
  const old = await lab.make("OnlineDeployment", deployment);
  const next = await lab.make("OnlineDeployment", { ...deployment, onReplace: "createFirst" });
  const name = next.outs["name"] as string;
  await lab.service.edit(`${W}/onlineEndpoints/serve`, (record) =>
    Object.assign(record.properties, { traffic: { blue: 30, [name]: 70 }, mirrorTraffic: { [name]: 20 } }),
  );
  // One look that does not show it does not take its share from it.
  const body = JSON.stringify({ error: { code: "NotFound", message: "There is none." } });
  lab.sandbox.faults.push({ match: `GET ${next.id}$`, status: 404, body, times: 2 });
  await lab.of("OnlineDeployment").delete(old);
  expect((await lab.live()).properties).toMatchObject({ traffic: { [name]: 100 }, mirrorTraffic: {} });
  expect(await lab.live(next.id)).toMatchObject({ name });
});
