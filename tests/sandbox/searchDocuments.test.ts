import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox";
import { type Answer, type Json, callsOf, lamps, stock } from "./searchCalls";

let sandbox: Sandbox;
const call = callsOf(() => sandbox);
const index = (...value: object[]) => call("POST", "/indexes/lamps/docs/index", { value });
const one = async (key: string): Promise<Json> => (await call("GET", `/indexes/lamps/docs/${key}`)).body;

beforeEach(async () => {
  sandbox = await startSandbox();
  await call("PUT", "/indexes/lamps", lamps);
});
afterEach(() => sandbox.close());

it("tells of every entry, in order, what became of it", async () => {
  const first = await index(...stock);
  expect(first).toMatchObject({
    status: 200,
    body: { value: [{ key: "p1", status: true, errorMessage: null, statusCode: 201 }, {}, {}] },
  });
  const second = await index(
    { "@search.action": "upload", id: "p1", title: "New" },
    { "@search.action": "merge", id: "p9", stock: 1 },
    { "@search.action": "mergeOrUpload", id: "p8", stock: 1 },
    { "@search.action": "delete", id: "p2" },
    { "@search.action": "delete", id: "p7" },
  );
  expect(second.status).toBe(207);
  expect(second.body.value.map((each: Json) => [each.key, each.status, each.statusCode])).toEqual([
    ["p1", true, 200],
    ["p9", false, 404],
    ["p8", true, 201],
    ["p2", true, 200],
    ["p7", true, 200],
  ]);
});

it("replaces by upload and keeps by merge what is not sent", async () => {
  await index(...stock);
  await index(
    { "@search.action": "merge", id: "p1", price: 21, tags: ["new"] },
    { "@search.action": "upload", id: "p2", title: "Red" },
  );
  expect(await one("p1")).toMatchObject({ title: "Blue desk lamp", price: 21, tags: ["new"] });
  expect(await one("p2")).toMatchObject({ title: "Red", price: null, text: null, tags: [] });
});

it("returns retrievable fields only, and times in UTC", async () => {
  await index(...stock);
  const document = await one("p3");
  expect(document.since).toBe("2024-05-01T00:00:00Z");
  expect(document).not.toHaveProperty("vec");
  expect(document).not.toHaveProperty("cost");
  const selected = await call(
    "GET",
    "/indexes/lamps/docs/p3",
    undefined,
    {},
    "api-version=2025-11-01-preview&$select=id,price",
  );
  expect(selected.body).toEqual({ "@odata.context": expect.any(String), id: "p3", price: 300.5 });
  expect((await call("GET", "/indexes/lamps/docs/p7")).status).toBe(404);
  expect((await call("GET", "/indexes/lamps/docs/constructor")).status).toBe(404);
});

it.each<[string, object, string]>([
  ["text in a number", { stock: "4" }, "stock"],
  ["a fraction in an integer", { stock: 1.5 }, "stock"],
  ["an integer that is too large", { stock: 2 ** 31 }, "stock"],
  ["a number in a Boolean", { sold: 1 }, "sold"],
  ["a date without an offset", { since: "2024-05-01" }, "since"],
  ["no array in a collection", { tags: "desk" }, "tags"],
  ["a number in a collection of strings", { tags: [1] }, "tags"],
  ["a vector of another length", { vec: [1, 2] }, "vec"],
  ["text in a vector", { vec: ["1", "2", "3"] }, "vec"],
  ["a field that does not exist", { colour: "blue" }, "colour"],
])("refuses %s, and that entry alone", async (_what, change, field) => {
  const { status, body } = await index({ id: "bad", ...change }, { id: "good" });
  expect(status).toBe(207);
  expect(body.value).toMatchObject([
    { key: "bad", status: false, statusCode: 400, errorMessage: expect.stringContaining(`'${field}'`) },
    { key: "good", status: true },
  ]);
  expect((await call("GET", "/indexes/lamps/docs/bad")).status).toBe(404);
});

it.each([[{}], [{ id: "a b" }], [{ id: "a/b" }], [{ id: 1 }], [{ id: "" }]])(
  "refuses the key of %j",
  async (document) => {
    expect((await index(document)).body.value).toMatchObject([{ status: false, statusCode: 400 }]);
  },
);

it.each<[string, unknown, number]>([
  ["no value", {}, 400],
  ["an empty batch", { value: [] }, 400],
  ["an unknown action", { value: [{ "@search.action": "put", id: "a" }] }, 400],
  ["1001 entries", { value: Array.from({ length: 1001 }, (_, position) => ({ id: `k${position}` })) }, 400],
  ["more than 16 MB", { value: [{ id: "a", title: "x".repeat(17_000_000) }] }, 413],
])("refuses %s as a whole", async (_what, body, status) => {
  expect((await call("POST", "/indexes/lamps/docs/index", body)).status).toBe(status);
  expect((await call("GET", "/indexes/lamps/docs/$count")).body).toBe("0");
});

it("takes 1000 entries", async () => {
  expect((await index(...Array.from({ length: 1000 }, (_, position) => ({ id: `k${position}` })))).status).toBe(200);
  expect((await call("GET", "/indexes/lamps/docs/$count")).body).toBe("1000");
});

