import fc from "fast-check";
import { azure } from "../../dialects/azure";
import { all, constant, dropped, places, prefixes, within, words, type Lens } from "../../dialects/lens";
import { base } from "../../dialects/azure/knowledge";
import { catalog, download, status } from "../../dialects/azure/local";
import * as bodiesOf from "../../dialects/azure/mlBodies";
import { model } from "../../dialects/azure/modelLens";
import { index, source } from "../../dialects/azure/search";
import { seed } from "../faults/sample";

const routes = azure().routes;

/** JSON whose members have names that the tables know, among others. */
const value = (names: string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("a", "blob", "Key", "#Provider.Search.X", 1, true, null),
      tie("object"),
      fc.array(tie("object"), { maxLength: 3 }),
    ),
    object: fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 5 }),
  })).object as fc.Arbitrary<Record<string, unknown>>;

const thereAndBack = (lens: Lens, bodies: fc.Arbitrary<unknown>): void =>
  fc.assert(
    fc.property(bodies, (body) => {
      expect(lens.back(lens.out(body))).toEqual(body);
    }),
    { seed, numRuns: 300 },
  );

describe("a table that is read both ways gives back what it was given", () => {
  test.each<[string, Lens, string[]]>([
    ["places", places({ a: "b", "d.e": "d.f" }), ["a", "d", "e"]],
    ["words", words("kind", { blob: "azureBlob", a: "b" }), ["kind", "x"]],
    ["constants", constant("type", "custom"), ["kind", "x"]],
    ["prefixes", prefixes("@odata.type", "#Provider.Search.", "#Other."), ["@odata.type", "x"]],
    ["lists", within("list[].one", places({ a: "b" })), ["list", "one", "a"]],
    ["several", all(places({ a: "b" }), words("b", { a: "z" })), ["a", "x"]],
  ])("%s", (_, lens, names) => thereAndBack(lens, value(names)));

  test("what the documents do not have passes through", () => {
    const lens = all(places({ a: "b.c" }), words("kind", { blob: "azureBlob" }), dropped("gone"));
    expect(lens.out({ other: { b: 1 }, a: 1 })).toEqual({ other: { b: 1 }, b: { c: 1 } });
    expect(lens.back({ kind: "unheardOf", b: { d: 2 } })).toEqual({ kind: "unheardOf", b: { d: 2 } });
  });
});

const text = fc.constantFrom("a", "b", "https://x.example");
const configuration = fc.record(
  { resourceUri: text, deploymentId: text, modelName: text, apiKey: text },
  { requiredKeys: ["resourceUri", "deploymentId", "modelName"] },
);
const basis = fc.record(
  {
    name: text,
    knowledgeSources: fc.array(text),
    outputMode: fc.constantFrom("rawContent", "answerSynthesis", null),
    answerSynthesisConfiguration: configuration,
    description: text,
    extra: text,
  },
  { requiredKeys: ["name", "knowledgeSources"] },
);
const parameters = fc.dictionary(fc.constantFrom("connectionString", "containerName", "filterExpression"), text);
const origin = fc.oneof(
  fc.record({ name: text, kind: fc.constant("blob"), blobParameters: parameters }),
  fc.record({ name: text, kind: fc.constant("web"), webParameters: parameters }, { requiredKeys: ["name", "kind"] }),
  fc.record({ name: text, kind: fc.constant("libraryOnline"), libraryOnlineParameters: parameters }),
  fc.record({ name: text, kind: fc.constant("searchIndex"), searchIndexParameters: parameters }),
);

