import { follow, stateOf } from "../../provider/core/operation";
import { hasFailed, isRunning } from "../../provider/core/states";
import { callsTo, servers, type Got, type Reply, none } from "./server";

const start = servers();
const now = { "retry-after": "0" };

/** Starts an operation by a PUT and follows it; polls are answered in order. */
async function run(
  first: (url: string) => Reply,
  polls: Reply[] | ((got: Got, count: number) => Reply),
  more: Parameters<typeof callsTo>[1] = {},
) {
  const said: string[] = [];
  const server = await start((got, count) =>
    got.method === "PUT"
      ? first(`http://${got.headers.host}`)
      : typeof polls === "function"
        ? polls(got, count - 1)
        : polls[Math.min(count - 1, polls.length) - 1]!,
  );
  const http = callsTo(server.url, { apiVersion: "1", ...more });
  const answer = await http.send({ method: "PUT", path: "/base/things/a", body: {} });
  const result = follow(http, answer, { what: "creating /things/a", progress: (text) => said.push(text) });
  return { result, said, asked: () => server.got.filter(({ method }) => method === "GET") };
}

const at =
  (header: string, status = 201) =>
  (url: string): Reply => ({
    status,
    headers: { [header]: `${url}/operations/7?api-version=9&t=x`, ...now },
    json: {},
  });
const running = { headers: now, json: { status: "Running" } };
const succeeded = { json: { status: "Succeeded" } };

test.each(["Azure-AsyncOperation", "Operation-Location"])(
  "%s is asked until its status is final, at its own address",
  async (header) => {
    const { result, said, asked } = await run(at(header), [
      running,
      { headers: now, json: { status: "InProgress", percentComplete: 41.6 } },
      { json: { status: "SUCCEEDED", properties: { output: 1 } } },
    ]);
    expect(await result).toEqual({ status: "SUCCEEDED", properties: { output: 1 } });
    expect(asked().map(({ url }) => url)).toEqual(Array(3).fill("/operations/7?api-version=9&t=x"));
    expect(asked()[0]!.headers).toMatchObject({ "api-key": "s3cr3t-key" });
    expect(said.slice(1)).toEqual(["creating /things/a: Running", "creating /things/a: InProgress (42 %)"]);
  },
);

test("Location is asked while it answers 202; what it answers then is the result", async () => {
  const { result, asked } = await run(at("Location", 202), [
    { status: 202, headers: now },
    { status: 202, headers: now, json: { status: "Succeeded" } },
    { json: { id: "/a" } },
  ]);
  expect(await result).toEqual({ id: "/a" });
  expect(asked()).toHaveLength(3);
});

test("a status is asked before a Location, and the state of a resource counts as one", async () => {
  const { result, asked } = await run(
    (url) => ({ status: 202, headers: { location: `${url}/result`, "azure-asyncoperation": `${url}/status`, ...now } }),
    [
      { headers: now, json: { properties: { provisioningState: "Updating" } } },
      { headers: now, json: { provisioningState: "Creating" } },
      { headers: now, json: { state: "Running" } },
      succeeded,
    ],
  );
  await result;
  expect(asked().map(({ url }) => url)).toEqual(Array(4).fill("/status"));
});

test("an answer that started nothing is at its end: its Location is that of the resource", async () => {
  const { result, asked } = await run(
    (url) => ({ status: 201, headers: { location: `${url}/things/a` }, json: { id: "/a" } }),
    [],
  );
  expect(await result).toEqual({ id: "/a" });
  expect(asked()).toEqual([]);
});

test("an address may be relative to that of the request", async () => {
  const { result, asked } = await run(
    () => ({ status: 202, headers: { location: "/base/operations/7?api-version=9", ...now } }),
    [succeeded],
  );
  await result;
  const other = await run(
    () => ({ status: 201, headers: { "operation-location": "../operations/8", ...now } }),
    [succeeded],
  );
  await other.result;
  expect([...asked(), ...other.asked()].map(({ url }) => url)).toEqual([
    "/base/operations/7?api-version=9",
    "/base/operations/8",
  ]);
});

test("an address elsewhere is asked without credentials", async () => {
  const other = await start([succeeded]);
  const { result } = await run(
    () => ({ status: 201, headers: { "azure-asyncoperation": `${other.url}/operations/7`, ...now } }),
    [],
  );
  await result;
  expect(other.got).toHaveLength(1);
  expect(other.got[0]!.headers).not.toHaveProperty("api-key");
});

