import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox";

let sandbox: Sandbox;
const start = async (options?: SandboxOptions): Promise<Sandbox> => (sandbox = await startSandbox(options));
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(sandbox.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });

/** A request that every sandbox answers with 404 and the error body of the services. */
const nowhere = (): Promise<Response> => fetch(`${sandbox.url}/nowhere?a=1`);

afterEach(() => sandbox.close());

test("its credentials are no words that stand in addresses and ids, where masking would hide them", async () => {
  await start();
  const { environment } = sandbox;
  const isSecret = (name: string): boolean => /_(SECRET|KEY)$/.test(name);
  const secrets = Object.entries(environment).flatMap(([name, value]) => (isSecret(name) ? [value!] : []));
  const others = Object.entries(environment).flatMap(([name, value]) => (isSecret(name) ? [] : [value!]));
  expect(secrets.length).toBeGreaterThan(1);
  for (const secret of secrets) expect(others.filter((other) => other.includes(secret))).toEqual([]);
});

describe("the request log", () => {
  it("shows requests in order, with their answers and without credentials", async () => {
    await start();
    await fetch(`${sandbox.url}/one?a=1`, {
      headers: { "api-key": "hidden", Authorization: "Bearer hidden", "If-Match": "x" },
    });
    await post("/two", { b: 2 });
    const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as unknown;
    expect(log).toMatchObject([
      { method: "GET", path: "/one", query: { a: "1" }, status: 404, headers: { "if-match": "x" } },
      { method: "POST", path: "/two", body: { b: 2 } },
    ]);
    expect(JSON.stringify(log)).not.toContain("hidden");
    await fetch(`${sandbox.url}/_sandbox/requests`, { method: "DELETE" });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("faults", () => {
  it("answer as scripted, as often as scripted, then no more", async () => {
    await start();
    await post("/_sandbox/faults", { match: "^GET /nowhere$", status: 429, retryAfter: 7, times: 2 });
    const first = await nowhere();
    expect(first.headers.get("x-ms-request-id")).toBeTruthy();
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await first.json()).toMatchObject({ error: { code: "TooManyRequests" } });
    expect((await nowhere()).status).toBe(429);
    expect((await nowhere()).status).toBe(404);
  });

  it.each(["before", "midway", "after"] as const)("break the connection %s", async (drop) => {
    await start();
    sandbox.faults.push({ match: "/nowhere", drop });
    await expect(nowhere().then((response) => response.text())).rejects.toThrow();
    expect(sandbox.requests).toHaveLength(1);
    expect(sandbox.requests[0]?.status).toBeUndefined();
    expect((await nowhere()).status).toBe(404);
  });

  it("answer with any text", async () => {
    await start();
    sandbox.faults.push({ match: ".", status: 502, body: "<html>", headers: { "Content-Type": "text/html" } });
    const response = await nowhere();
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      502,
      "text/html",
      "<html>",
    ]);
  });

  it("answer with something else after the work is done", async () => {
    await start();
    sandbox.faults.push({ match: "setgpudevice", status: 502, body: "<html>", done: true });
    const response = await fetch(`${sandbox.url}/compat/setgpudevice/2`);
    expect([response.status, await response.text()]).toEqual([502, "<html>"]);
    expect(await (await fetch(`${sandbox.url}/compat/getgpudevice`)).json()).toBe(2);
  });

  it("can be taken back", async () => {
    await start();
    sandbox.faults.push({ match: ".", status: 500 });
    await fetch(`${sandbox.url}/_sandbox/faults`, { method: "DELETE" });
    expect((await nowhere()).status).toBe(404);
  });

  it.each([
    [{ match: "(", status: 500 }, "match"],
    [{ match: ".", status: 500, tims: 2 }, "tims"],
    [{ match: "." }, "a fault needs"],
  ])("that make no sense are refused: %j", async (fault, named) => {
    await start();
    const response = await post("/_sandbox/faults", fault);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(named);
  });
});

describe("behaviour", () => {
  it("is read and changed while the sandbox runs, unknown names refused", async () => {
    await start({ tier: "basic", behaviour: { polls: 1 } });
    expect(await (await fetch(`${sandbox.url}/_sandbox/behaviour`)).json()).toMatchObject({
      polls: 1,
      searchRequestsPerSecond: 10,
    });
    await post("/_sandbox/behaviour", { searchRequestsPerSecond: null, retryAfter: 3 });
    expect(sandbox.behaviour).toMatchObject({ searchRequestsPerSecond: undefined, retryAfter: 3 });
    expect((await post("/_sandbox/behaviour", { pols: 1 })).status).toBe(400);
  });
});

describe("the data file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  const data = join(folder, "data.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("keeps what the services hold, the clock included", async () => {
    await start({ data });
    await post("/_sandbox/clock", { advanceSeconds: 1e6 });
    await sandbox.close();
    await start({ data });
    const { now } = (await (await post("/_sandbox/clock", { advanceSeconds: 0 })).json()) as { now: string };
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + 0.9e9);
  });

  it("that holds something else is named", async () => {
    writeFileSync(data, "[]");
    await expect(startSandbox({ data })).rejects.toThrow(`${data} is not a data file of the sandbox`);
  });
});

it("gives a client the variables it needs", async () => {
  await start();
  expect(sandbox.environment).toMatchObject({
    MLPLANE_ML_ENDPOINT: sandbox.url,
    MLPLANE_SEARCH_API_KEY: "sandbox-search-key",
  });
});

it("says when its port is taken", async () => {
  await start();
  await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
