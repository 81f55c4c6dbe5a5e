import type { Sandbox } from "../../sandbox";
import { embedding } from "../../sandbox/search/query/embedding";
import { type Json, callsOf, lamps, searchesOf, stock, stocked } from "./searchCalls";

let sandbox: Sandbox;
const call = callsOf(() => sandbox);
const { search, ids } = searchesOf(call);

beforeAll(async () => {
  sandbox = await stocked();
});
afterAll(() => sandbox.close());

describe("full text", () => {
  it("ranks what has more and rarer words first", async () => {
    const { body } = await search({ search: "red lamp" });
    expect(body.value.map((each: Json) => each.id)).toEqual(["p2", "p1"]);
    expect(body.value[0]["@search.score"]).toBeGreaterThan(body.value[1]["@search.score"]);
    expect(body["@odata.context"]).toBe(`${sandbox.url}/indexes('lamps')/$metadata#docs(*)`);
  });

  it.each<[object, string[]]>([
    [{ search: "blue oak" }, ["p3", "p1"]],
    [{ search: "blue oak", searchMode: "all" }, []],
    [{ search: "blue desk", searchMode: "all" }, ["p1"]],
    [{ search: "oak", searchFields: "title" }, []],
    [{ search: "flo*" }, ["p2"]],
    [{ search: "flo" }, []],
    [{ search: "BLUE" }, ["p1"]],
    [{ search: "*" }, ["p1", "p2", "p3"]],
    [{ search: "" }, ["p1", "p2", "p3"]],
    [{}, ["p1", "p2", "p3"]],
    [{ search: "nothing" }, []],
  ])("%j finds %j", async (body, found) => {
    expect((await ids(body)).sort()).toEqual([...found].sort());
  });

  it("selects, skips, orders and counts", async () => {
    const { body } = await search({ select: "id, price", orderby: "price desc", top: 1, skip: 1, count: true });
    expect(body["@odata.count"]).toBe(3);
    expect(body.value).toEqual([{ "@search.score": 1, id: "p2", price: 50 }]);
    expect(await ids({ orderby: "since,price" })).toEqual(["p1", "p2", "p3"]);
    expect(await ids({ search: "lamp red", orderby: "search.score() asc" })).toEqual(["p1", "p2"]);
  });

  it.each([0, 1001, 1.5, -1])("refuses top %d", async (top) => {
    expect(await search({ top })).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidRequestParameter", message: expect.stringContaining("between 1 and 1000") } },
    });
  });

  it.each<[object, string]>([
    [{ skip: -1 }, "skip"],
    [{ skip: 100_001 }, "skip"],
    [{ select: "colour" }, "'colour'"],
    [{ select: "vec" }, "'vec' is not retrievable"],
    [{ searchFields: "price" }, "'price'"],
    [{ orderby: "tags" }, "'tags' is not sortable"],
    [{ orderby: "price up" }, "'price up'"],
    [{ facets: ["tags"] }, "'facets' is not supported"],
    [{ queryType: "full" }, "queryType"],
    [{ searchMode: "some" }, "searchMode"],
  ])("refuses %j", async (body, part) => {
    const answer = await search(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(part);
  });

  it("answers 404 for an index that is not there", async () => {
    expect((await search({}, "other")).status).toBe(404);
  });
});