test.each([["ftp://host/a"], ["http://"]])("an address that is none is an error: %s", async (address) => {
  const { result } = await run(() => ({ status: 201, headers: { "operation-location": address, ...now } }), []);
  await expect(result).rejects.toThrow("is no address");
});

test("an operation that is not there any more has ended", async () => {
  const { result } = await run(at("Azure-AsyncOperation"), [running, none]);
  expect(await result).toBeUndefined();
});

const page = { text: "<html>sign in</html>" };

test.each(["Azure-AsyncOperation", "Location"])("a page at the address in %s does not end it", async (header) => {
  const { result, asked } = await run(at(header, 202), [page, page, succeeded]);
  await result;
  expect(asked()).toHaveLength(3);
  const { result: failing } = await run(at(header, 202), [page]);
  await expect(failing).rejects.toThrow("/operations/7?api-version=9&t=x answered 200: an HTML page");
});

test("202 without a status still runs", async () => {
  const { result, asked } = await run(at("Azure-AsyncOperation"), [
    { status: 202, headers: now },
    { status: 202, headers: now, json: null },
    succeeded,
  ]);
  await result;
  expect(asked()).toHaveLength(3);
});

test.each([
  [
    "an operation's error with the useful code inside",
    {
      status: "Failed",
      error: {
        code: "UserError",
        message: "Build failed",
        details: [{ code: "ImageBuildFailure", message: "conda solve failed" }],
      },
    },
    "Failed: [UserError] Build failed; [ImageBuildFailure] conda solve failed",
  ],
  [
    "a resource's error",
    { properties: { provisioningState: "Failed", error: { code: "Quota", message: "no cores" } } },
    "Failed: [Quota] no cores",
  ],
  [
    "a list of errors",
    {
      properties: {
        provisioningState: "Failed",
        provisioningErrors: [{ error: { code: "A", message: "a" } }, { code: "B", message: "b" }],
      },
    },
    "Failed: [A] a; [B] b",
  ],
  ["nothing", { status: "Canceled" }, "Canceled"],
  ["a time-out", { state: "TimedOut", error: null }, "TimedOut"],
  ["a text", { status: "Failed", error: "broken" }, "Failed: [broken] "],
  ["a secret", { status: "Failed", error: { code: "A", message: "with s3cr3t-key" } }, "Failed: [A] with [secret]"],
])("one that failed tells %s", async (_, body, text) => {
  for (const header of ["Azure-AsyncOperation", "Location"]) {
    const { result } = await run(at(header, 202), [running.json === body ? running : { json: body }]);
    await expect(result).rejects.toMatchObject({
      name: "OperationError",
      message: `creating /things/a ended as ${text}`,
      stack: "",
    });
  }
});

test("one that does not end is given up when the time is over, after a last look, with its last state", async () => {
  const { result, asked } = await run(
    at("Azure-AsyncOperation"),
    [{ headers: { "retry-after": "600" }, json: { status: "Creating" } }],
    { seconds: 1.2 },
  );
  await expect(result).rejects.toMatchObject({
    name: "TimeoutError",
    message: "creating /things/a did not end in time; its last state is Creating",
  });
  expect(asked()).toHaveLength(2);
});

test("a refused poll is told with its path", async () => {
  const { result } = await run(at("Azure-AsyncOperation"), [
    { status: 403, json: { error: { code: "Forbidden", message: "no" } } },
  ]);
  await expect(result).rejects.toThrow("GET /operations/7 answered 403 Forbidden: no");
});

test("a state that is not known still changes; none is done", () => {
  expect(
    ["Creating", "Paused", "CancelRequested", "Succeeded", "completed", "FAILED", "Cancelled", undefined].map(
      isRunning,
    ),
  ).toEqual([true, true, true, false, false, false, false, false]);
  expect(["failed", "Canceled", "TimedOut", "Succeeded", undefined].map(hasFailed)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("the state of a resource is its provisioningState, not what it has under another name", () => {
  expect(
    [
      { properties: { provisioningState: "Creating" } },
      { provisioningState: "Failed" },
      { status: "active", state: "on" },
      { properties: null },
      "text",
      null,
    ].map(stateOf),
  ).toEqual(["Creating", "Failed", undefined, undefined, undefined, undefined]);
});
