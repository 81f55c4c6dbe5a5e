import { UNKNOWN } from "../../provider/core/wire";
import { fields, SearchService } from "./service";

let service: SearchService;
beforeAll(async () => void (service = await SearchService.start()));
afterAll(() => service.close());

const [id] = fields;
const vec = { name: "vec", type: "Collection(Edm.Single)", dimensions: 3, vectorSearchProfile: "vp" };
const vectors = { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] };
const withField = (field: object): object => ({ fields: [id, { name: "one", type: "Edm.String", ...field }] });
const withVectors = (change: object): object => ({ fields: [id, vec], vectorSearch: { ...vectors, ...change } });
const withSemantic = (semantic: object): object => ({ fields, semantic });
const prioritized = (name: string): object => ({ prioritizedContentFields: [{ fieldName: name }] });

describe("what the service would refuse is a mistake in the preview, named by its path", () => {
  test.each<[object, string]>([
    [
      { fields: [{ name: "one", type: "Edm.String" }] },
      "fields: must have exactly one field with `key: true`, and none has it",
    ],
    [{ fields: [id, { ...id, name: "other" }] }, "fields: must have exactly one field with `key: true`, and 2 have it"],
    [
      { fields: [{ name: "id", type: "Edm.Int32", key: true }] },
      "fields[0].key: can be set only of a top-level field of type `Edm.String`",
    ],
    [{ fields: [{ ...id, retrievable: false }] }, "fields[0].retrievable: must be true of the key"],
    [{ fields: [id, { name: "ID", type: "Edm.String" }] }, "fields[1].name: is taken by another one"],
    [withField({ name: "1st" }), "fields[1].name: must be a letter, then up to 127 letters, digits or `_`"],
    [withField({ type: "Edm.Strin" }), "fields[1].type: must be one of `Edm.String`, .*; did you mean `Edm.String`?"],
    [withField({ filterible: true }), "fields[1].filterible: is not an argument; did you mean `filterable`?"],
    [withField({ dimensions: 3 }), "fields[1].dimensions: belongs to vector fields"],
    [withField({ stored: false }), "fields[1].stored: can be false only of a vector"],
    [
      withField({ type: "Collection(Edm.String)", sortable: true }),
      "fields[1].sortable: cannot be true of a collection",
    ],
    [withField({ type: "Edm.Int32", searchable: true }), "fields[1].searchable: can be true only of text and vectors"],
    [
      withField({ analyzer: "simple", searchAnalyzer: "stop", indexAnalyzer: "stop" }),
      "fields[1].analyzer: excludes `indexAnalyzer` and `searchAnalyzer`",
    ],
    [withField({ searchAnalyzer: "stop" }), "fields[1].indexAnalyzer: is required with `searchAnalyzer`"],
    [withField({ type: "Edm.ComplexType" }), "fields[1].fields: is required of a complex type"],
    [withField({ fields: [{ name: "a", type: "Edm.String" }] }), "fields[1].fields: belongs to complex types"],
    [
      withField({ type: "Edm.ComplexType", fields: [{ name: "a", type: "Edm.Strin" }] }),
      "fields[1].fields[0].type: must be one of .*",
    ],
    [
      withField({ type: "Edm.ComplexType", fields: [{ name: "a", type: "Edm.String", key: true }] }),
      "fields[1].fields[0].key: can be set only of a top-level field of type `Edm.String`",
    ],
    [
      { fields: [id, { ...vec, dimensions: undefined }], vectorSearch: vectors },
      "fields[1].dimensions: is required of a vector",
    ],
    [
      { fields: [id, { ...vec, vectorSearchProfile: undefined }], vectorSearch: vectors },
      "fields[1].vectorSearchProfile: is required of a vector",
    ],
    [{ fields: [id, vec] }, "fields[1].vectorSearchProfile: names a profile of vectorSearch that does not exist"],
    [
      withVectors({ profiles: [{ name: "vpp", algorithm: "h" }] }),
      "fields[1].vectorSearchProfile: names a profile of vectorSearch that does not exist; did you mean `vpp`?",
    ],
    [
      withVectors({ profiles: [{ name: "vp", algorithm: "hnsw" }] }),
      "vectorSearch.profiles[0].algorithm: names an algorithm that does not exist",
    ],
    [
      withVectors({ profiles: [{ name: "vp", algorithm: "h", vectorizer: "e" }] }),
      "vectorSearch.profiles[0].vectorizer: names a vectorizer that does not exist",
    ],
    [
      withVectors({ vectorizers: [{ name: "e", kind: "embeddingService" }] }),
      "vectorSearch.vectorizers[0].embeddingServiceParameters: is required of this kind",
    ],
    [
      withVectors({ algorithms: [{ name: "h", kind: "hnsw", exhaustiveKnnParameters: {} }] }),
      "vectorSearch.algorithms[0].exhaustiveKnnParameters: belongs to the kind `exhaustiveKnn`",
    ],
    [
      withVectors({
        algorithms: [
          { name: "h", kind: "hnsw" },
          { name: "h", kind: "hnsw" },
        ],
      }),
      "vectorSearch.algorithms[1].name: is taken by another one",
    ],
    [
      withVectors({ algorithms: [{ name: "h", kind: "hnsw", hnswParameters: { m: 11 } }] }),
      "vectorSearch.algorithms[0].hnswParameters.m: must be an integer between 4 and 10",
    ],
    [
      withSemantic({ configurations: [{ name: "sc", prioritizedFields: prioritized("titles") }] }),
      "semantic.configurations[0].prioritizedFields.prioritizedContentFields[0].fieldName: names a field that " +
        "does not exist; did you mean `title`?",
    ],
    [
      withSemantic({ configurations: [{ name: "sc", prioritizedFields: {} }] }),
      "semantic.configurations[0].prioritizedFields: must name a field",
    ],
    [
      withSemantic({
        defaultConfiguration: "other",
        configurations: [{ name: "sc", prioritizedFields: prioritized("title") }],
      }),
      "semantic.defaultConfiguration: names a configuration that does not exist",
    ],
    [
      { fields, suggesters: [{ name: "sg", sourceFields: ["titles"] }] },
      "suggesters[0].sourceFields[0]: names a field that does not exist; did you mean `title`?",
    ],
    [{ fields, defaultScoringProfile: "best" }, "defaultScoringProfile: names a scoring profile that does not exist"],
    [{ fields, name: "No" }, "name: must be 2 to 128 lower-case letters, .*; set `name`"],
  ])("%j", async (inputs, mistake) => {
    const pattern = new RegExp(
      `^${mistake
        .split(".*")
        .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
        .join(".*")}$`,
    );
    expect(await service.subject("Index").mistakes({ name: "lamps", ...inputs })).toEqual([
      expect.stringMatching(pattern),
    ]);
  });

  test("all at once, and never the values that were given", async () => {
    const mistakes = await service.subject("Index").mistakes({
      name: "lamps",
      fields: [
        { ...id, key: false },
        { ...vec, type: "sesame" },
      ],
      vectorSearch: { profiles: [{ name: "vp", algorithm: "sesame" }] },
    });
    expect(mistakes.map((one) => one.split(":")[0])).toEqual([
      "fields[1].type",
      "fields",
      "vectorSearch.profiles[0].algorithm",
    ]);
    expect(mistakes.join()).not.toContain("sesame");
  });

  test("but not what is not known yet", async () => {
    const inputs = {
      name: "lamps",
      fields: [id, { ...vec, vectorSearchProfile: UNKNOWN }],
      vectorSearch: {
        ...vectors,
        profiles: [
          { name: UNKNOWN, algorithm: "h" },
          { name: "other", algorithm: UNKNOWN },
        ],
      },
      suggesters: UNKNOWN,
    };
    expect(await service.subject("Index").mistakes(inputs)).toEqual([]);
  });
});