it("counts documents and bytes", async () => {
  const empty = (await call("GET", "/indexes/lamps/stats")).body;
  await index(...stock);
  const { body } = await call("GET", "/indexes/lamps/stats");
  expect(body).toMatchObject({ documentCount: 3, vectorIndexSize: 36 });
  expect(body.storageSize).toBeGreaterThan(empty.storageSize);
  expect((await call("GET", "/indexstats")).body.value).toMatchObject([{ name: "lamps", documentCount: 3 }]);
  expect((await call("GET", "/servicestats")).body.counters).toMatchObject({
    documentCount: { usage: 3 },
    indexesCount: { usage: 1 },
  });
});

it("lets readers see the state before a write, as often as the behaviour says", async () => {
  sandbox.behaviour.staleReads = 1;
  await index(...stock);
  expect((await call("GET", "/indexes/lamps/docs/$count")).body).toBe("0");
  expect((await call("GET", "/indexes/lamps/docs/$count")).body).toBe("3");
});

it("forgets the documents of a deleted index", async () => {
  await index(...stock);
  await call("DELETE", "/indexes/lamps");
  expect((await index(...stock)).status).toBe(404);
  await call("PUT", "/indexes/lamps", lamps);
  expect((await call("GET", "/indexes/lamps/docs/$count")).body).toBe("0");
});

it("keeps objects inside documents to the fields of their type", async () => {
  const address = {
    name: "address",
    type: "Edm.ComplexType",
    fields: [
      { name: "city", type: "Edm.String" },
      { name: "door", type: "Edm.Int32", retrievable: false },
    ],
  };
  await call("PUT", "/indexes/shops", {
    name: "shops",
    fields: [{ name: "id", type: "Edm.String", key: true }, address],
  });
  const shops = (...value: object[]) => call("POST", "/indexes/shops/docs/index", { value });
  expect(
    (await shops({ id: "a", address: { city: "Rome", door: 3 } }, { id: "b", address: { town: "Rome" } })).body.value,
  ).toMatchObject([{ status: true }, { status: false, errorMessage: expect.stringContaining("address/town") }]);
  await shops({ "@search.action": "merge", id: "a", address: { door: 4 } });
  const { body } = await call("POST", "/indexes/shops/docs/search", { search: "rome", filter: "address/door eq 4" });
  expect(body.value).toMatchObject([{ id: "a", address: { city: "Rome" } }]);
  expect(body.value[0].address).not.toHaveProperty("door");
});

describe("integers of 64 bits", () => {
  const numbers = {
    name: "numbers",
    fields: [
      { name: "id", type: "Edm.String", key: true },
      { name: "n", type: "Edm.Int64", filterable: true, sortable: true },
      { name: "all", type: "Collection(Edm.Int64)" },
      { name: "far", type: "Edm.Double", filterable: true },
    ],
  };
  const upload = (sandboxCall: typeof call, documents: string): Promise<Answer> =>
    sandboxCall("POST", "/indexes/numbers/docs/index", `{"value":[${documents}]}`);
  const textOf = async (at: Sandbox, path: string, headers: Record<string, string> = {}): Promise<string> =>
    (
      await fetch(`${at.url}${path}?api-version=2025-11-01-preview`, { headers: { "api-key": "sandbox", ...headers } })
    ).text();

  beforeEach(() => call("PUT", "/indexes/numbers", numbers));

  it("are kept digit for digit, found and ordered by, to the ends of their range", async () => {
    const greatest = `{"id":"a","n":9223372036854775807,"all":[1,-9007199254740993],"far":100000000000000000}`;
    const { body } = await upload(
      call,
      `${greatest},{"id":"b","n":9223372036854775806},{"id":"c","n":-9223372036854775808}`,
    );
    expect(body.value.map((each: Json) => each.statusCode)).toEqual([201, 201, 201]);
    expect(await textOf(sandbox, "/indexes/numbers/docs/a")).toContain(greatest.slice(1));
    const ids = async (search: object): Promise<string[]> =>
      (await call("POST", "/indexes/numbers/docs/search", search)).body.value.map((each: Json) => each.id);
    expect(await ids({ filter: "n eq 9223372036854775807" })).toEqual(["a"]);
    expect(await ids({ filter: "n ge 9223372036854775806 and n ne 9223372036854775807" })).toEqual(["b"]);
    expect(await ids({ filter: "far eq 100000000000000000" })).toEqual(["a"]);
    expect(await ids({ orderby: "n" })).toEqual(["c", "b", "a"]);
    expect((await call("GET", "/indexes/numbers/stats")).status).toBe(200);
  });

  it.each(["9223372036854775808", "-9223372036854775809", "1e30", `"9007199254740993"`])(
    "are not %s",
    async (value) => {
      expect((await upload(call, `{"id":"a","n":${value}}`)).body.value).toMatchObject([{ statusCode: 400 }]);
    },
  );

  it("stay in a data file, and in the form of a dialect", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mlplane-"));
    const file = join(folder, "data.json");
    const first = await startSandbox({ data: file, dialect: "azure" });
    const firstCall = callsOf(() => first);
    await firstCall("PUT", "/indexes('numbers')", numbers);
    await firstCall(
      "POST",
      "/indexes('numbers')/docs/search.index",
      `{"value":[{"id":"a","n":-9007199254740993,"far":1e17}]}`,
    );
    await first.close();
    const second = await startSandbox({ data: file, dialect: "azure" });
    expect(await textOf(second, "/indexes('numbers')/docs('a')")).toContain(
      `"n":-9007199254740993,"all":[],"far":100000000000000000`,
    );
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
