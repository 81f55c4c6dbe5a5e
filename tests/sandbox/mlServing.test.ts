import { Client, E, type Json, P, W, deployment, endpoint, model, models, workspace } from "./mlClient";

let client: Client;
beforeEach(async () => {
  client = await Client.withModel();
});
afterEach(() => client.sandbox.close());

describe("a model", () => {
  it("is registered at once and listed as an array, or in pages", async () => {
    expect(await client.put(`${models}/tiny:2`, model({ version: 2, tags: { a: "1" } }))).toMatchObject({
      status: 201,
      body: { id: "tiny:2", name: "tiny", version: 2, path: "store/tiny", tags: { a: "1" } },
    });
    expect((await client.get(models)).body.map(({ id }: Json) => id)).toEqual(["tiny:1", "tiny:2"]);
    Object.assign(client.sandbox.behaviour, { modelList: "page", pageSize: 1 });
    expect((await client.get(models)).body).toMatchObject({ value: [{ id: "tiny:1" }], nextLink: expect.any(String) });
  });

  it("keeps its content but not its description", async () => {
    expect((await client.put(`${models}/tiny:1`, model({ description: "new" }))).body.description).toBe("new");
    expect(await client.put(`${models}/tiny:1`, model({ path: "other" }))).toMatchObject({
      status: 400,
      body: { error: { details: [{ target: "path" }] } },
    });
    expect((await client.put(`${models}/other`, model())).status).toBe(409);
    expect((await client.put(`${models}/tiny:3`, model({ version: "3" }))).body.error.message).toMatch(/version/);
  });

  it("is not deleted while a deployment uses it", async () => {
    await client.made(E, endpoint());
    await client.made(`${E}/deployments/blue`, deployment());
    expect(await client.call("DELETE", `${models}/tiny:1`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("blue") } },
    });
    await client.gone(`${E}/deployments/blue`);
    expect((await client.call("DELETE", `${models}/tiny:1`)).status).toBe(200);
    expect((await client.call("DELETE", `${models}/tiny:1`)).status).toBe(204);
  });

  it("needs its workspace", async () => {
    expect(await client.get(models.replace("lab", "none"))).toMatchObject({
      status: 404,
      body: { error: { code: "ParentResourceNotFound" } },
    });
  });
});

describe("an endpoint", () => {
  it("has what was declared, an address for scoring, and the location of its workspace", async () => {
    expect(await client.made(E, endpoint({ authMode: undefined }))).toMatchObject({
      id: E,
      location: "East US",
      properties: {
        authMode: "Key",
        traffic: {},
        mirrorTraffic: {},
        keys: null,
        scoringUri: `${client.sandbox.url}/endpoints/chat/score`,
      },
    });
  });

  it.each([
    [{ properties: { compute: "/c" } }, "name"],
    [{ name: "chat", properties: {} }, "properties.compute"],
    [{ name: "chat", properties: { compute: "/c", authMode: "None" } }, "properties.authMode"],
    [{ name: "other", properties: { compute: "/c" } }, "name"],
    [{ ...endpoint({ traffic: { blue: 100 } }) }, "properties.traffic: names deployments that do not exist: blue"],
  ])("is refused: %j", async (body, named) => {
    const answer = await client.put(E, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(named)]);
  });

  it("keeps its location and compute", async () => {
    await client.made(E, endpoint());
    expect((await client.put(E, endpoint({ compute: "/other" }))).status).toBe(400);
    expect((await client.put(E, endpoint({ authMode: "AADToken" }))).body.properties.authMode).toBe("AADToken");
  });

  it("has a name that is unique in its region", async () => {
    await client.made(`${P}/workspaces/second`, workspace());
    await client.made(E, endpoint());
    const elsewhere = E.replace("lab", "second");
    expect((await client.put(elsewhere, endpoint())).body.error.message).toMatch(/unique within a region/);
    expect((await client.put(elsewhere, { ...endpoint(), location: "West" })).status).toBe(201);
  });

  it("takes its deployments with it", async () => {
    await client.made(E, endpoint());
    await client.made(`${E}/deployments/blue`, deployment());
    await client.gone(E);
    expect((await client.get(`${E}/deployments`)).body.error.code).toBe("ParentResourceNotFound");
    await client.made(E, endpoint());
    expect((await client.get(`${E}/deployments`)).body.value).toEqual([]);
  });

  it("works on one thing at a time, its deployments included", async () => {
    await client.made(E, endpoint());
    await client.made(`${E}/deployments/blue`, deployment());
    client.sandbox.behaviour.operation = "provisioningState";
    await client.put(`${E}/deployments/green`, deployment());
    expect((await client.put(E, endpoint())).status).toBe(409);
    await client.settled(`${E}/deployments/green`);
    await client.put(E, endpoint());
    expect((await client.put(`${E}/deployments/blue`, deployment())).status).toBe(409);
    expect((await client.call("DELETE", `${E}/deployments/blue`)).status).toBe(409);
  });
});

