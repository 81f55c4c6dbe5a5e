import * as z from "zod";
import { merge } from "../../provider/core/body";
import { emptied } from "../../provider/core/emptied";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { outside } from "../outside";
import { Subject } from "../subject";

const schema = z.strictObject({
  settings: z.strictObject({ wait: z.int().optional(), most: z.int().optional() }).optional(),
  vectors: z
    .strictObject({
      profiles: z.array(z.strictObject({ name: z.string() })).optional(),
      helpers: z
        .array(z.strictObject({ name: z.string(), parts: z.array(z.strictObject({ name: z.string() })).optional() }))
        .optional(),
    })
    .optional(),
  identity: z.strictObject({ type: z.string(), ids: z.record(z.string(), z.strictObject({})).optional() }).optional(),
  cors: z.strictObject({ origins: z.array(z.string()), age: z.int().optional() }).optional(),
  free: z.record(z.string(), z.unknown()).optional(),
});

/** What is written when a declaration changes from one to another. */
const written = (before: object, after: object, live: object): unknown =>
  merge(live, before, emptied(schema, before, after, live));

test.each<[string, object, object, object, object]>([
  [
    "a member of others in an object that is declared no more",
    { settings: { wait: 3 } },
    {},
    { settings: { wait: 3, most: 9 } },
    { settings: { most: 9 } },
  ],
  ["an object in which others have nothing", { settings: { wait: 3 } }, {}, { settings: { wait: 3, most: null } }, {}],
  [
    "a nested list with things of others",
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "ours" }] } },
    { vectors: { profiles: [{ name: "p" }] } },
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "theirs" }, { name: "ours" }] } },
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "theirs" }] } },
  ],
  [
    "a nested list without any",
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "ours" }] } },
    { vectors: { profiles: [{ name: "p" }] } },
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "ours", on: false }] } },
    { vectors: { profiles: [{ name: "p" }] } },
  ],
  [
    "an object of lists, one with things of others",
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "ours" }] } },
    {},
    { vectors: { profiles: [{ name: "p" }], helpers: [{ name: "ours" }, { name: "theirs" }] } },
    { vectors: { helpers: [{ name: "theirs" }] } },
  ],
  [
    "a list in a named thing that stays",
    { vectors: { helpers: [{ name: "h", parts: [{ name: "a" }] }] } },
    { vectors: { helpers: [{ name: "h" }] } },
    { vectors: { helpers: [{ name: "h", parts: [{ name: "a" }, { name: "b" }] }] } },
    { vectors: { helpers: [{ name: "h", parts: [{ name: "b" }] }] } },
  ],
  [
    "an entry of others in an object that cannot be without a member of ours",
    { identity: { type: "user", ids: { "/a": {} } } },
    {},
    { identity: { type: "user", ids: { "/a": { client: "1" }, "/b": { client: "2" } } } },
    { identity: { type: "user", ids: { "/b": { client: "2" } } } },
  ],
  [
    "such an object with nothing but what the service adds",
    { identity: { type: "user", ids: { "/a": {} } }, cors: { origins: ["*"] } },
    {},
    { identity: { type: "user", ids: { "/A": { client: "1" } } }, cors: { origins: ["*"], age: 300 } },
    {},
  ],
  [
    "an object in free form",
    { free: { plan: { every: "PT1H", model: { name: "a" } }, all: true } },
    { free: { all: true } },
    { free: { plan: { every: "PT1H", model: { name: "a", size: 3 }, by: "them" }, all: true } },
    { free: { plan: { model: { size: 3 }, by: "them" }, all: true } },
  ],
  [
    "names of the prototype",
    { free: JSON.parse('{"__proto__":{"a":1},"constructor":{"b":1}}') as object },
    { free: {} },
    { free: JSON.parse('{"__proto__":{"a":1,"x":1},"constructor":{"b":1},"toString":"y"}') as object },
    { free: JSON.parse('{"__proto__":{"x":1},"toString":"y"}') as object },
  ],
])("%s", (_, before, after, live, expected) => {
  expect(JSON.parse(JSON.stringify(written(before, after, live)))).toEqual(expected);
});

describe("what others have added stays when what we declared goes", () => {
  let sandbox: Sandbox;
  beforeEach(async () => void (sandbox = await startSandbox({ behaviour: { operation: "none" } })));
  afterEach(() => sandbox.close());

  /** The record after we declared `before`, somebody changed it, and we declared `after`. */
  async function left(kind: string, before: object, change: (record: any) => void, after: object): Promise<any> {
    const subject = new Subject(kind, sandbox);
    for (const [needed, inputs] of fixtures[kind]!.needs ?? []) await new Subject(needed, sandbox).create(inputs);
    const kept = await subject.create({ ...fixtures[kind]!.inputs, ...before });
    await outside(sandbox).edit(kept.id, change);
    const changed = await subject.update(kept, { ...fixtures[kind]!.inputs, ...after });
    const read = (await subject.read(changed))!;
    expect(await subject.plan(read, { ...fixtures[kind]!.inputs, ...after })).toBe("same");
    return outside(sandbox).send("GET", kept.id);
  }

  const fields = [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String" },
  ];
  const configuration = (name: string): object => ({
    name,
    prioritizedFields: { prioritizedContentFields: [{ fieldName: "title" }] },
  });
  const vectorizer = (name: string): object => ({
    name,
    kind: "embeddingService",
    embeddingServiceParameters: { resourceUri: "https://e.example", deploymentId: "e", modelName: "e" },
  });

  test("vectorizers and the semantic part of an index", async () => {
    const algorithms = [{ name: "h", kind: "hnsw" }];
    const none = { vectorSearch: undefined, semantic: undefined, fields };
    const record = await left(
      "search:Index",
      {
        ...none,
        vectorSearch: { algorithms, vectorizers: [vectorizer("ours")] },
        semantic: { defaultConfiguration: "ours", configurations: [configuration("ours")] },
      },
      (index) => {
        index.vectorSearch.vectorizers.push(vectorizer("theirs"));
        index.semantic.configurations.push(configuration("theirs"));
      },
      { ...none, vectorSearch: { algorithms } },
    );
    expect(record.vectorSearch.vectorizers).toMatchObject([{ name: "theirs" }]);
    expect(record.semantic).toMatchObject({ configurations: [{ name: "theirs" }] });
    expect(record.semantic.defaultConfiguration ?? null).toBeNull();
  });

  test("request settings of a deployment", async () => {
    const record = await left(
      "ml:OnlineDeployment",
      { requestSettings: { requestTimeoutMs: 90_000 } },
      (deployment) => (deployment.properties.requestSettings.maxConcurrentRequestsPerInstance = 7),
      { requestSettings: undefined },
    );
    expect(record.properties.requestSettings.maxConcurrentRequestsPerInstance).toBe(7);
    expect(record.properties.requestSettings.requestTimeout).not.toBe("PT90S");
  });

  test("ingestion parameters of a knowledge source", async () => {
    const of = (more: object): object => ({
      kind: "blob",
      searchIndexParameters: undefined,
      blobParameters: { connectionString: "x", containerName: "c", ...more },
    });
    const record = await left(
      "search:KnowledgeSource",
      of({ ingestionParameters: { disableImageVerbalization: true } }),
      (source) => (source.blobParameters.ingestionParameters.contentExtractionMode = "standard"),
      of({}),
    );
    expect(record.blobParameters.ingestionParameters).toEqual({ contentExtractionMode: "standard" });
  });
});
