import { request } from "node:http";
import { type Sandbox, startSandbox } from "../../sandbox";

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await startSandbox()));
afterEach(() => sandbox.close());

/** The status of a call with headers that `fetch` does not let a program set. */
function statusOf(method: string, path: string, headers: Record<string, string>, body = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(sandbox.url);
    const call = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on("error", reject);
    call.end(body);
  });
}

const fault = JSON.stringify({ match: ".", status: 500 });
const routes: [string, string, string][] = [
  ["POST", "/_sandbox/faults", fault],
  ["DELETE", "/_sandbox/faults", ""],
  ["GET", "/_sandbox/requests", ""],
  ["DELETE", "/_sandbox/requests", ""],
  ["POST", "/_sandbox/clock", '{"advanceSeconds":60}'],
  ["GET", "/_sandbox/behaviour", ""],
  ["POST", "/_sandbox/behaviour", '{"polls":7}'],
];

describe("the control routes", () => {
  it.each(routes)("refuse %s %s from elsewhere, and do nothing", async (method, path, body) => {
    sandbox.faults.push({ match: "/never", status: 500 });
    await fetch(`${sandbox.url}/kept`);
    const json = { "Content-Type": "application/json" };
    const foreign: Record<string, string>[] = [
      { Host: "rebound.example" },
      { Host: `rebound.example:${new URL(sandbox.url).port}` },
      { Host: "127.0.0.1.rebound.example" },
      { Origin: "https://page.example" },
      { Origin: "null" },
      { Origin: "http://127.0.0.1:1" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of foreign) expect(await statusOf(method, path, { ...json, ...headers }, body)).toBe(403);
    expect(sandbox.faults).toEqual([{ match: "/never", status: 500 }]);
    expect(sandbox.requests.map((one) => one.path)).toEqual(["/kept"]);
    expect(sandbox.behaviour.polls).toBe(2);
  });

  it("are for this machine under each of its names, and for pages of the sandbox", async () => {
    const { port, host } = new URL(sandbox.url);
    const own: Record<string, string>[] = [
      { Host: `localhost:${port}` },
      { Host: "[::1]:80" },
      { Host: host, Origin: sandbox.url, "Sec-Fetch-Site": "same-origin" },
      { Host: `localhost:${port}`, Origin: `http://localhost:${port}` },
      { "Sec-Fetch-Site": "none" },
    ];
    for (const headers of own) expect(await statusOf("GET", "/_sandbox/behaviour", headers)).toBe(200);
  });

  it.each(["", "advanceSeconds=60", "<clock/>", "[60]", '"60"', "null"])("refuse the body %j", async (body) => {
    for (const path of ["clock", "faults", "behaviour"])
      expect(await statusOf("POST", `/_sandbox/${path}`, { "Content-Type": "application/json" }, body)).toBe(400);
  });
});

const post = (path: string, body: string): Promise<Response> =>
  fetch(sandbox.url + path, { method: "POST", body, headers: { "Content-Type": "application/json" } });

describe("numbers without sense", () => {
  it.each(["1e300", "1e999", "-1", '"60"', "null"])("do not set the clock: %s", async (number) => {
    expect((await post("/_sandbox/clock", `{"advanceSeconds":${number}}`)).status).toBe(400);
    expect((await fetch(`${sandbox.url}/nowhere`)).headers.get("date")).toMatch(/ GMT$/);
    expect((await post("/_sandbox/clock", '{"advanceSeconds":1}')).status).toBe(200);
  });

  it("do not add up to a clock that has no date", async () => {
    const answers = [];
    for (let year = 0; year < 90; year++)
      answers.push((await post("/_sandbox/clock", '{"advanceSeconds":3e9}')).status);
    expect(answers.at(-1)).toBe(400);
    expect((await fetch(`${sandbox.url}/nowhere`)).headers.get("date")).toMatch(/ GMT$/);
  });

  it.each([
    '{"polls":1e300}',
    '{"pageSize":0}',
    '{"pageSize":1.5}',
    '{"searchPageSize":0}',
    '{"retryAfter":1e300}',
    '{"retryAfter":-1}',
    '{"mlRequestsPerSecond":-1}',
    '{"tokenLifetime":1e300}',
    '{"echo":"backwards"}',
    '{"toString":1}',
    '{"__proto__":{"polls":1}}',
  ])("do not change the behaviour: %s", async (body) => {
    const before = { ...sandbox.behaviour };
    expect((await post("/_sandbox/behaviour", body)).status).toBe(400);
    expect({ ...sandbox.behaviour }).toEqual(before);
  });

  it.each([
    '{"match":".","delayMs":1e300}',
    '{"match":".","status":500,"retryAfter":1e300}',
    '{"match":".","status":500,"times":1e300}',
    '{"match":".","status":500,"headers":{"a b":"c"}}',
    '{"match":".","status":500,"headers":{"a":"b\\nc"}}',
  ])("make no fault: %s", async (body) => {
    expect((await post("/_sandbox/faults", body)).status).toBe(400);
    expect(sandbox.faults).toEqual([]);
  });
});

describe("faults", () => {
  it("whose pattern takes too long are removed, and the request is told", async () => {
    sandbox.faults.push({ match: "^GET /(a+)+$", status: 503, times: 9 }, { match: "/other", status: 418 });
    const slow = await fetch(`${sandbox.url}/${"a".repeat(60)}!`);
    expect([slow.status, await slow.text()]).toEqual([500, expect.stringContaining("pattern of a fault")]);
    expect(sandbox.faults.map(({ match }) => match)).toEqual(["/other"]);
    expect((await fetch(`${sandbox.url}/other`)).status).toBe(418);
  });

  it.each([204, 304])("may answer %d, which has no body", async (status) => {
    sandbox.faults.push({ match: "/nowhere", status });
    expect((await fetch(`${sandbox.url}/nowhere`)).status).toBe(status);
  });

  it("are at most a thousand over HTTP", async () => {
    sandbox.faults.push(...Array.from({ length: 1000 }, () => ({ match: "/never", status: 500 })));
    expect((await post("/_sandbox/faults", fault)).status).toBe(409);
    sandbox.faults.length = 0;
  });
});
