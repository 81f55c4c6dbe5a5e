import fc from "fast-check";
import { azure } from "../../dialects/azure";
import { all, constant, dropped, places, prefixes, within, words, type Lens } from "../../dialects/lens";
import { base } from "../../dialects/azure/knowledge";
import { source } from "../../dialects/azure/search";
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

test("every name in a place stands on both sides, so that it can be found from either", () => {
  const names = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
  for (const { document, theirs, ask, serve } of routes)
    if (ask === undefined && serve === undefined)
      expect([document, names(theirs)]).toEqual([document, names(document)]);
});
