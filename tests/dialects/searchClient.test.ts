/** The vendor's client of the search service: it drives the sandbox, and sends what the provider sends. */
import {
  KnowledgeRetrievalClient,
  SearchClient,
  type SearchIndexClient,
  type KnowledgeBase,
  type KnowledgeSource,
  type SearchIndex,
} from "@azure/search-documents";
import { startSandbox, type Sandbox } from "../../sandbox";
import * as search from "../../sdk/search";
import { configurationFor, Subject, type Kept } from "../subject";
import { all, credential, options, searchIndexes } from "./clients";
import { sentBy, writtenBy } from "./requests";

interface Lamp {
  id: string;
  title?: string | null;
}

let sandbox: Sandbox;
let indexes: SearchIndexClient;
let lamps: SearchClient<Lamp>;
beforeEach(async () => {
  sandbox = await startSandbox({ dialect: "azure" });
  indexes = searchIndexes(sandbox);
  lamps = new SearchClient<Lamp>(sandbox.url, "lamps", credential, options);
});
afterEach(() => sandbox.close());

const subject = (kind: string): Subject => new Subject(`search:${kind}`, sandbox);
const connection = (): { connection: ReturnType<typeof configurationFor> } => ({
  connection: configurationFor(sandbox),
});

// The client sends every one of these, declared or not.
const silent = { filterable: false, sortable: false, facetable: false };
const parameters = { resourceUri: "https://ai.example", deploymentId: "e-small", modelName: "text-embedding-3-small" };

/** An index in the client's words, and the same in ours. */
const theirs: SearchIndex = {
  name: "lamps",
  fields: [
    { name: "id", type: "Edm.String", key: true, searchable: false, hidden: false, ...silent },
    { name: "title", type: "Edm.String", key: false, searchable: true, hidden: false, ...silent },
    {
      name: "vec",
      type: "Collection(Edm.Single)",
      key: false,
      searchable: true,
      hidden: true,
      vectorSearchDimensions: 2,
      vectorSearchProfileName: "vp",
      ...silent,
    },
  ],
  suggesters: [{ name: "sg", searchMode: "analyzingInfixMatching", sourceFields: ["title"] }],
  similarity: { odatatype: "#Microsoft.Azure.Search.BM25Similarity", k1: 1.3, b: 0.5 },
  vectorSearch: {
    algorithms: [{ name: "graph", kind: "hnsw" }],
    profiles: [{ name: "vp", algorithmConfigurationName: "graph", vectorizerName: "emb" }],
    vectorizers: [{ vectorizerName: "emb", kind: "azureOpenAI", parameters: { ...rename(parameters) } }],
  },
  semanticSearch: {
    defaultConfigurationName: "sc",
    configurations: [{ name: "sc", prioritizedFields: { contentFields: [{ name: "title" }] } }],
  },
};
function rename({ resourceUri, deploymentId, modelName }: typeof parameters) {
  return { resourceUrl: resourceUri, deploymentId, modelName: modelName as "text-embedding-3-small" };
}
const ours = {
  name: "lamps",
  fields: [
    { name: "id", type: "Edm.String", key: true, searchable: false, retrievable: true, ...silent },
    { name: "title", type: "Edm.String", key: false, searchable: true, retrievable: true, ...silent },
    {
      name: "vec",
      type: "Collection(Edm.Single)",
      key: false,
      searchable: true,
      retrievable: false,
      dimensions: 2,
      vectorSearchProfile: "vp",
      ...silent,
    },
  ],
  suggesters: [{ name: "sg", searchMode: "analyzingInfixMatching", sourceFields: ["title"] }],
  similarity: { "@odata.type": "#Provider.Search.BM25Similarity", k1: 1.3, b: 0.5 },
  vectorSearch: {
    algorithms: [{ name: "graph", kind: "hnsw" }],
    profiles: [{ name: "vp", algorithm: "graph", vectorizer: "emb" }],
    vectorizers: [{ name: "emb", kind: "embeddingService", embeddingServiceParameters: parameters }],
  },
  semantic: {
    defaultConfiguration: "sc",
    configurations: [
      {
        name: "sc",
        prioritizedFields: { prioritizedContentFields: [{ fieldName: "title" }] },
      },
    ],
  },
};
const source = { name: "ks", kind: "searchIndex", searchIndexParameters: { searchIndexName: "lamps" } } as const;
const model = { resourceUri: "https://chat.example", deploymentId: "chat-1", modelName: "gpt-4o" };
const theirBase: KnowledgeBase = {
  name: "kb",
  description: "lamps",
  knowledgeSources: [{ name: "ks" }],
  outputMode: "answerSynthesis",
  models: [
    {
      kind: "azureOpenAI",
      azureOpenAIParameters: { resourceUrl: model.resourceUri, deploymentId: "chat-1", modelName: "gpt-4o" },
    },
  ],
};
const ourBase = {
  name: "kb",
  description: "lamps",
  knowledgeSources: ["ks"],
  outputMode: "answerSynthesis",
  answerSynthesisConfiguration: model,
};
const bareBase: KnowledgeBase = {
  name: "kb",
  knowledgeSources: [{ name: "ks" }],
  outputMode: "extractiveData",
  models: [],
  retrievalReasoningEffort: { kind: "minimal" },
};

