import { resultOf } from "./support";

/** What is written from the definitions: the types of the SDK, and the pages. */

test("what is committed is as the definitions say", async () => {
  expect(await resultOf("generate.mjs", "print((await script.stale()).map(({ path }) => path));")).toEqual([]);
}, 60_000);

const shape = (schema: string): Promise<unknown> =>
  resultOf(
    "generate/shapes.mjs",
    `import { createRequire } from "node:module";
    const z = createRequire(${JSON.stringify(__filename)})("zod");
    try { print(script.shapeOf(z.object({ a: z.array(${schema}) }), "ml:Thing")); }
    catch ({ message }) { print(message); }`,
  );

test.each([
  ["z.date()", "date"],
  ["z.tuple([z.string()])", "tuple"],
  ["z.string().transform(Number)", "pipe"],
  ["z.string().nullable()", "nullable"],
  ["z.bigint()", "bigint"],
])("a kind of schema that no printer knows is an error with its place: %s", async (schema, kind) => {
  expect(await shape(schema)).toBe(`ml:Thing.a[]: no printer knows a schema of the kind \`${kind}\``);
});

test("a shape says what a schema and its wrappers say", async () => {
  const element = `z.object({ b: z.enum(["x", "y"]).default("x").describe("B.") }).meta({ title: "Thing" })`;
  const b = {
    name: "b",
    about: "B.",
    optional: true,
    defaultValue: "x",
    shape: { type: "choice", values: ["x", "y"] },
  };
  expect(await shape(element)).toMatchObject({
    type: "object",
    fields: [{ name: "a", optional: false, shape: { type: "list", element: { title: "Thing", fields: [b] } } }],
  });
});

test("a name of another resource links to its page, also in a list", async () => {
  const name = `z.string().meta({ reference: { kind: "search:Thing", whenReplaced: "update" } })`;
  const { fields } = (await shape(name)) as { fields: object[] };
  expect(fields).toMatchObject([{ shape: { type: "list", element: { type: "string", names: "search:Thing" } } }]);
  const cell = `print(script.typeColumn.cell(${JSON.stringify(fields[0])}, "list of string"));`;
  expect(await resultOf("generate/pages/resource.mjs", cell)).toBe("list of string, of [Thing](../search/Thing.md)");
});

test("two types of one name that differ are an error", async () => {
  const text = (await resultOf(
    "generate/types/types.mjs",
    `const print2 = script.printer();
    const thing = (name) => ({ type: "object", title: "Thing", fields: [{ name, about: "", marks: {}, shape: { type: "string" } }] });
    print2.type(thing("a"), "plain");
    try { print(print2.type(thing("b"), "plain")); } catch ({ message }) { print(message); }`,
  )) as string;
  expect(text).toBe("two types have the title Thing");
});