describe("what takes a live index offline", () => {
  const analyzers = [{ name: "mine", "@odata.type": "#Provider.Search.CustomAnalyzer", tokenizer: "whitespace" }];
  const live = { name: "lamps", fields };
  const mistakes = async (olds: object, news: object): Promise<string[]> => {
    const { failures } = await service.check("search:Index", olds, { name: "lamps", __provider: "text", ...news });
    return failures!.map(({ reason }) => reason);
  };

  test("is refused in the preview, unless it is allowed", async () => {
    const refusal = "takes the live index offline for some seconds; allow it with `allowIndexDowntime: true`";
    expect(await mistakes(live, { fields, analyzers })).toEqual([`analyzers[0]: ${refusal}`]);
    expect(
      await mistakes(live, { fields, similarity: { "@odata.type": "#Provider.Search.BM25Similarity", k1: 2 } }),
    ).toEqual([`similarity.k1: ${refusal}`]);
    expect(await mistakes(live, { fields, analyzers, allowIndexDowntime: false })).toEqual([
      `analyzers[0]: ${refusal}`,
    ]);
    expect(await mistakes(live, { fields, analyzers, allowIndexDowntime: true })).toEqual([]);
    expect(await mistakes(live, { fields, analyzers, allowIndexDowntime: UNKNOWN })).toEqual([]);
  });

  test("is no matter for a new index, or one that is replaced", async () => {
    expect(await mistakes({}, { fields, analyzers })).toEqual([]);
    expect(await mistakes(live, { fields: [id], analyzers })).toEqual([]);
    expect(await mistakes(live, { name: "other", fields, analyzers })).toEqual([]);
  });
});

