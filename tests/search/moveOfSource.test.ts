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
  sandbox.faults.push({ match: "GET /knowledgesources", status: 404, times: 1000 });
  await leave();
});
