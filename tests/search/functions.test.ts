import * as pulumi from "@pulumi/pulumi";
import * as search from "../../sdk/search";
import { fields, SearchService } from "./service";

const lamps = [
  { id: "p1", title: "Blue desk lamp", price: 20, tags: ["metal"], vec: [1, 0] },
  { id: "p2", title: "Green floor lamp", price: 50, tags: ["wood"], vec: [0, 1] },
  { id: "p3", title: "Oak desk", price: 300, tags: ["wood"], vec: [0.9, 0.1] },
];
const definition = {
  fields: [...fields, { name: "vec", type: "Collection(Edm.Single)", dimensions: 2, vectorSearchProfile: "vp" }],
  vectorSearch: { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] },
  suggesters: [{ name: "sg", sourceFields: ["title"] }],
  semantic: { configurations: [{ name: "sc", prioritizedFields: { titleField: { fieldName: "title" } } }] },
};

let service: SearchService;
beforeEach(async () => {
  service = await SearchService.start(definition);
  await service.upload(...lamps);
  service.sandbox.requests.length = 0;
});
afterEach(() => service.close());

const index = "lamps";
const ids = ({ value }: search.SearchDocumentsResult): unknown[] => value.map(({ document }) => document["id"]);
const answer = (match: string, body: object): void =>
  void service.sandbox.faults.push({ match, status: 200, body: JSON.stringify(body) });

describe("searchDocuments", () => {
  test("finds by text, vector, both, filter, order and meaning", async () => {
    const vectorQueries: search.VectorQuery[] = [{ kind: "vector", vector: [1, 0], fields: "vec", k: 2 }];
    expect(ids(await search.searchDocuments({ index, search: "floor" }, service.options))).toEqual(["p2"]);
    expect(ids(await search.searchDocuments({ index, vectorQueries }, service.options))).toEqual(["p1", "p3"]);
    expect(ids(await search.searchDocuments({ index, search: "oak", vectorQueries }, service.options))[0]).toBe("p3");
    expect(
      ids(await search.searchDocuments({ index, filter: "price lt 100", orderby: "price desc" }, service.options)),
    ).toEqual(["p2", "p1"]);
    const { value } = await search.searchDocuments(
      { index, search: "desk", semanticConfiguration: "sc", select: "id" },
      service.options,
    );
    expect(value[0]).toEqual({
      score: expect.any(Number),
      rerankerScore: expect.any(Number),
      document: { id: expect.stringMatching(/p1|p3/) },
    });
  });

  test("gives one page, or with `all` every page, in whatever pieces the service answers", async () => {
    service.sandbox.behaviour.searchPageSize = 1;
    const one = await search.searchDocuments({ index, search: "*", count: true, orderby: "id" }, service.options);
    expect([one.count, ids(one)]).toEqual([3, ["p1"]]);
    const all = await search.searchDocuments(
      { index, search: "*", count: true, orderby: "id", all: true },
      service.options,
    );
    expect([all.count, ids(all)]).toEqual([3, ["p1", "p2", "p3"]]);
    expect(
      ids(await search.searchDocuments({ index, search: "*", orderby: "id", top: 2, all: true }, service.options)),
    ).toEqual(["p1", "p2", "p3"]);
    expect(
      ids(await search.searchDocuments({ index, search: "*", orderby: "id", top: 2, skip: 1 }, service.options)),
    ).toEqual(["p2"]);
  });

  test("checks bounds and kinds before any call, all at once", async () => {
    const wrong = { index, top: 1001, skip: -1, vectorQuery: [] };
    await expect(search.searchDocuments(wrong, service.options)).rejects.toThrow(
      /^search\.searchDocuments: top: must be an integer between 1 and 1000; skip: must be at least 0; vectorQuery: is not an argument; did you mean `vectorQueries`\?$/,
    );
    await expect(
      search.searchDocuments(
        { index, vectorQueries: [{ kind: "vector", text: "blue", fields: "vec" }] },
        service.options,
      ),
    ).rejects.toThrow(
      "search.searchDocuments: vectorQueries[0].vector: is required of the kind `vector`; " +
        "vectorQueries[0].text: belongs to the kind `text`",
    );
    expect(service.sandbox.requests).toEqual([]);
  });

  test("tells a refusal in the service's words", async () => {
    await expect(
      search.searchDocuments({ index, filter: "geo.distance(place, x) lt 3" }, service.options),
    ).rejects.toMatchObject({ name: "ApiError", status: 400, path: "/indexes/lamps/docs/search" });
  });

  test("is read where members are missing, null or more than documented", async () => {
    answer("docs/search", {
      value: [{ id: "a", "@search.score": null, "@search.captions": null, "@odata.extra": 1, title: null }],
      extra: 1,
    });
    expect(await search.searchDocuments({ index }, service.options)).toEqual({
      value: [{ score: 0, document: { id: "a", title: null } }],
    });
    answer("docs/search", {});
    expect(await search.searchDocuments({ index }, service.options)).toEqual({ value: [] });
  });
});