describe("the keys of an endpoint", () => {
  const score = (key: string): Promise<number> =>
    client
      .call("POST", "/endpoints/chat/score", { data: [[1]] }, { Authorization: `Bearer ${key}` })
      .then(({ status }) => status);

  it("are regenerated one by one, the old one worth nothing from then on", async () => {
    await client.made(E, endpoint());
    await client.made(`${E}/deployments/blue`, deployment());
    await client.made(E, endpoint({ traffic: { blue: 100 } }));
    const before = (await client.post(`${E}/listKeys`)).body;
    expect([await score(before.primaryKey), await score(before.secondaryKey), await score("other")]).toEqual([
      200, 200, 401,
    ]);
    client.sandbox.behaviour.operation = "Location";
    const answer = await client.post(`${E}/regenerateKeys`, { keyType: "Primary" });
    expect([answer.status, (await client.get(answer.headers.get("location") ?? "")).status]).toEqual([202, 202]);
    const after = (await client.post(`${E}/listKeys`)).body;
    expect(after.secondaryKey).toBe(before.secondaryKey);
    expect([await score(before.primaryKey), await score(after.primaryKey)]).toEqual([401, 200]);
  });

  it("may be given, at creation and later, and are never shown with the endpoint", async () => {
    await client.made(E, endpoint({ keys: { primaryKey: "mine" } }));
    expect((await client.post(`${E}/listKeys`)).body.primaryKey).toBe("mine");
    await client.post(`${E}/regenerateKeys`, { keyType: "Secondary", keyValue: "yours" });
    expect((await client.post(`${E}/listKeys`)).body).toEqual({ primaryKey: "mine", secondaryKey: "yours" });
    expect(JSON.stringify((await client.get(E)).body)).not.toMatch(/mine|yours/);
  });

  it("exist with authMode Key only; AADToken takes the issuer's tokens and AMLToken the endpoint's", async () => {
    await client.made(E, endpoint({ authMode: "AADToken" }));
    expect((await client.post(`${E}/listKeys`)).status).toBe(400);
    expect((await client.post(`${E}/token`)).status).toBe(400);
    await client.made(`${E}/deployments/blue`, deployment());
    await client.made(E, endpoint({ authMode: "AADToken", traffic: { blue: 100 } }));
    expect(await score(await client.token({ resource: "https://elsewhere" }))).toBe(200);
    await client.made(E, endpoint({ authMode: "AMLToken", traffic: { blue: 100 } }));
    const { accessToken, tokenType } = (await client.post(`${E}/token`)).body;
    expect([tokenType, await score(accessToken), await score(await client.token())]).toEqual(["Bearer", 200, 401]);
  });
});