describe("vectors", () => {
  const near = { kind: "vector", vector: [1, 0, 0], fields: "vec" };

  it("find the nearest", async () => {
    const { body } = await search({ vectorQueries: [{ ...near, k: 2 }], count: true });
    expect(body.value.map((each: Json) => each.id)).toEqual(["p1", "p3"]);
    expect(body.value[0]["@search.score"]).toBe(1);
    expect(body["@odata.count"]).toBe(2);
    expect(await ids({ vectorQueries: [near], filter: "stock eq 0" })).toEqual(["p2"]);
  });

  it("are fused with words by their ranks", async () => {
    const { body } = await search({ search: "red floor", vectorQueries: [near] });
    // p2 is first of one list and last of the other.
    expect(body.value.map((each: Json) => [each.id, each["@search.score"]])).toEqual([
      ["p2", 1 / 61 + 1 / 63],
      ["p1", 1 / 61],
      ["p3", 1 / 62],
    ]);
    const weighted = await search({ search: "red floor", vectorQueries: [{ ...near, weight: 9 }] });
    expect(weighted.body.value[1]).toMatchObject({ id: "p1", "@search.score": 9 / 61 });
    expect(await ids({ search: "*", vectorQueries: [near] })).toEqual(["p1", "p3", "p2"]);
  });

  it.each<[object, string]>([
    [{ ...near, vector: [1, 0] }, "expects 3 numbers and was given 2"],
    [{ ...near, fields: "title" }, "no vector field 'title'"],
    [{ ...near, kind: "imageUrl" }, "vectorQueries[0].kind"],
    [{ ...near, k: 0 }, "vectorQueries[0].k"],
    [{ ...near, threshold: { kind: "vectorSimilarity", value: 1 } }, "threshold"],
    [{ kind: "text", fields: "vec" }, "vectorQueries[0].text"],
  ])("refuse %j", async (query, part) => {
    const answer = await search({ vectorQueries: [query] });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(part);
  });

  it("are made of a text where the profile has a vectorizer, and only there", async () => {
    const profiles = [
      { name: "with", algorithm: "graph", vectorizer: "emb" },
      { name: "without", algorithm: "graph" },
    ];
    const vector = { type: "Collection(Edm.Single)", dimensions: 64 };
    const fields = [
      { name: "id", type: "Edm.String", key: true },
      { name: "a", vectorSearchProfile: "with", ...vector },
      { name: "b", vectorSearchProfile: "without", ...vector },
    ];
    await call("PUT", "/indexes/texts", { name: "texts", fields, vectorSearch: { ...lamps.vectorSearch, profiles } });
    const texts = { warm: "a warm cosy light", cold: "a cold north wind" };
    const value = Object.entries(texts).map(([id, text]) => ({ id, a: embedding(text, 64) }));
    await call("POST", "/indexes/texts/docs/index", { value });
    const { body } = await search(
      { vectorQueries: [{ kind: "text", text: "cosy light", fields: "a", k: 1 }] },
      "texts",
    );
    expect(body.value).toMatchObject([{ id: "warm" }]);
    const refused = await search({ vectorQueries: [{ kind: "text", text: "cosy light", fields: "b" }] }, "texts");
    expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("vectorizer") } } });
  });
});

describe("semantic ranking", () => {
  it("ranks by the prioritized fields", async () => {
    expect((await ids({ search: "oak desk" }))[0]).toBe("p3");
    const { body } = await search({ search: "lamp on the floor", semanticConfiguration: "sc" });
    expect(body.value[0].id).toBe("p2");
    const scores = body.value.map((each: Json) => each["@search.rerankerScore"]);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score: number) => score >= 0 && score <= 4)).toBe(true);
    expect(await search({ search: "lamp on the floor", queryType: "semantic" })).toMatchObject({
      body: { value: body.value },
    });
  });

  it.each<[object, string]>([
    [{ search: "lamp", semanticConfiguration: "other" }, "'other'"],
    [{ semanticConfiguration: "sc" }, "'search'"],
    [{ search: "lamp", semanticConfiguration: "sc", orderby: "price" }, "'orderby'"],
  ])("refuses %j", async (body, part) => {
    const answer = await search(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(part);
  });
});

