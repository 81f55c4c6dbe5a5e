import type { ServerResponse } from "node:http";
import { http } from "../../provider/core/http";
import { Lists, allPages } from "../../provider/core/lists";
import { now } from "../../provider/core/time";
import { callsTo, serviceAt, servers, until, type Reply } from "./server";

const start = servers();
const page = (next?: string): Reply => ({ json: { value: [{ name: "a" }], ...(next && { nextLink: next }) } });

describe("all pages of a list", () => {
  test("come one after the other, whatever form their links have", async () => {
    const { url } = await start([page("/things?page=2"), page("/things?page=3"), page("")]);
    expect(await allPages(callsTo(url), "/things", "1")).toHaveLength(3);
  });

  test.each([
    ["a query", "?$skip=2&tok=a%2Bb%20c", "/at/things?$skip=2&tok=a%2Bb%20c&api-version=1"],
    ["a name", "things?api-version=7&$skip=2", "/at/things?api-version=7&$skip=2"],
    ["the whole path of this one", "/at/things?$skip=2", "/at/things?$skip=2&api-version=1"],
    ["a path below the address of the service", "/things/more", "/at/things/more?api-version=1"],
  ])("are meant as a browser means links: %s", async (_, link, asked) => {
    const { url, got } = await start([page(link), page()]);
    expect(await allPages(callsTo(`${url}/at`), "/things", "1")).toHaveLength(2);
    expect(got[1]!.url).toBe(asked);
    expect(got[1]!.headers["api-key"]).toBe("s3cr3t-key");
  });

  test.each([
    ["to itself", ["/things"]],
    ["to the one before", ["/things?page=2", "/things?page=1", "/things?page=2"]],
    ["round in a longer circle", ["/b", "/c", "/d", "/b"]],
  ])("that lead %s are an error", async (_, links) => {
    const { url, got } = await start(links.map(page));
    await expect(allPages(callsTo(url), "/things", "1")).rejects.toThrow(
      "GET /things: a page of the list names one before it as the next, so it never ends",
    );
    expect(got).toHaveLength(links.length);
  });

  test("that never end are an error", async () => {
    let count = 0;
    const { url } = await start(() => page(`/things?page=${++count}`));
    await expect(allPages(callsTo(url, { seconds: 500 }), "/things")).rejects.toThrow(/more than 10000 pages/);
  });

  test.each<[string, Reply]>([
    ["a page", { text: "<html>Sign in</html>", headers: { "content-type": "text/html" } }],
    ["nothing", { text: "" }],
    ["another object", { json: { name: "a" } }],
  ])("an answer that is %s is none", async (_, reply) => {
    const { url } = await start([reply]);
    await expect(allPages(callsTo(url), "/things")).rejects.toThrow(/^GET \/things is answered, but not with a list\./);
  });
});

test("a list for whose next page there is no time names the last refusal", async () => {
  const page: Reply = { status: 200, json: { value: [{}], nextLink: "/things?page=2" } };
  const busy: Reply = { status: 503, json: { error: { code: "Busy", message: "The second page is moved." } } };
  const { url } = await start((_, count) => (count === 0 ? page : busy));
  await expect(allPages(callsTo(url, { seconds: 2 }), "/things")).rejects.toThrow(/503 Busy: The second page is moved/);
});

test("a list that fails is an error of all that wait for it, and the next ones ask again", async () => {
  const lists = new Lists();
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<never[]>((_, reject) => (fail = reject));
  const waiting = Promise.allSettled(["a", "b"].map((reader) => lists.answer("things", reader, () => failing)));
  // Whoever gathers later has waited longer: both have joined the list by then.
  await lists.answer("others", "c", async () => []);
  fail(new Error("no list"));
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(
    await Promise.all(["a", "b"].map((reader) => lists.answer("things", reader, async () => [{ name: "x" }]))),
  ).toEqual([[{ name: "x" }], [{ name: "x" }]]);
});

test("a list grows old though the clock of the machine is set back", async () => {
  const lists = new Lists();
  const both = (entry: number) =>
    Promise.all(["a", "b"].map((reader) => lists.answer("things", `${entry} ${reader}`, async () => [entry])));
  expect(await both(1)).toEqual([[1], [1]]);
  const later = performance.now() + 60_000;
  jest.spyOn(Date, "now").mockReturnValue(0);
  jest.spyOn(performance, "now").mockImplementation(() => later);
  try {
    expect(await both(2)).toEqual([[2], [2]]);
  } finally {
    jest.restoreAllMocks();
  }
});

test("a list from before the end of a write answers for no read after it", async () => {
  const lists = new Lists();
  const held: ServerResponse[] = [];
  const { url } = await start([(response) => void held.push(response)]);
  const service = http(
    serviceAt(url),
    { deadline: now() + 20_000 },
    () => {},
    () => lists.forget(),
  );
  const both = (entry: string) =>
    Promise.all(["a", "b"].map((reader) => lists.answer("things", `${entry} ${reader}`, async () => [entry])));
  const write = service.send({ method: "PUT", path: "/things/a", body: {} });
  await until(() => held.length > 0);
  expect(await both("before")).toEqual([["before"], ["before"]]);
  held[0]!.end("{}");
  await write;
  expect(await both("after")).toEqual([["after"], ["after"]]);
});
