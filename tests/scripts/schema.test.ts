import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../provider/resources";
import { functions } from "../../provider/functions";
import { resultOf } from "./support";

/** The schema that is written from the definitions, and the mistakes that it must not have. */

const schema = JSON.parse(readFileSync(join(__dirname, "../../provider/schema.json"), "utf8"));

test("every resource and every function that does not stream is in the schema", () => {
  const token = ({ kind }: { kind: string }): string => `mlplane:${kind}`;
  expect(Object.keys(schema.resources)).toEqual(resources.map(token));
  expect(new Set(Object.keys(schema.functions))).toEqual(
    new Set(functions.filter(({ streams }) => !streams).map(token)),
  );
});

test("every resource continues one of the classes for TypeScript", () => {
  expect(schema.resources["mlplane:search:Index"].aliases).toEqual([
    { type: "pulumi-nodejs:dynamic/mlplane/search:Index" },
  ]);
});

test("a schema says what may be said, and is free where nothing can", () => {
  const index = schema.resources["mlplane:search:Index"].inputProperties;
  const any = { $ref: "pulumi.json#/Any" };
  const text = "#/types/mlplane:search:IndexFieldType";
  expect(index.name).toMatchObject({ type: "string", willReplaceOnChanges: true });
  expect(index.fields).toMatchObject({ type: "array", items: { $ref: "#/types/mlplane:search:IndexField" } });
  expect(index.similarity).toMatchObject({ type: "object", additionalProperties: any });
  expect(index.analyzers).toMatchObject({ type: "array", items: { type: "object", additionalProperties: any } });
  expect(index.corsOptions).toMatchObject({ $ref: "#/types/mlplane:search:IndexCorsOptions" });
  expect(schema.types["mlplane:search:IndexField"].properties.type).toMatchObject({
    oneOf: [{ type: "string" }, { type: "string", $ref: text }],
  });
  expect(schema.resources["mlplane:search:Documents"].inputProperties.documents).toMatchObject(any);
  expect(schema.resources["mlplane:search:Documents"].properties.documents).toBeUndefined();
  expect(schema.resources["mlplane:local:CachedModel"].inputProperties.token).toMatchObject({ secret: true });
});

test("what a function gives is an object, in `result` where it is none", () => {
  const given = (name: string): unknown => schema.functions[`mlplane:${name}`].outputs.properties;
  expect(given("ml:getJob")).toMatchObject({ status: { type: "string" } });
  expect(given("local:countTokens")).toMatchObject({ result: { type: "number" } });
  expect(given("local:chatCompletion")).toMatchObject({ id: { type: "string" }, choices: { type: "array" } });
  expect(given("ml:invokeEndpoint")).toMatchObject({ result: { $ref: "pulumi.json#/Any" } });
  expect(given("search:listIndexes")).toMatchObject({
    result: { type: "array", items: { $ref: "#/types/mlplane:search:ListIndexesItem" } },
  });
});

const text = { type: "string", description: "A text." };
const languages = Object.fromEntries(
  ["nodejs", "python", "go", "csharp", "java"].map((name) => [name, { respectSchemaVersion: true }]),
);
const base = { config: { variables: {} }, provider: {}, types: {}, resources: {}, functions: {}, language: languages };
const resource = (inputProperties: object): object => ({ resources: { "a:b:Thing": { inputProperties } } });

test.each<[string, object, string]>([
  ["a name that is none", resource({ "@odata.type": text }), "a:b:Thing: @odata.type is no name in every language"],
  ["a name that is taken", resource({ id: text }), "a:b:Thing: every resource has id already"],
  ["no sentence", resource({ a: { type: "string" } }), "a:b:Thing.a: says nothing"],
  ["one name in Python", resource({ aB: text, a_b: text }), "a:b:Thing: aB and a_b are one name in Python"],
  [
    "a list beside a text",
    resource({ a: { ...text, oneOf: [{ type: "string" }, { type: "array" }] } }),
    "a:b:Thing.a: one of several types must not be a list or an object; say pulumi.json#/Any",
  ],
  [
    "an object without a name",
    resource({ a: { ...text, type: "array", items: { type: "object" } } }),
    "a:b:Thing.a: an object in a property needs a type with a name",
  ],
  ["no such type", resource({ a: { ...text, $ref: "#/types/a:b:C" } }), "a:b:Thing.a: there is no type a:b:C"],
  [
    "replaceOnChanges",
    resource({ a: { ...text, replaceOnChanges: true } }),
    "a:b:Thing.a: must be willReplaceOnChanges, else the SDK decides too",
  ],
  [
    "a generated name",
    {
      types: { "a:b:GetResult": { type: "object", properties: {} } },
      functions: {
        "a:b:get": { outputs: { properties: { a: { description: "A.", $ref: "#/types/a:b:GetResult" } } } },
      },
    },
    "a:b:GetResult: has a generated name",
  ],
  [
    "no object",
    { functions: { "a:b:get": { outputs: { type: "string" } } } },
    "a:b:get: what it gives must be an object",
  ],
  ["an unused type", { types: { "a:b:C": { type: "object" } } }, "a:b:C: nothing has this type"],
  ["no version", { language: { ...languages, go: {} } }, "language.go: needs respectSchemaVersion"],
  [
    "constants of one name",
    {
      types: { "a:b:C": { type: "string", enum: [{ value: "a.b" }, { value: "a-b" }] } },
      ...resource({ c: { ...text, oneOf: [{ type: "string", $ref: "#/types/a:b:C" }] } }),
    },
    "a:b:C: a.b and a-b are one name of a constant",
  ],
])("the lint finds %s", async (_, part, mistake) => {
  const given = JSON.stringify({ ...base, ...part });
  expect(await resultOf("generate/schema/lint.mjs", `print(script.lint(${given}));`)).toEqual([mistake]);
});
