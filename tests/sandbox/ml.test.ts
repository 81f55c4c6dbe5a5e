import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type Json, P, W, workspace } from "./mlClient";

let client: Client;
beforeEach(async () => (client = await Client.start()));
afterEach(() => client.sandbox.close());

describe("access", () => {
  it("is by a token of the issuer for this service, while it is valid", async () => {
    expect((await client.get(`${P}/workspaces`)).status).toBe(200);
    await client.advance(3600);
    expect(await client.get(`${P}/workspaces`)).toMatchObject({
      status: 401,
      body: { error: { code: "ExpiredAuthenticationToken" } },
    });
    client.authorization = `Bearer ${await client.token({ resource: "https://elsewhere" })}`;
    expect(await client.get(`${P}/workspaces`)).toMatchObject({
      status: 401,
      body: { error: { code: "InvalidAuthenticationTokenAudience" } },
    });
    client.authorization = "";
    expect((await client.get(`${P}/workspaces`)).status).toBe(401);
  });

  it.each([
    [{ client_secret: "wrong" }, "sandbox", "invalid_client"],
    [{ client_id: "wrong" }, "sandbox", "unauthorized_client"],
    [{ grant_type: "password" }, "sandbox", "unsupported_grant_type"],
    [{ resource: "" }, "sandbox", "invalid_request"],
    [{}, "elsewhere", "invalid_request"],
  ])("is refused in the issuer's error shape: %j, tenant %s", async (change, tenant, error) => {
    expect(await client.token(change as Record<string, string>, tenant)).toBe(error);
  });

  it("needs the api-version of the part that is asked", async () => {
    expect(await client.get(`${P}/workspaces?api-version=2024-04-01`)).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidApiVersionParameter" } },
    });
    expect(await client.get(`${P}/workspaces?api-version=`)).toMatchObject({ status: 400 });
    expect(await client.get(`${W}/jobs?api-version=2023-10-01`)).toMatchObject({ status: 400 });
  });

  it("is limited to so many requests per second", async () => {
    client.sandbox.behaviour.mlRequestsPerSecond = 0;
    const { status, headers, body } = await client.get(`${P}/workspaces`);
    expect([status, headers.get("retry-after"), body.error.code]).toEqual([429, "1", "TooManyRequests"]);
  });
});

describe("asynchronous operations", () => {
  it.each(["Azure-AsyncOperation", "Operation-Location", "Location"] as const)("are followed by %s", async (form) => {
    Object.assign(client.sandbox.behaviour, { operation: form, retryAfter: 3 });
    const first = await client.put(W, workspace());
    expect([first.status, first.body.properties.provisioningState, first.headers.get("retry-after")]).toEqual([
      201,
      "Creating",
      "3",
    ]);
    const at = first.headers.get(form) ?? "";
    const polls = [await client.get(at), await client.get(at)];
    if (form === "Location") {
      expect(polls.map(({ status }) => status)).toEqual([202, 200]);
      expect(polls[0]?.headers.get("location")).toBe(at);
    } else expect(polls.map(({ body }) => body.status)).toEqual(["InProgress", "Succeeded"]);
    expect((await client.get(W)).body.properties.provisioningState).toBe("Succeeded");
    expect((await client.put(W, workspace({ description: "x" }))).status).toBe(200);
  });

  it("have addresses that carry an api-version of their own", async () => {
    const at = (await client.put(W, workspace())).headers.get("azure-asyncoperation") ?? "";
    expect((await client.get(at.replace(/api-version=.*/, "api-version=2023-10-01"))).status).toBe(400);
  });

  it("are followed by the record's state alone when there is no header", async () => {
    client.sandbox.behaviour.operation = "provisioningState";
    expect((await client.put(W, workspace())).headers.get("azure-asyncoperation")).toBeNull();
    expect((await client.settled(W)).states).toEqual(["Creating", "Succeeded"]);
  });

  it("do not exist when everything is done at once", async () => {
    client.sandbox.behaviour.operation = "none";
    expect((await client.put(W, workspace())).body.properties).not.toHaveProperty("provisioningState");
    expect((await client.call("DELETE", W)).status).toBe(200);
    expect((await client.get(W)).status).toBe(404);
  });

  it.each([
    ["empty", 201],
    ["accepted", 202],
  ] as const)("may answer %s", async (form, status) => {
    client.sandbox.behaviour.put = form;
    const answer = await client.put(W, workspace());
    expect([answer.status, answer.body]).toEqual([status, undefined]);
    expect((await client.settled(W)).body.location).toBe("East US");
  });

  it("end as a fault says, and the resource stays", async () => {
    const error = { code: "UserError", message: "no quota", details: [{ code: "OutOfQuota", message: "0 cores" }] };
    client.sandbox.faults.push({ match: "^PUT .*/workspaces/lab$", outcome: { status: "Failed", error } });
    const at = (await client.put(W, workspace())).headers.get("azure-asyncoperation") ?? "";
    await client.get(at);
    expect((await client.get(at)).body).toMatchObject({ status: "Failed", error });
    expect((await client.get(W)).body.properties.provisioningState).toBe("Failed");
  });

  it("of deleting may fail as well, and the resource stays", async () => {
    await client.made(W, workspace());
    client.sandbox.faults.push({ match: "^DELETE ", outcome: { status: "Failed" } });
    expect(await client.gone(W)).toEqual(["Deleting", "Failed"]);
  });

  it("that fail where nothing is asynchronous are refused at once", async () => {
    Object.assign(client.sandbox.behaviour, { operation: "none" });
    client.sandbox.faults.push({
      match: "^PUT ",
      outcome: { status: "Failed", error: { code: "OutOfQuota", message: "no cores" } },
    });
    expect(await client.put(W, workspace())).toMatchObject({ status: 400, body: { error: { code: "OutOfQuota" } } });
    expect((await client.get(W)).status).toBe(404);
  });

  it("run one at a time on a resource", async () => {
    await client.put(W, workspace());
    expect(await client.put(W, workspace())).toMatchObject({ status: 409, body: { error: { code: "Conflict" } } });
    // To be refused is to wait, too.
    expect([(await client.put(W, workspace())).status, (await client.put(W, workspace())).status]).toEqual([409, 200]);
  });
});