test("one that exists and would need a rebuild is not taken over, also not with `always`", async () => {
  const edited = {
    name: "lamps",
    fields: [...fields.slice(0, 2), { ...fields[2], type: "Edm.Double" }],
    adopt: "always",
  };
  await expect(service.subject("Index").create(edited)).rejects.toThrow(
    "fields.price.type: a type cannot be changed in place",
  );
});

test("fields that others added stay, and an edit keeps them", async () => {
  const subject = service.subject("Index");
  const kept = await subject.create({ name: "shared", fields });
  const live = await service.send("GET", "/indexes/shared");
  await service.send("PUT", "/indexes/shared", {
    ...live,
    fields: [...live.fields, { name: "theirs", type: "Edm.String" }],
  });
  expect(await subject.plan((await subject.read(kept))!, { name: "shared", fields })).toBe("same");
  await subject.update(kept, { name: "shared", fields, description: "ours" });
  const after = await service.send("GET", "/indexes/shared");
  expect([after.description, after.fields.at(-1).name]).toEqual(["ours", "theirs"]);
});

test("the key of a vectorizer is a secret, and no drift although the service does not show it", async () => {
  const vectorizers = [
    {
      name: "emb",
      kind: "embeddingService",
      embeddingServiceParameters: {
        resourceUri: "https://embed.example",
        deploymentId: "small",
        modelName: "small",
        apiKey: "hush-hush",
      },
    },
  ];
  const inputs = { name: "keyed", fields: [id, vec], vectorSearch: { ...vectors, vectorizers } };
  const subject = service.subject("Index");
  const kept = await subject.create(inputs);
  expect(JSON.stringify(kept.outs)).toMatch(
    /"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"hush-hush"/,
  );
  expect(await subject.plan((await subject.read(kept))!, inputs)).toBe("same");
});

test("another write that is under way is waited for", async () => {
  service.sandbox.faults.push({
    match: "PUT /indexes/busy",
    status: 409,
    body: '{"error":{"code":"","message":"Another index operation is in progress."}}',
  });
  expect((await service.subject("Index").create({ name: "busy", fields })).id).toBe("/indexes/busy");
});