/** Everything, made by the client. */
async function made(base = theirBase): Promise<void> {
  await indexes.createIndex(theirs);
  await lamps.uploadDocuments([
    { id: "p1", title: "Blue desk lamp" },
    { id: "p2", title: "Red floor lamp" },
  ]);
  await indexes.createKnowledgeSource(source);
  await indexes.createKnowledgeBase(base);
}

describe("the client drives the sandbox", () => {
  test("definitions, created by POST and PUT, read, listed and deleted", async () => {
    await made();
    expect(await indexes.getIndex("lamps")).toMatchObject({
      similarity: theirs.similarity,
      vectorSearch: { vectorizers: theirs.vectorSearch!.vectorizers },
    });
    await indexes.createOrUpdateKnowledgeBase("kb", { ...theirBase, description: "more lamps" });
    expect(await indexes.getKnowledgeBase("kb")).toMatchObject({ ...theirBase, description: "more lamps" });
    expect(await all(indexes.listKnowledgeBases())).toMatchObject([{ knowledgeSources: [{ name: "ks" }] }]);
    expect((await indexes.getKnowledgeSourceStatus("ks")).synchronizationStatus).toBe("active");
    expect(await indexes.getIndexStatistics("lamps")).toMatchObject({ documentCount: 2 });
    await indexes.deleteKnowledgeBase("kb");
    await indexes.deleteKnowledgeSource("ks");
    await indexes.deleteIndex("lamps");
    expect(await all(indexes.listIndexesNames())).toEqual([]);
  });

  test("sources of every kind come back as they were written", async () => {
    const blob = {
      name: "blob",
      kind: "azureBlob" as const,
      azureBlobParameters: { connectionString: "ResourceId=/x", containerName: "manuals" },
    };
    await indexes.createKnowledgeSource(blob);
    expect(await indexes.getKnowledgeSource("blob")).toMatchObject({
      kind: "azureBlob",
      azureBlobParameters: { connectionString: "<redacted>", containerName: "manuals" },
    });
    await indexes.createKnowledgeSource({ name: "web", kind: "web" });
    await indexes.createKnowledgeSource({
      name: "remote",
      kind: "remoteSharePoint",
      remoteSharePointParameters: { filterExpression: "Author: me" },
    });
    await indexes.createKnowledgeSource({
      name: "site",
      kind: "indexedSharePoint",
      indexedSharePointParameters: { connectionString: "Site=x", containerName: "defaultSiteLibrary" },
    });
    expect((await all(indexes.listKnowledgeSources())).map(({ kind }) => kind)).toEqual([
      "azureBlob",
      "remoteSharePoint",
      "indexedSharePoint",
      "web",
    ]);
  });

  test("documents: search, suggestions, autocompletion, analysis, counts and keys", async () => {
    await made();
    const found = await lamps.search("red lamp", {
      queryType: "semantic",
      semanticSearchOptions: { configurationName: "sc" },
    });
    expect((await all(found.results)).map(({ document }) => document.id)).toEqual(["p2", "p1"]);
    expect((await lamps.suggest("blu", "sg")).results).toMatchObject([{ text: "Blue desk lamp" }]);
    expect((await lamps.autocomplete("blu", "sg")).results).toMatchObject([{ text: "blue" }]);
    expect(await indexes.analyzeText("lamps", { text: "Blue Lamp", analyzerName: "standard.lucene" })).toMatchObject({
      tokens: [{ token: "blue", startOffset: 0 }, { token: "lamp" }],
    });
    expect(await lamps.getDocumentsCount()).toBe(2);
    expect((await lamps.getDocument("p1")).title).toBe("Blue desk lamp");
  });

  test("questions: by messages where a model answers, by intents at the least effort", async () => {
    await made();
    const client = new KnowledgeRetrievalClient(sandbox.url, "kb", credential, options);
    const parameter = { kind: "searchIndex" as const, knowledgeSourceName: "ks", includeReferenceSourceData: true };
    const messages = [{ role: "user", content: [{ type: "text" as const, text: "which lamp is red?" }] }];
    const answer = await client.retrieveKnowledge({ messages, knowledgeSourceParams: [parameter] });
    expect(answer.response?.[0]?.content[0]).toMatchObject({ text: expect.stringContaining("Red floor lamp") });
    expect(answer.references?.[0]).toMatchObject({ docKey: "p2", sourceData: { content: "Red floor lamp" } });
    const intents = [{ type: "semantic" as const, search: "red" }];
    await indexes.createOrUpdateKnowledgeBase("kb", bareBase);
    expect((await client.retrieveKnowledge({ intents })).references?.[0]).toMatchObject({ docKey: "p2" });
    await expect(client.retrieveKnowledge({ messages })).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe("the provider sends what the client sends", () => {
  const same = async (mine: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> => {
    const [request] = await writtenBy(sandbox, mine);
    expect(request).toBeDefined();
    const [wanted] = await writtenBy(sandbox, other);
    expect(request).toEqual(wanted);
  };

  test("an index", async () => {
    let kept: Kept | undefined;
    await same(
      async () => (kept = await subject("Index").create(ours)),
      () => indexes.createOrUpdateIndex(theirs),
    );
    await indexes.createOrUpdateIndex({ ...theirs, name: "other" });
    const [deleted] = await writtenBy(sandbox, () => subject("Index").delete(kept!));
    const [other] = await writtenBy(sandbox, () => indexes.deleteIndex("other"));
    expect(deleted).toEqual({ ...other, path: "/indexes('lamps')" });
  });

  test("reads, lists and statistics", async () => {
    await made();
    const read = async (mine: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> =>
      expect(await sentBy(sandbox, mine)).toEqual(await sentBy(sandbox, other));
    await read(
      () => subject("Index").get("/indexes/lamps"),
      () => indexes.getIndex("lamps"),
    );
    await read(
      () => subject("KnowledgeSource").get("/knowledgesources/ks"),
      () => indexes.getKnowledgeSource("ks"),
    );
    await read(
      () => subject("KnowledgeBase").get("/knowledgebases/kb"),
      () => indexes.getKnowledgeBase("kb"),
    );
    await read(
      () => search.listIndexes({}, connection()),
      () => all(indexes.listIndexes()),
    );
    await read(
      () => search.listKnowledgeSources({}, connection()),
      () => all(indexes.listKnowledgeSources()),
    );
    await read(
      () => search.listKnowledgeBases({}, connection()),
      () => all(indexes.listKnowledgeBases()),
    );
    await read(
      () => search.getIndexStatistics({ index: "lamps" }, connection()),
      () => indexes.getIndexStatistics("lamps"),
    );
  });

  test("documents, searches and suggestions", async () => {
    await made();
    const documents = [{ id: "p1", title: "Green lamp" }];
    await same(
      () =>
        search.uploadDocuments(
          { index: "lamps", actions: documents.map((document) => ({ action: "mergeOrUpload" as const, document })) },
          connection(),
        ),
      () => lamps.mergeOrUploadDocuments(documents),
    );
    await same(
      () =>
        search.searchDocuments(
          { index: "lamps", search: "lamp", select: "title", top: 5, semanticConfiguration: "sc" },
          connection(),
        ),
      async () =>
        all(
          (
            await lamps.search("lamp", {
              top: 5,
              select: ["title"],
              queryType: "semantic",
              semanticSearchOptions: { configurationName: "sc" },
            })
          ).results,
        ),
    );
    await same(
      () => search.suggest({ index: "lamps", search: "gre", suggesterName: "sg", top: 3 }, connection()),
      () => lamps.suggest("gre", "sg", { top: 3 }),
    );
  });

  test("knowledge sources and bases, and a question", async () => {
    await indexes.createIndex(theirs);
    await same(
      () => subject("KnowledgeSource").create(source),
      () => indexes.createOrUpdateKnowledgeSource("ks", source),
    );
    let kept: Kept;
    await same(
      async () => (kept = await subject("KnowledgeBase").create(ourBase)),
      () => indexes.createOrUpdateKnowledgeBase("kb", theirBase),
    );
    const parameter = {
      kind: "searchIndex" as const,
      knowledgeSourceName: "ks",
      includeReferences: true,
      includeReferenceSourceData: true,
    };
    const client = new KnowledgeRetrievalClient(sandbox.url, "kb", credential, options);
    await same(
      () => search.queryKnowledgeBase({ knowledgeBase: "kb", query: "which is red?" }, connection()),
      () =>
        client.retrieveKnowledge({
          messages: [{ role: "user", content: [{ type: "text", text: "which is red?" }] }],
          includeActivity: true,
          knowledgeSourceParams: [parameter],
        }),
    );
    await subject("KnowledgeBase").delete(kept!);
    await same(
      () => subject("KnowledgeBase").create({ name: "kb", knowledgeSources: ["ks"], outputMode: "rawContent" }),
      () => indexes.createOrUpdateKnowledgeBase("kb", bareBase),
    );
    await same(
      () => search.queryKnowledgeBase({ knowledgeBase: "kb", query: "which is red?" }, connection()),
      () =>
        client.retrieveKnowledge({
          intents: [{ type: "semantic", search: "which is red?" }],
          includeActivity: true,
          knowledgeSourceParams: [parameter],
        }),
    );
  });
});

describe("the provider sends what the client sends, for the rest", () => {
  /** The last write of a task: a change of what is there is a look and a write. */
  const last = async (task: () => Promise<unknown>): Promise<unknown> => (await writtenBy(sandbox, task)).at(-1);
  const same = async (mine: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> => {
    const request = await last(mine);
    expect(request).toBeDefined();
    expect(request).toEqual(await last(other));
  };

  const withoutNulls = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, item: unknown) => (item === null || name === "@odata.etag" ? undefined : item)),
    );

  test("sources of every kind, their changes and deletes", async () => {
    const connectionString = "ResourceId=/x";
    const kinds = [
      [
        { name: "manuals", kind: "blob", blobParameters: { connectionString, containerName: "manuals" } },
        { name: "manuals", kind: "azureBlob", azureBlobParameters: { connectionString, containerName: "manuals" } },
      ],
      [
        {
          name: "site",
          kind: "libraryOnline",
          libraryOnlineParameters: { connectionString, containerName: "defaultSiteLibrary" },
        },
        {
          name: "site",
          kind: "indexedSharePoint",
          indexedSharePointParameters: { connectionString, containerName: "defaultSiteLibrary" },
        },
      ],
      [
        { name: "remote", kind: "libraryOnline", libraryOnlineParameters: { filterExpression: "Author: me" } },
        { name: "remote", kind: "remoteSharePoint", remoteSharePointParameters: { filterExpression: "Author: me" } },
      ],
      [
        { name: "web", kind: "web", webParameters: { domains: { allowedDomains: [{ address: "lamps.example" }] } } },
        { name: "web", kind: "web", webParameters: { domains: { allowedDomains: [{ address: "lamps.example" }] } } },
      ],
    ] as [Record<string, unknown>, KnowledgeSource][];
    for (const [mine, wanted] of kinds) {
      let kept: Kept;
      await same(
        async () => (kept = await subject("KnowledgeSource").create(mine)),
        () => indexes.createOrUpdateKnowledgeSource(wanted.name, wanted),
      );
      await indexes.createOrUpdateKnowledgeSource(wanted.name, wanted);
      const edited = (await last(async () => {
        kept = await subject("KnowledgeSource").update((await subject("KnowledgeSource").read(kept!))!, {
          ...mine,
          description: "b",
        });
      })) as { path: string; body: object };
      expect(edited).toMatchObject({
        path: `/knowledgesources('${wanted.name}')`,
        body: { ...wanted, description: "b" },
      });
      expect(JSON.stringify(edited.body)).not.toContain("createdResources");
      await same(
        () => subject("KnowledgeSource").delete(kept!),
        async () => {
          await indexes.createOrUpdateKnowledgeSource(wanted.name, wanted);
          await indexes.deleteKnowledgeSource(wanted.name);
        },
      );
    }
  });

  test("a changed index, and deletes of bases", async () => {
    const kept = await subject("Index").create(ours);
    const changed = { ...ours, description: "b" };
    const request = (await last(() => subject("Index").update(kept, changed))) as { body: Record<string, unknown> };
    const wanted = (await last(async () => {
      await indexes.createOrUpdateIndex({ ...(await indexes.getIndex("lamps")), description: "b" });
    })) as { body: Record<string, unknown> };
    // The client does not send what is null; the ETag is that of the write before.
    expect(withoutNulls(request)).toEqual(withoutNulls(wanted));
    await subject("KnowledgeSource").create(source);
    const base = await subject("KnowledgeBase").create(ourBase);
    await same(
      () => subject("KnowledgeBase").delete(base),
      async () => {
        await indexes.createKnowledgeBase(theirBase);
        await indexes.deleteKnowledgeBase("kb");
      },
    );
  });

  test.each(["upload", "merge", "mergeOrUpload", "delete"] as const)("documents: %s", async (action) => {
    await made();
    const document = { id: "p1", title: "Green lamp" };
    await same(
      () => search.uploadDocuments({ index: "lamps", actions: [{ action, document }] }, connection()),
      () =>
        ({
          upload: () => lamps.uploadDocuments([document]),
          merge: () => lamps.mergeDocuments([document]),
          mergeOrUpload: () => lamps.mergeOrUploadDocuments([document]),
          delete: () => lamps.deleteDocuments([document]),
        })[action](),
    );
  });

  test("a search with filters, order, counts, vectors and text that is made one", async () => {
    await made();
    await same(
      () =>
        search.searchDocuments(
          {
            ...{ index: "lamps", search: "lamp", top: 3, skip: 1, count: true, searchMode: "all", queryType: "simple" },
            ...{ select: "id,title", searchFields: "title" },
            vectorQueries: [
              { kind: "vector", vector: [1, 0], fields: "vec", k: 2, exhaustive: true, weight: 2 },
              { kind: "text", text: "cosy", fields: "vec", k: 2 },
            ],
            vectorFilterMode: "preFilter",
          },
          connection(),
        ),
      async () => {
        const { results } = await lamps.search("lamp", {
          ...{ top: 3, skip: 1, includeTotalCount: true, searchMode: "all", queryType: "simple" },
          ...{ select: ["id", "title"], searchFields: ["title"] },
          vectorSearchOptions: {
            filterMode: "preFilter",
            queries: [
              {
                ...{ kind: "vector", vector: [1, 0], fields: ["vec"], kNearestNeighborsCount: 2 },
                ...{ exhaustive: true, weight: 2 },
              },
              { kind: "text", text: "cosy", fields: ["vec"], kNearestNeighborsCount: 2 },
            ],
          },
        } as never);
        await results.next();
      },
    );
  });
});

describe("both faces see the same", () => {
  test("what the provider made, the client reads as declared", async () => {
    await subject("Index").create(ours);
    await subject("KnowledgeSource").create(source);
    await subject("KnowledgeBase").create(ourBase);
    expect(await indexes.getIndex("lamps")).toMatchObject({
      fields: [{ name: "id", key: true }, { name: "title", searchable: true }, { vectorSearchDimensions: 2 }],
      similarity: theirs.similarity,
      vectorSearch: theirs.vectorSearch,
    });
    expect(await indexes.getKnowledgeBase("kb")).toMatchObject(theirBase);
  });

  test("what the client made, the provider reads as it would be declared, and answers are the same", async () => {
    await made();
    expect((await subject("Index").get("/indexes/lamps"))?.inputs).toMatchObject(ours);
    expect((await subject("KnowledgeSource").get("/knowledgesources/ks"))?.inputs).toMatchObject(source);
    expect((await subject("KnowledgeBase").get("/knowledgebases/kb"))?.inputs).toMatchObject(ourBase);
    const answer = await search.queryKnowledgeBase(
      { knowledgeBase: "kb", query: "which lamp is red?", maxResults: 1 },
      connection(),
    );
    expect(answer).toMatchObject({
      answer: expect.stringContaining("Red floor lamp"),
      sources: [{ id: "p2", content: "Red floor lamp" }],
    });
  });

  test("what others set at a base stays when it is changed", async () => {
    await indexes.createIndex(theirs);
    await subject("KnowledgeSource").create(source);
    const base = subject("KnowledgeBase");
    const kept = await base.create(ourBase);
    const there = await indexes.getKnowledgeBase("kb");
    await indexes.createOrUpdateKnowledgeBase("kb", {
      ...there,
      retrievalReasoningEffort: { kind: "medium" },
      answerInstructions: "Be short.",
    });
    await base.update(kept, { ...ourBase, description: "changed" });
    expect(await indexes.getKnowledgeBase("kb")).toMatchObject({
      description: "changed",
      retrievalReasoningEffort: { kind: "medium" },
      answerInstructions: "Be short.",
    });
  });
});