describe("an answer that is cut", () => {
  const many = Array.from({ length: 120 }, (_, position) => ({ id: `k${String(position).padStart(3, "0")}` }));
  const pages = async (body: object): Promise<string[][]> => {
    const answer = (await search(body, "many")).body;
    const page = answer.value.map((each: { id: string }) => each.id);
    const next = answer["@search.nextPageParameters"];
    if (next === undefined) return [page];
    expect(answer["@odata.nextLink"]).toBe(`${sandbox.url}/indexes/many/docs/search?api-version=2025-11-01-preview`);
    return [page, ...(await pages(next))];
  };

  beforeAll(async () => {
    await call("PUT", "/indexes/many", { name: "many", fields: [{ name: "id", type: "Edm.String", key: true }] });
    await call("POST", "/indexes/many/docs/index", { value: many });
  });
  afterEach(() => (sandbox.behaviour.searchPageSize = 1000));

  it.each<[object, number, number[]]>([
    [{}, 1000, [50, 50, 20]],
    [{ top: 110 }, 1000, [110]],
    [{ top: 110, skip: 20 }, 1000, [100]],
    [{ top: 110 }, 40, [40, 40, 30]],
    [{ skip: 120 }, 1000, [0]],
  ])("%j comes, by %d, as %j", async (body, size, lengths) => {
    sandbox.behaviour.searchPageSize = size;
    const found = await pages({ orderby: "id", ...body });
    expect(found.map((page) => page.length)).toEqual(lengths);
    const skip = (body as { skip?: number }).skip ?? 0;
    expect(found.flat()).toEqual(many.map(({ id }) => id).slice(skip, skip + found.flat().length));
  });
});

describe("suggestions", () => {
  const suggest = (body: object) => call("POST", "/indexes/lamps/docs/suggest", { suggesterName: "sg", ...body });

  it.each<[string, string[]]>([
    ["blu", ["Blue desk lamp"]],
    ["de", ["Desk", "Blue desk lamp"]],
    ["desk la", ["Blue desk lamp"]],
    ["des la", []],
    ["woo", ["wood"]],
    ["esk", []],
  ])("complete '%s' to %j", async (text, found) => {
    const { body } = await suggest({ search: text });
    expect(body.value.map((each: Json) => each["@search.text"])).toEqual(found);
  });

  it("return the key, or what is selected, of what passes the filter", async () => {
    expect((await suggest({ search: "blu" })).body.value).toEqual([{ "@search.text": "Blue desk lamp", id: "p1" }]);
    const { body } = await suggest({ search: "de", select: "title", filter: "stock eq 1" });
    expect(body.value).toEqual([{ "@search.text": "Desk", title: "Desk" }]);
    expect((await suggest({ search: "de", top: 1 })).body.value).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ search: "d", suggesterName: "other" }, "'other'"],
    [{ search: "" }, "search"],
    [{}, "search is required"],
    [{ search: "x".repeat(101) }, "search"],
    [{ search: "d", top: 101 }, "top"],
    [{ search: "d", searchFields: "text" }, "'text'"],
  ])("refuse %j", async (body, part) => {
    const answer = await suggest(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(part);
  });
});

it("answers in the OData form of the paths as well", async () => {
  const post = async (path: string, body: object) =>
    (await call("POST", `/indexes('lamps')/docs/search.${path}`, body)).status;
  expect(await post("post.search", {})).toBe(200);
  expect(await post("post.suggest", { search: "d", suggesterName: "sg" })).toBe(200);
  expect(await post("index", { value: [{ ...stock[0], "@search.action": "mergeOrUpload" }] })).toBe(200);
  expect((await call("GET", "/indexes('lamps')")).body.name).toBe("lamps");
  expect((await call("GET", "/indexes('lamps')/docs('p1')")).body.id).toBe("p1");
  expect((await call("GET", "/indexes(%27lamps%27)/docs(%27p%31%27)")).body.id).toBe("p1");
  expect((await call("GET", "/indexes('lamps')/docs/$count")).body).toBe("3");
  expect((await call("GET", "/indexes('lamps')/search.stats")).body.documentCount).toBe(3);
});