describe("a deployment", () => {
  const D = `${E}/deployments/blue`;

  it("has what was declared at the top and under properties, and what the service fills in", async () => {
    await client.made(E, endpoint());
    const body = deployment({
      tags: { a: "1" },
      properties: { requestSettings: { requestTimeout: "PT3S" }, environmentVariables: { A: "1" } },
    });
    expect(await client.made(D, body)).toMatchObject({
      ...deployment(),
      tags: { a: "1" },
      location: "East US",
      sku: { capacity: 1 },
      properties: {
        requestSettings: { requestTimeout: "PT3S", maxConcurrentRequestsPerInstance: 1 },
        livenessProbe: { period: "PT10S", failureThreshold: 30 },
        scaleSettings: { scaleType: "Default" },
        environmentVariables: { A: "1" },
      },
    });
  });

  it("may come back in another form", async () => {
    client.sandbox.behaviour.echo = "otherForm";
    await client.made(E, endpoint());
    const shown = await client.made(
      D,
      deployment({
        properties: { requestSettings: { requestTimeout: "PT120S" }, environmentVariables: { A: "PT60S" } },
      }),
    );
    expect(shown).toMatchObject({
      location: "eastus",
      instanceType: "STANDARD_DS3_V2",
      model: expect.stringContaining("/resourcegroups/sandbox/providers/provider.machinelearningservices/"),
      properties: {
        requestSettings: { requestTimeout: "PT2M" },
        environmentVariables: { A: "PT60S", AML_APP_ROOT: expect.any(String) },
      },
    });
    expect((await client.get(E)).body.properties.traffic).toEqual({ blue: 0 });
    expect((await client.put(D, shown)).status).toBe(200);
  });

  it.each([
    [{ properties: { model: "x" } }, /^model: .*instanceType: .*instanceCount/],
    [deployment({ instanceCount: -1 }), /^instanceCount/],
    [
      deployment({ properties: { requestSettings: { requestTimeout: 5000 } } }),
      /^properties.requestSettings.requestTimeout/,
    ],
    [deployment({ properties: { livenessProbe: { period: "10" } } }), /^properties.livenessProbe.period/],
  ])("is refused: %j", async (body, message) => {
    await client.made(E, endpoint());
    const answer = await client.put(D, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it("needs an endpoint that is ready", async () => {
    expect((await client.put(D, deployment())).body.error.code).toBe("ParentResourceNotFound");
    client.sandbox.behaviour.operation = "provisioningState";
    await client.put(E, endpoint());
    expect((await client.put(D, deployment())).status).toBe(409);
  });

  it("is refused by an endpoint that has failed", async () => {
    client.sandbox.behaviour.operation = "provisioningState";
    client.sandbox.faults.push({ match: "^PUT .*/chat$", outcome: { status: "Failed" } });
    await client.made(E, endpoint());
    expect(await client.put(D, deployment())).toMatchObject({
      status: 400,
      body: { error: { code: "ResourceNotReady" } },
    });
  });

  it("fails when its model is not registered, stays, and says why in its logs", async () => {
    await client.made(E, endpoint());
    client.sandbox.behaviour.operation = "Azure-AsyncOperation";
    const first = await client.put(D, deployment({ model: `${W}/models/none/versions/1` }));
    expect((await client.settled(D)).states).toEqual(["Creating", "Failed"]);
    expect((await client.get(first.headers.get("azure-asyncoperation") ?? "")).body).toMatchObject({
      status: "Failed",
      error: { code: "UserError", details: [{ code: "ResourceNotFound", message: expect.stringContaining("none") }] },
    });
    const logs = await client.post(`${D}/getLogs`, { containerType: "InferenceServer", tail: 2 });
    expect(logs.body.content.split("\n")).toEqual([expect.stringContaining("Error: "), expect.any(String)]);
    expect((await client.made(D, deployment())).properties.provisioningState).toBe("Succeeded");
  });

  it.each([
    "azureml:tiny:1",
    `${W}/models/tiny:1`,
    `${W}/models/tiny/versions/1`.replace("resourceGroups", "resourcegroups"),
  ])("finds its model by %s", async (reference) => {
    await client.made(E, endpoint());
    expect((await client.put(D, deployment({ model: reference }))).status).toBe(201);
  });

  it("is scaled by PATCH, and keeps its instance type and code", async () => {
    await client.made(E, endpoint());
    await client.made(D, deployment({ codeConfiguration: { codeId: "/codes/1", scoringScript: "score.py" } }));
    expect((await client.call("PATCH", D, { sku: { name: "Default", capacity: 3 } })).body.instanceCount).toBe(3);
    const { body } = await client.put(D, deployment({ instanceType: "Other" }));
    expect(body.error.details.map(({ target }: Json) => target)).toEqual([
      "instanceType",
      "codeConfiguration.codeId",
      "codeConfiguration.scoringScript",
    ]);
  });

  it("is not deleted while it holds a share of the traffic", async () => {
    await client.made(E, endpoint());
    await client.made(D, deployment());
    for (const [map, share] of [
      ["traffic", 100],
      ["mirrorTraffic", 10],
    ] as const) {
      await client.made(E, endpoint({ [map]: { blue: share } }));
      expect(await client.call("DELETE", D)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(map) } },
      });
    }
    await client.made(E, endpoint());
    await client.gone(D);
    expect((await client.call("DELETE", D)).status).toBe(204);
  });
});

describe("traffic", () => {
  beforeEach(async () => {
    await client.made(E, endpoint());
    for (const name of ["blue", "green"]) await client.made(`${E}/deployments/${name}`, deployment());
  });

  it.each([
    [{ traffic: { blue: 90 } }, "90"],
    [{ traffic: { blue: 100, red: 0 } }, "red"],
    [{ traffic: { blue: 99.5, green: 0.5 } }, "properties.traffic.blue"],
    [{ mirrorTraffic: { blue: 30, green: 30 } }, "60"],
    [{ mirrorTraffic: { red: 10 } }, "red"],
  ])("is refused: %j", async (maps, named) => {
    const { status, body } = await client.put(E, endpoint(maps));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(named)]);
  });

  it("is cleared by a PUT that leaves it out and kept by a PATCH", async () => {
    await client.made(E, endpoint({ traffic: { blue: 100, green: 0 } }));
    expect((await client.call("PATCH", E, { tags: { a: "1" } })).body.properties.traffic).toEqual({
      blue: 100,
      green: 0,
    });
    expect((await client.put(E, endpoint())).body.properties.traffic).toEqual({});
  });
});
