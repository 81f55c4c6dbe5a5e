import { Client, type Json, W, workspace } from "./mlClient";

let client: Client;
beforeEach(async () => {
  client = await Client.start();
  await client.made(W, workspace());
});
afterEach(() => client.sandbox.close());

describe("a compute", () => {
  const C = `${W}/computes/cpu`;
  const scaleSettings = { minNodeCount: 0, maxNodeCount: 2, nodeIdleTimeBeforeScaleDown: "PT120S" };
  const compute = (change: Json = {}, base: Json = {}): Json => ({
    properties: {
      computeType: "AmlCompute",
      ...base,
      properties: { vmSize: "STANDARD_DS3_v2", scaleSettings, ...change },
    },
  });

  it("tells little while it is made, and then all, with counts that change by themselves", async () => {
    expect((await client.put(C, compute())).body.properties).toEqual({
      computeType: "AmlCompute",
      provisioningState: "Creating",
    });
    const { body } = await client.settled(C);
    expect(body).toMatchObject({
      location: "East US",
      properties: {
        provisioningErrors: null,
        properties: { vmSize: "STANDARD_DS3_v2", vmPriority: "Dedicated", scaleSettings, allocationState: "Steady" },
      },
    });
    await client.advance(60);
    expect((await client.get(C)).body.properties.properties.currentNodeCount).not.toBe(
      body.properties.properties.currentNodeCount,
    );
  });

  it.each([
    [{ properties: { computeType: "Abacus", properties: {} } }, /computeType/],
    [compute({ vmSize: undefined, scaleSettings: undefined }), /vmSize.*scaleSettings/],
    [compute({ scaleSettings: { ...scaleSettings, minNodeCount: 3 } }), /minNodeCount/],
    [
      compute({ scaleSettings: { ...scaleSettings, nodeIdleTimeBeforeScaleDown: "120" } }),
      /nodeIdleTimeBeforeScaleDown/,
    ],
  ])("is refused: %j", async (body, message) => {
    const answer = await client.put(C, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it("needs no scaling unless it is a cluster", async () => {
    expect(
      (await client.put(C, compute({ scaleSettings: undefined }, { computeType: "ComputeInstance" }))).status,
    ).toBe(201);
  });

  it("is scaled in place, and nothing else", async () => {
    const shown = await client.made(C, compute());
    await client.call("PATCH", C, {
      properties: { properties: { scaleSettings: { ...scaleSettings, maxNodeCount: 5 } } },
    });
    expect((await client.settled(C)).body.properties.properties.scaleSettings.maxNodeCount).toBe(5);
    expect((await client.put(C, compute({ vmSize: "OTHER" }))).body.error.details).toMatchObject([
      { target: "properties.properties.vmSize" },
    ]);
    expect((await client.put(C, shown)).status).toBe(200);
  });

  it("comes back in another form that it also takes", async () => {
    client.sandbox.behaviour.echo = "otherForm";
    const shown = await client.made(C, compute());
    expect(shown.properties.properties).toMatchObject({
      vmSize: "STANDARD_DS3_V2",
      scaleSettings: { nodeIdleTimeBeforeScaleDown: "PT2M" },
    });
    expect((await client.put(C, shown)).status).toBe(200);
  });

  it("tells why it failed", async () => {
    const error = { code: "OutOfQuota", message: "no cores" };
    client.sandbox.faults.push({ match: "computes/cpu", outcome: { status: "Failed", error } });
    expect((await client.made(C, compute())).properties).toMatchObject({
      provisioningState: "Failed",
      provisioningErrors: [{ error }],
    });
  });

  it("is deleted with a word about what is underneath", async () => {
    await client.made(C, compute());
    expect((await client.call("DELETE", C)).body.error.message).toMatch(/underlyingResourceAction/);
    expect(await client.gone(`${C}?underlyingResourceAction=Delete`)).toEqual(["Deleting", "404"]);
    expect((await client.call("DELETE", `${C}?underlyingResourceAction=Delete`)).status).toBe(204);
  });

  it("needs its workspace to exist and to be ready", async () => {
    expect((await client.put(C.replace("lab", "none"), compute())).body.error.code).toBe("ParentResourceNotFound");
    await client.put(W.replace("lab", "next"), workspace());
    expect((await client.put(C.replace("lab", "next"), compute())).status).toBe(409);
  });
});

describe("a job", () => {
  const J = `${W}/jobs/train`;
  const job = (change: Json = {}): Json => ({
    properties: { jobType: "Command", compute: "/c", command: "python train.py", environment: "/e", ...change },
  });

  it("goes its way to the end as it is looked at", async () => {
    client.sandbox.behaviour.polls = 6;
    const { status, body, headers } = await client.put(J, job());
    expect([status, body.properties.status, headers.get("azure-asyncoperation")]).toEqual([201, "NotStarted", null]);
    const states: string[] = [];
    for (let look = 0; look < 7; look++) states.push((await client.get(J)).body.properties.status);
    expect(states).toEqual(["Starting", "Provisioning", "Preparing", "Queued", "Running", "Finalizing", "Completed"]);
    expect((await client.get(J)).body).toMatchObject({
      name: "train",
      properties: { startTime: expect.stringMatching(/Z$/), endTime: expect.stringMatching(/Z$/) },
    });
    expect((await client.get(`${W}/jobs`)).body.value).toMatchObject([
      { name: "train", properties: { status: "Completed" } },
    ]);
  });

  it("fails with its command, or as a fault says", async () => {
    expect((await client.made(J, job({ command: "make && exit 1" }))).properties.status).toBe("Failed");
    client.sandbox.faults.push({ match: "jobs/other", outcome: { status: "Canceled" } });
    expect((await client.made(`${W}/jobs/other`, job())).properties.status).toBe("Canceled");
  });

  it("runs as long as its command sleeps", async () => {
    await client.put(J, job({ command: "sleep 60" }));
    for (let look = 0; look < 5; look++) await client.get(J);
    expect((await client.get(J)).body.properties).toMatchObject({ status: "Running", endTime: null });
    await client.advance(60);
    expect((await client.get(J)).body.properties.status).toBe("Completed");
  });

  it("is work that cannot be changed under its name, only described otherwise", async () => {
    await client.made(J, job());
    const changed = await client.put(J, job({ command: "other", compute: "/other" }));
    expect([changed.status, changed.body.error.message]).toEqual([
      400,
      expect.stringContaining("properties.compute, properties.command"),
    ]);
    const described = await client.put(J, job({ displayName: "Nightly", tags: { a: "1" } }));
    expect(described).toMatchObject({
      status: 200,
      body: { properties: { displayName: "Nightly", tags: { a: "1" }, status: "Completed" } },
    });
  });

  it("is cancelled before it is deleted while it runs", async () => {
    await client.put(J, job({ command: "sleep 3600" }));
    await client.get(J);
    expect(await client.call("DELETE", J)).toMatchObject({ status: 409, body: { error: { code: "Conflict" } } });
    expect((await client.post(`${J}/cancel`)).status).toBe(202);
    expect((await client.settled(J)).states).toEqual(["CancelRequested", "Canceled"]);
    expect((await client.post(`${J}/cancel`)).status).toBe(400);
    expect((await client.call("DELETE", J)).status).toBe(202);
    expect((await client.get(J)).body.properties.status).toBe("Canceled");
    expect((await client.get(J)).status).toBe(404);
    expect((await client.call("DELETE", J)).status).toBe(204);
  });

  it("is told from another by the letter case of its name, and refused with the names of what is missing", async () => {
    await client.put(J, job());
    expect((await client.get(`${W}/jobs/Train`)).status).toBe(404);
    const { body } = await client.put(`${W}/jobs/next`, { properties: { jobType: "Nap" } });
    expect(body.error.message).toMatch(/jobType.*compute.*command.*environment/);
  });
});

describe("an agent run", () => {
  const run = (body: unknown, headers: Record<string, string> = { "api-key": "sandbox" }): Promise<Response> =>
    fetch(`${client.sandbox.url}/compat/threads/runs`, { method: "POST", body: JSON.stringify(body), headers });
  const body = { assistant_id: "asst_7", thread: { messages: [{ role: "user", content: "Hello" }] } };

  it("is started by its key, without an api-version", async () => {
    expect(await (await run(body)).json()).toMatchObject({
      id: "run_1",
      object: "thread.run",
      assistant_id: "asst_7",
      status: "queued",
    });
    expect(await (await run(body)).json()).toMatchObject({ id: "run_2" });
  });

  it("is refused without the key or with a malformed body", async () => {
    expect((await run(body, {})).status).toBe(401);
    const refused = await run({ assistant_id: "asst_7", thread: {} });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: "thread.messages" } }]);
  });
});
