import { type Sandbox, startSandbox } from "../../sandbox";
import type { Behaviour } from "../../sandbox/context";

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies are looked at member by member */
type Json = any;

interface Answer {
  status: number;
  body: Json;
  headers: Headers;
}

let sandbox: Sandbox;
let authorization: string;

const P = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices";
const W = `${P}/workspaces/lab`;
const workspace = (change: Json = {}): Json => ({
  location: "East US",
  identity: { type: "systemAssigned" },
  properties: { storageAccount: "/storage", keyVault: "/vault", applicationInsights: "/insights", ...change },
});

/** Calls the service with a token and, unless the query has one, the api-version of the path. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const url = new URL(path, sandbox.url);
  const version = /\/(onlineEndpoints|jobs)/.test(path) ? "2024-04-01" : "2023-10-01";
  if (path.startsWith("/") && !url.searchParams.has("api-version")) url.searchParams.set("api-version", version);
  const response = await fetch(url, {
    method,
    headers: { Authorization: authorization, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

const get = (path: string): Promise<Answer> => call("GET", path);
const put = (path: string, body: unknown): Promise<Answer> => call("PUT", path, body);

/** Reads a resource until its state is one that stays; returns the states on the way and the last answer. */
async function settled(path: string): Promise<{ states: string[]; last: Answer }> {
  const states: string[] = [];
  for (;;) {
    const last = await get(path);
    const state: string = last.body.properties?.provisioningState ?? last.body.properties?.status ?? String(last.status);
    states.push(state);
    if (!/ing$|^NotStarted|^Queued|^CancelRequested/.test(state)) return { states, last };
  }
}

/** Creates a resource and waits for it. */
async function created(path: string, body: unknown): Promise<Json> {
  const answer = await put(path, body);
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  return (await settled(path)).last.body;
}

async function start(behaviour: Partial<Behaviour> = {}): Promise<void> {
  sandbox = await startSandbox({ behaviour: { polls: 1, ...behaviour } });
  authorization = `Bearer ${await token()}`;
}

async function token(change: Record<string, string> = {}, tenant = "sandbox"): Promise<string> {
  const form = { grant_type: "client_credentials", resource: sandbox.url, client_id: "sandbox", client_secret: "sandbox", ...change };
  const response = await fetch(`${sandbox.url}/${tenant}/oauth2/token`, { method: "POST", body: new URLSearchParams(form) });
  const body = (await response.json()) as Json;
  return body.access_token ?? body.error;
}

beforeEach(() => start());
afterEach(() => sandbox.close());

describe("access", () => {
  it("is by a token of the issuer for this service, while it is valid", async () => {
    expect((await get(`${P}/workspaces`)).status).toBe(200);
    await fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds: 3600 }) });
    expect(await get(`${P}/workspaces`)).toMatchObject({ status: 401, body: { error: { code: "ExpiredAuthenticationToken" } } });
    authorization = `Bearer ${await token({ resource: "https://elsewhere" })}`;
    expect(await get(`${P}/workspaces`)).toMatchObject({ status: 401, body: { error: { code: "InvalidAuthenticationTokenAudience" } } });
    authorization = "";
    expect((await get(`${P}/workspaces`)).status).toBe(401);
  });

  it.each([
    [{ client_secret: "wrong" }, "sandbox", "invalid_client"],
    [{ client_id: "wrong" }, "sandbox", "unauthorized_client"],
    [{ grant_type: "password" }, "sandbox", "unsupported_grant_type"],
    [{ resource: "" }, "sandbox", "invalid_request"],
    [{}, "elsewhere", "invalid_request"],
  ])("is refused in the issuer's error shape: %j, tenant %s", async (change, tenant, error) => {
    expect(await token(change as Record<string, string>, tenant)).toBe(error);
  });

  it("needs the api-version of the part that is asked", async () => {
    expect(await get(`${P}/workspaces?api-version=2024-04-01`)).toMatchObject({ status: 400, body: { error: { code: "InvalidApiVersionParameter" } } });
    expect(await get(`${P}/workspaces?api-version=`)).toMatchObject({ status: 400 });
    expect(await get(`${W}/jobs?api-version=2023-10-01`)).toMatchObject({ status: 400 });
  });

  it("is limited to so many requests per second", async () => {
    sandbox.behaviour.mlRequestsPerSecond = 0;
    const { status, headers, body } = await get(`${P}/workspaces`);
    expect([status, headers.get("retry-after"), body.error.code]).toEqual([429, "1", "TooManyRequests"]);
  });
});

