/**
 * The service's own client against the sandbox. What it cannot do, because the specified wire form is not the client's:
 *
 * - query a knowledge base: the client posts `messages` or `intents` to `/retrieve`, specified is `query` to `/query`;
 * - write a knowledge base: the client sends `knowledgeSources` as objects, `models` and `extractiveData`, specified
 * are names,
 *   `answerSynthesisConfiguration` and `rawContent`;
 * - write sources of the kinds `blob` and `libraryOnline`, which have brand names there (`searchIndex` and `web` are
 * the same);
 * - write a vectorizer of the kind `embeddingService`, which has a brand name there (`customWebApi` is the same).
 */
import { SearchClient, SearchIndexClient, type SearchIndex } from "@azure/search-documents";
import { type Sandbox, startSandbox } from "../../sandbox";
import { all, credential, options } from "../dialects/clients";

interface Lamp {
  id: string;
  title?: string | null;
  stock?: number | null;
  vec?: number[] | null;
}

const index: SearchIndex = {
  name: "lamps",
  fields: [
    { name: "id", type: "Edm.String", key: true, filterable: true },
    { name: "title", type: "Edm.String", searchable: true, sortable: true },
    { name: "stock", type: "Edm.Int32", filterable: true, sortable: true },
    {
      name: "vec",
      type: "Collection(Edm.Single)",
      searchable: true,
      hidden: true,
      vectorSearchDimensions: 2,
      vectorSearchProfileName: "vp",
    },
  ],
  suggesters: [{ name: "sg", searchMode: "analyzingInfixMatching", sourceFields: ["title"] }],
  vectorSearch: {
    algorithms: [{ name: "graph", kind: "hnsw" }],
    profiles: [{ name: "vp", algorithmConfigurationName: "graph" }],
  },
  semanticSearch: {
    defaultConfigurationName: "sc",
    configurations: [{ name: "sc", prioritizedFields: { contentFields: [{ name: "title" }] } }],
  },
};

let sandbox: Sandbox;
let indexes: SearchIndexClient;
let lamps: SearchClient<Lamp>;

beforeEach(async () => {
  sandbox = await startSandbox();
  indexes = new SearchIndexClient(sandbox.url, credential, options);
  lamps = new SearchClient<Lamp>(sandbox.url, "lamps", credential, options);
  await indexes.createOrUpdateIndex(index);
});
afterEach(() => sandbox.close());

describe("the client of definitions", () => {
  it("reads back the index that it wrote", async () => {
    const read = await indexes.getIndex("lamps");
    expect(read).toMatchObject({
      name: "lamps",
      fields: [
        { name: "id", key: true },
        { name: "title" },
        { name: "stock" },
        { name: "vec", hidden: true, vectorSearchDimensions: 2 },
      ],
      suggesters: index.suggesters,
      vectorSearch: {
        algorithms: [{ kind: "hnsw", parameters: { m: 4, metric: "cosine" } }],
        profiles: index.vectorSearch?.profiles,
      },
      semanticSearch: { defaultConfigurationName: "sc" },
    });
    expect(await all(indexes.listIndexes())).toMatchObject([{ name: "lamps" }]);
    expect(await all(indexes.listIndexesNames())).toEqual(["lamps"]);
  });

  it("changes it under the condition that nobody else has", async () => {
    const read = await indexes.getIndex("lamps");
    const changed = await indexes.createOrUpdateIndex({ ...read, description: "all lamps" }, { onlyIfUnchanged: true });
    expect(changed.description).toBe("all lamps");
    await expect(indexes.createOrUpdateIndex(read, { onlyIfUnchanged: true })).rejects.toMatchObject({
      statusCode: 412,
    });
    await expect(indexes.deleteIndex(read, { onlyIfUnchanged: true })).rejects.toMatchObject({ statusCode: 412 });
  });

  it("is told what cannot be changed", async () => {
    const fields = index.fields.filter(({ name }) => name !== "stock");
    await expect(indexes.createOrUpdateIndex({ ...index, fields })).rejects.toMatchObject({
      statusCode: 400,
      code: "OperationNotAllowed",
      message: expect.stringContaining("field 'stock' cannot be deleted"),
    });
  });

  it("deletes it, also twice", async () => {
    await indexes.deleteIndex("lamps");
    await indexes.deleteIndex("lamps");
    await expect(indexes.getIndex("lamps")).rejects.toMatchObject({ statusCode: 404 });
  });

  it("writes and reads a knowledge source", async () => {
    await indexes.createKnowledgeSource({
      name: "ks",
      kind: "searchIndex",
      searchIndexParameters: { searchIndexName: "lamps" },
    });
    expect(await indexes.getKnowledgeSource("ks")).toMatchObject({
      kind: "searchIndex",
      searchIndexParameters: { searchIndexName: "lamps" },
    });
    expect((await indexes.getKnowledgeSourceStatus("ks")).synchronizationStatus).toBe("active");
    await expect(indexes.deleteIndex("lamps")).rejects.toMatchObject({ statusCode: 400 });
    await indexes.deleteKnowledgeSource("ks");
    expect(await all(indexes.listKnowledgeSources())).toEqual([]);
  });

  it("reads statistics", async () => {
    expect(await indexes.getIndexStatistics("lamps")).toMatchObject({
      documentCount: 0,
      storageSize: 2,
      vectorIndexSize: 0,
    });
    expect(await all(indexes.getIndexStatsSummary())).toMatchObject([{ name: "lamps", documentCount: 0 }]);
  });
});