describe("the data file", () => {
  it("keeps resources, and operations that have not ended", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
    const data = join(folder, "data.json");
    const first = await Client.start({}, { data });
    await first.put(W, workspace());
    await first.sandbox.close();
    const second = await Client.start({}, { data });
    expect((await second.settled(W)).states).toEqual(["Creating", "Succeeded"]);
    await second.sandbox.close();
    rmSync(folder, { recursive: true });
  });
});

describe("reads", () => {
  it("may be late", async () => {
    client.sandbox.behaviour.staleReads = 2;
    await client.put(W, workspace());
    expect([
      (await client.get(W)).status,
      (await client.get(`${P}/workspaces`)).body.value,
      (await client.get(W)).status,
    ]).toEqual([404, [], 200]);
    await client.settled(W);
    await client.put(W, workspace({ description: "new" }));
    expect((await client.get(W)).body.properties.description).toBeUndefined();
    await client.get(W);
    expect((await client.settled(W)).body.properties.description).toBe("new");
    await client.call("DELETE", W);
    const states = [await client.get(W), await client.get(W), await client.get(W)].map(
      ({ body }) => body.properties.provisioningState,
    );
    expect(states).toEqual(["Succeeded", "Succeeded", "Deleting"]);
  });

  it("may show another form of the same", async () => {
    client.sandbox.behaviour.echo = "otherForm";
    expect(await client.made(W, workspace())).toMatchObject({
      location: "eastus",
      tags: {},
      identity: { type: "SystemAssigned" },
      id: W.replace("resourceGroups", "resourcegroups")
        .replace("Provider.", "provider.")
        .replace("MachineLearningServices", "machinelearningservices"),
    });
  });

  it("take resource paths in any letter case", async () => {
    await client.made(W, workspace());
    expect((await client.get(W.toUpperCase().replace("SANDBOX", "sandbox"))).body.name).toBe("lab");
  });

  it("come in pages", async () => {
    client.sandbox.behaviour.pageSize = 2;
    for (const name of ["one", "two", "three"]) await client.made(`${P}/workspaces/${name}`, workspace());
    const first = (await client.get(`${P}/workspaces`)).body;
    const second = (await client.get(first.nextLink)).body;
    expect([...first.value, ...second.value].map(({ name }: Json) => name)).toEqual(["one", "two", "three"]);
    expect(second.nextLink).toBeUndefined();
  });
});

describe("a workspace", () => {
  it("has what was declared and what the service adds", async () => {
    expect(await client.made(W, { ...workspace({ friendlyName: "Lab" }), tags: { a: "1" } })).toMatchObject({
      id: W,
      name: "lab",
      type: "Provider.MachineLearningServices/workspaces",
      tags: { a: "1" },
      identity: { type: "systemAssigned", principalId: expect.any(String) },
      properties: {
        friendlyName: "Lab",
        creationTime: expect.stringMatching(/T.*\+00:00$/),
        workspaceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it("is refused with the names of what is missing", async () => {
    const { status, body } = await client.put(W, { properties: { keyVault: "/vault" } });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/location.*properties.storageAccount.*properties.applicationInsights/);
    expect((await client.put(`${P}/workspaces/x`, workspace())).status).toBe(400);
  });

  it("keeps its storage account and key vault", async () => {
    await client.made(W, workspace());
    const { status, body } = await client.put(W, workspace({ storageAccount: "/other" }));
    expect([status, body.error.details[0].target]).toEqual([400, "properties.storageAccount"]);
  });

  it("is patched member by member", async () => {
    await client.made(W, { ...workspace({ friendlyName: "Lab" }), tags: { a: "1" } });
    await client.call("PATCH", W, { tags: { b: "2" }, properties: { description: "new" } });
    expect((await client.settled(W)).body).toMatchObject({
      tags: { b: "2" },
      properties: { friendlyName: "Lab", description: "new" },
    });
  });

  it("is kept for a time when it is deleted, unless it is purged", async () => {
    await client.made(W, workspace());
    expect(await client.gone(W)).toEqual(["Deleting", "404"]);
    expect(await client.put(W, workspace())).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("retained") } },
    });
    await client.call("DELETE", `${W}?forceToPurge=true`);
    await client.made(W, workspace());
    await client.gone(`${W}?forceToPurge=true`);
    expect((await client.put(W, workspace())).status).toBe(201);
    expect((await client.call("DELETE", `${P}/workspaces/none`)).status).toBe(204);
  });
});
