import { connectionOf } from "../../provider/connection";
import type { Context, Work } from "../../provider/core/context";
import { withoutReaders } from "../../provider/search/knowledge/readers";
import { documentsThere } from "../../provider/search/knowledge/moveOfSource";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { configurationFor } from "../subject";

/** What a knowledge source waits for before it leaves one index for another; the clock goes ten seconds at a time. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  for (const name of ["old", "new"])
    await outside(sandbox).send("PUT", `/indexes/${name}`, {
      name,
      fields: [{ name: "id", type: "Edm.String", key: true }],
    });
  await outside(sandbox).send("POST", "/indexes/old/docs/index", { value: [{ id: "1" }] });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  let time = performance.now();
  jest.spyOn(performance, "now").mockImplementation(() => (time += 10_000));
});
afterEach(() => void jest.restoreAllMocks());

/** Moves a source from `old` to `new`; every look at the works of the run finds the next of these. */
async function move(works: Work["stage"][][], successor?: string): Promise<{ looks: number; warned: string[] }> {
  const warned: string[] = [];
  const log = { progress() {}, info() {}, warn: (text: string) => void warned.push(text) };
  let looks = 0;
  const context: Context = {
    ...connectionOf(configurationFor(sandbox)).open(log, 60 * 60_000),
    works(kind, id) {
      expect([kind, id]).toEqual(["search:Documents", "/indexes/new/docs"]);
      const stages = works[Math.min(looks++, works.length - 1)]!;
      return stages.map((stage, position) => ({ line: `type::catalog ${position}`, object: "docs", stage }));
    },
    successor: (kind, id) => (`${kind} ${id}` === "search:Index /indexes/old" ? successor : undefined),
  };
  await documentsThere("/knowledgesources/source", "old", "new", context);
  return { looks, warned };
}

test("documents that are declared for the new index are waited for, however many resources they are", async () => {
  const all = [
    ["declared", "done"],
    ["running", "done"],
    ["done", "done"],
  ] as Work["stage"][][];
  const { looks, warned } = await move(all);
  expect([looks >= all.length, warned]).toEqual([true, []]);
});

test("those that have failed, or that wait for something else, keep the source where it is", async () => {
  await expect(move([["running"], ["failed", "done"]])).rejects.toThrow(
    '/knowledgesources/source stays with the index old: the documents of "catalog 0" have failed',
  );
  await expect(move([["done", "declared"]])).rejects.toThrow(
    'the documents of "catalog 1" have not begun to come into new; let it depend on the documents: `dependsOn` of /knowledgesources/source',
  );
});

test("an empty index that replaces a full one is told where nobody declares documents; another one is not", async () => {
  expect((await move([[]], "/indexes/new")).warned).toEqual([
    expect.stringContaining("new has no documents yet, and takes the place of old, which has some"),
  ]);
  expect(await move([[]])).toEqual({ looks: 1, warned: [] });
});

test("an index that another one has replaced stays while a source of anybody reads from it", async () => {
  const parameters = (searchIndexName: string): object => ({
    name: "theirs",
    kind: "searchIndex",
    searchIndexParameters: { searchIndexName },
  });
  const log = { progress() {}, info() {}, warn() {} };
  const leave = (): Promise<void> =>
    withoutReaders("/indexes/old", "/indexes/new", connectionOf(configurationFor(sandbox)).open(log, 60 * 60_000));
  await leave();
  await outside(sandbox).send("POST", "/knowledgesources", parameters("old"));
  sandbox.faults.push({ match: "GET /knowledgesources", status: 404 });
  await expect(leave()).rejects.toThrow(
    "/indexes/old stays: /knowledgesources/theirs still reads from it, not from /indexes/new. ",
  );
  await outside(sandbox).send("PUT", "/knowledgesources/theirs", parameters("new"));
  await leave();
});

const refusal = (code: string, message = "No list of them."): string => JSON.stringify({ error: { code, message } });
const leaveWith = async (status: number, body: string, milliseconds = 60 * 60_000): Promise<void> => {
  const log = { progress() {}, info() {}, warn() {} };
  const context = connectionOf(configurationFor(sandbox)).open(log, milliseconds);
  sandbox.faults.push({ match: "GET /knowledgesources", status, body, times: 1000 });
  await withoutReaders("/indexes/old", "/indexes/new", context).finally(() => (sandbox.faults.length = 0));
};

test.each([
  [404, refusal("NotFound", "Nothing answers to GET /knowledgesources.")],
  [404, refusal("", "There are none.")],
  [405, refusal("MethodNotAllowed")],
  [400, refusal("UnknownOperation")],
])("a service that says with %i that it lists no sources has none: %s", (status, body) => leaveWith(status, body));

test.each([
  [401, refusal("Unauthorized")],
  [403, refusal("Forbidden")],
  [429, refusal("TooManyRequests")],
  [404, "<html><h1>404 Not Found</h1></html>"],
  [404, '{"message":"no Route matched with those values"}'],
  [404, '{"statusCode":404,"error":"Not Found","message":"Cannot GET /knowledgesources"}'],
  [404, '{"error":{"code":404,"message":"Not found","status":"NOT_FOUND"}}'],
  [405, ""],
])("an index stays where a list of the sources is refused otherwise, with %i: %s", async (status, body) => {
  jest.restoreAllMocks();
  await expect(leaveWith(status, body, 3000)).rejects.toThrow(
    /^\/indexes\/old stays: its delete needs the list of knowledge sources.* answered \d+/s,
  );
});