/** Any members beside those that the tables name, which pass through. */
const more = fc.dictionary(fc.constantFrom("other", "third"), text, { maxKeys: 2 });
const withMore = <T extends object>(body: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.tuple(body, more).map(([one, others]) => ({ ...others, ...one }));
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(
  members: T,
  ...needed: (keyof T)[]
): fc.Arbitrary<object> => fc.record(members, { requiredKeys: needed } as never) as fc.Arbitrary<object>;
const users = fc.constant({ "/me": {} });
const identity = fc.oneof(
  fc.record({ type: fc.constantFrom("systemAssigned", "none") }),
  fc.record({ type: fc.constantFrom("userAssigned", "systemAssigned,userAssigned"), userAssignedIdentities: users }),
);
const count = fc.integer({ min: 1, max: 9 });
const scale = fc.record({ minNodeCount: count, maxNodeCount: count, nodeIdleTimeBeforeScaleDown: fc.constant("PT9M") });
const fixed = count.map((n) => ({ minNodeCount: n, maxNodeCount: n, nodeIdleTimeBeforeScaleDown: "PT0S" }));

/** What a service shows of a deployment beside what it was made with. */
const deployment: Lens = {
  ...bodiesOf.deployment,
  back: (body) => {
    const { sku: _, ...rest } = bodiesOf.deployment.back(body) as Record<string, unknown>;
    return rest;
  },
};

/** Bodies of every kind in the documents' form, and the lens that they go through. */
const bodies: Record<string, [Lens, fc.Arbitrary<unknown>]> = {
  "a workspace": [
    bodiesOf.workspace,
    optional({ location: text, identity, tags: more, properties: withMore(fc.record({})) }),
  ],
  "a cluster": [
    bodiesOf.compute,
    optional({
      identity,
      properties: fc.record({
        computeType: fc.constant("AmlCompute"),
        properties: optional({ vmSize: text, vmPriority: text, scaleSettings: scale }),
      }),
    }),
  ],
  "an instance": [
    bodiesOf.compute,
    fc.record({
      properties: fc.record({
        computeType: fc.constant("ComputeInstance"),
        properties: withMore(fc.record({ vmSize: text })),
      }),
    }),
  ],
  "nodes of Kubernetes": [
    bodiesOf.compute,
    fc.record({
      properties: fc.record({
        computeType: fc.constant("AKS"),
        properties: withMore(fc.record({ vmSize: text, scaleSettings: fixed })),
      }),
    }),
  ],
  "an endpoint": [
    bodiesOf.endpoint,
    optional(
      {
        identity,
        location: text,
        properties: withMore(fc.record({ compute: fc.constantFrom("Managed", "/computes/a"), authMode: text })),
      },
      "properties",
    ),
  ],
  "a deployment": [
    deployment,
    optional(
      {
        location: text,
        tags: more,
        model: text,
        codeConfiguration: more,
        instanceType: text,
        instanceCount: count,
        properties: withMore(fc.record({ scaleSettings: more })),
      },
      "properties",
      "instanceCount",
    ),
  ],
  "a job": [
    bodiesOf.job,
    fc.record({ properties: withMore(optional({ jobType: text, compute: text, environment: text, command: text })) }),
  ],
  "a model": [
    model,
    fc.record({ name: fc.constantFrom("fraud", "a-b"), version: count }).chain(({ name, version }) =>
      optional(
        {
          path: text,
          description: text,
          tags: more,
          properties: optional({ flavors: more, modelType: fc.constant("mlflow_model") }),
        },
        "path",
        "properties",
      ).map((body) => ({
        ...{ id: `${name}:${version}`, modelId: `${name}:${version}`, name, version },
        ...body,
      })),
    ),
  ],
  "an index": [
    index,
    optional({
      name: text,
      similarity: fc.record({
        "@odata.type": fc.constantFrom("#Provider.Search.BM25Similarity", "#Provider.Search.ClassicSimilarity"),
      }),
      analyzers: fc.array(fc.record({ "@odata.type": fc.constant("#Provider.Search.CustomAnalyzer"), name: text })),
      vectorSearch: fc.record({
        vectorizers: fc.array(
          fc.record({ name: text, kind: fc.constant("embeddingService"), embeddingServiceParameters: more }),
        ),
      }),
    }),
  ],
  "the catalog": [
    catalog,
    fc.record({
      models: fc.array(withMore(fc.record({ providerType: fc.constantFrom("VendorLocal", "ModelHub", "Other") }))),
    }),
  ],
  "a download": [
    download,
    fc.record({
      model: withMore(fc.record({ ProviderType: fc.constantFrom("VendorLocal", "ModelHub", "Other") })),
      ignorePipeReport: fc.boolean(),
    }),
  ],
  "the status": [status, optional({ Endpoints: fc.array(text), ModelDirPath: text, PipeName: fc.option(text) })],
};

describe("bodies of every kind there and back are the same", () => {
  test.each(Object.entries(bodies))("%s", (_, [lens, body]) => {
    if (lens !== model) return thereAndBack(lens, body);
    // Its name and version stand in the path, from which the service makes the id.
    fc.assert(
      fc.property(body as fc.Arbitrary<{ name: string; version: number }>, (one) => {
        const id = `/models/${one.name}/versions/${one.version}`;
        expect(lens.back({ ...(lens.out(one) as object), id })).toEqual(one);
      }),
      { seed, numRuns: 300 },
    );
  });

  test("every lens of a route is among them", () => {
    const tested = new Set<Lens>([...Object.values(bodies).map(([lens]) => lens), base, source]);
    const known = [...tested].flatMap((lens) => lens.rows.map((row) => JSON.stringify(row)));
    for (const { document, request } of routes)
      for (const row of request === undefined ? [] : request.rows)
        if (row[1] !== "–" && document !== "/indexes/{name}/docs/search")
          expect([document, known]).toEqual([document, expect.arrayContaining([JSON.stringify(row)])]);
  });
});

describe("definitions there and back are the same", () => {
  test("a knowledge base", () => thereAndBack(base, basis));
  test("a knowledge source", () => thereAndBack(source, origin));

  test("a base that gains a model loses the effort `minimal`; one that loses it gets it; others' choices stay", () => {
    const bare = {
      name: "kb",
      knowledgeSources: [{ name: "ks" }],
      models: [],
      retrievalReasoningEffort: { kind: "minimal" },
    };
    const model = { resourceUri: "u", deploymentId: "d", modelName: "m" };
    const gained = base.out({ ...(base.back(bare) as object), answerSynthesisConfiguration: model });
    expect(gained).toEqual({
      name: "kb",
      knowledgeSources: [{ name: "ks" }],
      models: [{ kind: "azureOpenAI", azureOpenAIParameters: model }],
    });
    const chosen = { ...(gained as object), retrievalReasoningEffort: { kind: "medium" } };
    expect(base.out(base.back(chosen))).toEqual(chosen);
    const { answerSynthesisConfiguration: _, ...lost } = base.back(chosen) as Record<string, unknown>;
    expect(base.out(lost)).toMatchObject({ retrievalReasoningEffort: { kind: "minimal" } });
  });
});

test("a job has no times there", () => {
  const properties = { jobType: "Command", startTime: "2026-01-01T00:00:00Z", endTime: null, status: "Completed" };
  expect(bodiesOf.job.out({ properties })).toEqual({ properties: { jobType: "Command", status: "Completed" } });
});

test("every name in a place stands on both sides, so that it can be found from either", () => {
  const names = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
  for (const { document, theirs, ask, serve } of routes)
    if (ask === undefined && serve === undefined)
      expect([document, names(theirs)]).toEqual([document, names(document)]);
});