describe("the client of documents", () => {
  beforeEach(async () => {
    await lamps.uploadDocuments([
      { id: "p1", title: "Blue desk lamp", stock: 4, vec: [1, 0] },
      { id: "p2", title: "Red floor lamp", stock: 0, vec: [0, 1] },
    ]);
  });
  const found = async (results: AsyncIterable<{ document: { id: string } }>): Promise<string[]> =>
    (await all(results)).map(({ document }) => document.id);

  it("writes, counts, reads and deletes", async () => {
    expect(await lamps.getDocumentsCount()).toBe(2);
    expect(await lamps.getDocument("p1")).toEqual({ id: "p1", title: "Blue desk lamp", stock: 4 });
    await lamps.mergeDocuments([{ id: "p1", stock: 5 }]);
    expect(await lamps.getDocument("p1", { selectedFields: ["stock"] })).toEqual({ stock: 5 });
    await lamps.deleteDocuments("id", ["p2"]);
    expect(await lamps.getDocumentsCount()).toBe(1);
  });

  it("is told what failed", async () => {
    const { results } = await lamps.mergeDocuments([
      { id: "p9", stock: 1 },
      { id: "p1", stock: 1 },
    ]);
    expect(results).toMatchObject([
      { key: "p9", succeeded: false, statusCode: 404 },
      { key: "p1", succeeded: true, statusCode: 200 },
    ]);
    const failing = lamps.mergeDocuments([{ id: "p9" }], { throwOnAnyFailure: true });
    await expect(failing).rejects.toMatchObject({ results: [{ succeeded: false }] });
  });

  it("searches by words, filter, vector and meaning", async () => {
    const answer = await lamps.search("red lamp", { includeTotalCount: true });
    expect(answer.count).toBe(2);
    expect(await found(answer.results)).toEqual(["p2", "p1"]);
    expect(await found((await lamps.search("lamp", { filter: "stock gt 0" })).results)).toEqual(["p1"]);
    const queries = [{ kind: "vector" as const, vector: [0, 1], fields: ["vec" as const], kNearestNeighborsCount: 1 }];
    expect(await found((await lamps.search(undefined, { vectorSearchOptions: { queries } })).results)).toEqual(["p2"]);
    const semantic = await lamps.search("blue lamp", {
      queryType: "semantic",
      semanticSearchOptions: { configurationName: "sc" },
    });
    const [first] = await all(semantic.results);
    expect(first).toMatchObject({ document: { id: "p1" }, rerankerScore: expect.any(Number) });
  });

  it("follows the pages of an answer", async () => {
    await lamps.uploadDocuments(Array.from({ length: 118 }, (_, position) => ({ id: `k${position}` })));
    sandbox.requests.length = 0;
    expect(new Set(await found((await lamps.search("*")).results)).size).toBe(120);
    expect(sandbox.requests).toHaveLength(3);
  });

  it("suggests", async () => {
    const { results } = await lamps.suggest("blu", "sg", { select: ["title"] });
    expect(results).toEqual([{ text: "Blue desk lamp", document: { title: "Blue desk lamp" } }]);
  });
});