test("uploadDocuments does every action and tells what became of each, refusals included", async () => {
  const actions: search.DocumentAction[] = [
    { action: "upload", document: { id: "p4", title: "Chair" } },
    { action: "merge", document: { id: "p1", price: 25 } },
    { action: "mergeOrUpload", document: { id: "p5", title: "Shelf" } },
    { action: "delete", document: { id: "p2" } },
    { action: "merge", document: { id: "none", price: 1 } },
  ];
  expect(await search.uploadDocuments({ index, actions }, service.options)).toEqual([
    { key: "p4", status: true, statusCode: 201 },
    { key: "p1", status: true, statusCode: 200 },
    { key: "p5", status: true, statusCode: 201 },
    { key: "p2", status: true, statusCode: 200 },
    { key: "none", status: false, statusCode: 404, errorMessage: "Document not found." },
  ]);
  expect(Object.keys(await service.stored()).sort()).toEqual(["p1", "p3", "p4", "p5"]);
  const many = Array.from({ length: 1001 }, (_, number): search.DocumentAction => {
    return { action: "upload", document: { id: `d${number}` } };
  });
  expect(await search.uploadDocuments({ index, actions: many }, service.options)).toHaveLength(1001);
});

test("suggest gives texts and documents", async () => {
  expect(await search.suggest({ index, search: "gre", suggesterName: "sg" }, service.options)).toEqual([
    { text: "Green floor lamp", document: { id: "p2" } },
  ]);
  await expect(search.suggest({ index, search: "g", suggesterName: "sg", top: 101 }, service.options)).rejects.toThrow(
    "top: must be an integer between 1 and 100",
  );
  await expect(search.suggest({ index, search: "g", suggesterName: "other" }, service.options)).rejects.toMatchObject({
    status: 400,
  });
});

test("getIndexStatistics counts documents and bytes", async () => {
  expect(await search.getIndexStatistics({ index }, service.options)).toEqual({
    documentCount: 3,
    storageSize: expect.any(Number),
  });
});

test("queryKnowledgeBase answers from the documents, with at most as many sources as asked for", async () => {
  await service.subject("KnowledgeSource").create({
    name: "ks-lamps",
    kind: "searchIndex",
    searchIndexParameters: { searchIndexName: index, sourceDataFields: [{ name: "title" }] },
  });
  await service.subject("KnowledgeBase").create({ name: "kb", knowledgeSources: ["ks-lamps"] });
  const found = await search.queryKnowledgeBase(
    { knowledgeBase: "kb", query: "Which lamp is green?", maxResults: 1 },
    service.options,
  );
  expect(found).toEqual({
    answer: "Green floor lamp",
    sources: [{ id: "p2", content: "Green floor lamp", relevanceScore: expect.any(Number) }],
  });
  answer("/query", { answer: null, sources: [{ id: 7 }, null] });
  expect(await search.queryKnowledgeBase({ knowledgeBase: "kb", query: "?" }, service.options)).toEqual({
    answer: "",
    sources: [{ id: "7", content: "", relevanceScore: 0 }],
  });
});

test("the lists are flat like the classes' outputs, without nothings", async () => {
  expect(await search.listKnowledgeSources({}, service.options)).toEqual([]);
  await service.subject("KnowledgeSource").create({ name: "web", kind: "web" });
  await service.subject("KnowledgeBase").create({ name: "kb", knowledgeSources: ["web"] });
  expect(await search.listKnowledgeSources({}, service.options)).toEqual([
    { id: "/knowledgesources/web", name: "web", kind: "web", etag: expect.any(String) },
  ]);
  expect(await search.listKnowledgeBases({}, service.options)).toEqual([
    { id: "/knowledgebases/kb", name: "kb", knowledgeSources: ["web"], etag: expect.any(String) },
  ]);
  const [only] = await search.listIndexes({}, service.options);
  expect(only).toMatchObject({ id: "/indexes/lamps", name: "lamps", suggesters: definition.suggesters });
  expect(only?.fields?.[0]).toMatchObject({ name: "id", key: true });
});

test("the tier keeps all calls below its rate, so that none is refused", async () => {
  // more than the 10 of the tier: a busy machine lets calls arrive in bunches
  service.sandbox.behaviour.searchRequestsPerSecond = 15;
  const options = { connection: { ...service.options.connection, searchTier: "basic" } };
  await Promise.all(Array.from({ length: 25 }, () => search.getIndexStatistics({ index }, options)));
  expect(service.sandbox.requests.map(({ status }) => status)).toEqual(Array(25).fill(200));
});

test("what is named by a literal and not there: the error says how to refer to it", async () => {
  await expect(search.searchDocuments({ index: "lights" }, service.options)).rejects.toThrow(
    /answered 404.*'lights'.*\n.*refer to it by its output `name`/,
  );
  const source = { name: "shop", kind: "searchIndex", searchIndexParameters: { searchIndexName: "lights" } };
  await expect(service.subject("KnowledgeSource").create(source)).rejects.toThrow(
    /answered 400.*'lights'.*\n.*refer to it by its output/,
  );
});

test("an output as an argument of a promise form: the error names the other form", async () => {
  const document = { id: pulumi.output("p4") };
  await expect(
    search.uploadDocuments({ index, actions: [{ action: "upload", document }] }, service.options),
  ).rejects.toThrow("search.uploadDocuments: an argument is an output; call uploadDocumentsOutput");
});