describe("asynchronous operations", () => {
  it.each(["Azure-AsyncOperation", "Operation-Location", "Location"] as const)("are followed by %s", async (form) => {
    Object.assign(sandbox.behaviour, { operation: form, retryAfter: 3 });
    const first = await put(W, workspace());
    expect([first.status, first.body.properties.provisioningState, first.headers.get("retry-after")]).toEqual([201, "Creating", "3"]);
    const at = first.headers.get(form) ?? "";
    const polls = [await get(at), await get(at)];
    if (form === "Location") expect(polls.map(({ status }) => status)).toEqual([202, 200]);
    else expect(polls.map(({ body }) => body.status)).toEqual(["InProgress", "Succeeded"]);
    expect((await get(W)).body.properties.provisioningState).toBe("Succeeded");
    expect((await put(W, workspace({ description: "x" }))).status).toBe(200);
  });

  it("have addresses that carry an api-version of their own", async () => {
    const at = (await put(W, workspace())).headers.get("azure-asyncoperation") ?? "";
    expect((await get(at.replace(/api-version=.*/, "api-version=2023-10-01"))).status).toBe(400);
  });

  it("are followed by the record's state alone when there is no header", async () => {
    sandbox.behaviour.operation = "provisioningState";
    expect((await put(W, workspace())).headers.get("azure-asyncoperation")).toBeNull();
    expect((await settled(W)).states).toEqual(["Creating", "Succeeded"]);
  });

  it("do not exist when everything is done at once", async () => {
    sandbox.behaviour.operation = "none";
    expect((await put(W, workspace())).body.properties).not.toHaveProperty("provisioningState");
    expect((await call("DELETE", W)).status).toBe(200);
    expect((await get(W)).status).toBe(404);
  });

  it.each([
    ["empty", 201],
    ["accepted", 202],
  ] as const)("may answer %s", async (form, status) => {
    sandbox.behaviour.put = form;
    const answer = await put(W, workspace());
    expect([answer.status, answer.body]).toEqual([status, undefined]);
    expect((await settled(W)).last.body.location).toBe("East US");
  });

  it("end as a fault says, and the resource stays", async () => {
    const error = { code: "UserError", message: "no quota", details: [{ code: "OutOfQuota", message: "0 cores" }] };
    sandbox.faults.push({ match: "^PUT .*/workspaces/lab$", outcome: { status: "Failed", error } });
    const at = (await put(W, workspace())).headers.get("azure-asyncoperation") ?? "";
    await get(at);
    expect((await get(at)).body).toMatchObject({ status: "Failed", error });
    expect((await get(W)).body.properties.provisioningState).toBe("Failed");
  });

  it("run one at a time on a resource", async () => {
    await put(W, workspace());
    expect(await put(W, workspace())).toMatchObject({ status: 409, body: { error: { code: "Conflict" } } });
    await settled(W);
    expect((await put(W, workspace())).status).toBe(200);
  });
});

describe("reads", () => {
  it("may be late", async () => {
    sandbox.behaviour.staleReads = 2;
    await put(W, workspace());
    expect([(await get(W)).status, (await get(`${P}/workspaces`)).body.value, (await get(W)).status]).toEqual([404, [], 200]);
    await settled(W);
    await put(W, workspace({ description: "new" }));
    expect((await get(W)).body.properties.description).toBeUndefined();
    await get(W);
    expect((await get(W)).body.properties.description).toBe("new");
  });

  it("may show another form of the same", async () => {
    sandbox.behaviour.echo = "otherForm";
    expect(await created(W, workspace())).toMatchObject({
      location: "eastus",
      tags: {},
      identity: { type: "SystemAssigned" },
      id: W.replace("resourceGroups", "resourcegroups").replace("Provider.", "provider.").replace("MachineLearningServices", "machinelearningservices"),
    });
  });

  it("take resource paths in any letter case", async () => {
    await created(W, workspace());
    expect((await get(W.toUpperCase().replace("SANDBOX", "sandbox"))).body.name).toBe("lab");
  });

  it("come in pages", async () => {
    sandbox.behaviour.pageSize = 2;
    for (const name of ["one", "two", "three"]) await created(`${P}/workspaces/${name}`, workspace());
    const first = (await get(`${P}/workspaces`)).body;
    const second = (await get(first.nextLink)).body;
    expect([...first.value, ...second.value].map(({ name }: Json) => name)).toEqual(["one", "two", "three"]);
    expect(second.nextLink).toBeUndefined();
  });
});

describe("a workspace", () => {
  it("has what was declared and what the service adds", async () => {
    expect(await created(W, { ...workspace({ friendlyName: "Lab" }), tags: { a: "1" } })).toMatchObject({
      id: W,
      name: "lab",
      type: "Provider.MachineLearningServices/workspaces",
      tags: { a: "1" },
      identity: { type: "systemAssigned", principalId: expect.any(String) },
      properties: { friendlyName: "Lab", creationTime: expect.stringMatching(/T.*\+00:00$/), workspaceId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it("is refused with the names of what is missing", async () => {
    const { status, body } = await put(W, { properties: { keyVault: "/vault" } });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/location.*properties.storageAccount.*properties.applicationInsights/);
    expect((await put(`${P}/workspaces/x`, workspace())).status).toBe(400);
  });

  it("keeps its storage account and key vault", async () => {
    await created(W, workspace());
    const { status, body } = await put(W, workspace({ storageAccount: "/other" }));
    expect([status, body.error.details[0].target]).toEqual([400, "properties.storageAccount"]);
  });

  it("is patched member by member", async () => {
    await created(W, { ...workspace({ friendlyName: "Lab" }), tags: { a: "1" } });
    await call("PATCH", W, { tags: { b: "2" }, properties: { description: "new" } });
    expect((await settled(W)).last.body).toMatchObject({ tags: { b: "2" }, properties: { friendlyName: "Lab", description: "new" } });
  });

  it("is kept for a time when it is deleted, unless it is purged", async () => {
    await created(W, workspace());
    await call("DELETE", W);
    expect((await settled(W)).states).toEqual(["Deleting", "404"]);
    expect(await put(W, workspace())).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("retained") } } });
    await call("DELETE", `${W}?forceToPurge=true`);
    await created(W, workspace());
    await call("DELETE", `${W}?forceToPurge=true`);
    await settled(W);
    expect((await put(W, workspace())).status).toBe(201);
    expect((await call("DELETE", `${P}/workspaces/none`)).status).toBe(204);
  });
});
