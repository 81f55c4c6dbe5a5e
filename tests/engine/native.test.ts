import { startSandbox, type Sandbox } from "../../sandbox";
import { NativeStack } from "./native";

/** The plugin under the real engine. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = (await new NativeStack(sandbox.environment).init()) as NativeStack;
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const field = (name: string, more = ""): string => `{ name: "${name}", type: "Edm.String", ${more} }`;
const program = (titles: string[], name = "lamps"): NativeStack =>
  stack.program(`
const index = resource("search:Index", "lamps", { name: ${JSON.stringify(name)}, fields: [
  ${field("id", "key: true, filterable: true")}, ${titles.join(", ")} ] });
exports.etag = index.etag;`);

test("an index is planned, made, changed, replaced and removed", async () => {
  const title = field("title", "searchable: true");
  expect((await program([title]).preview()).text).toMatch(/\+ +mlplane:search:Index +lamps +create/);
  expect(sandbox.requests).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.ok("preview", "--expect-no-changes");
  await stack.settled();
  const [made] = await stack.resources();
  expect(made).toMatchObject({ id: "/indexes/lamps", outputs: { name: "lamps", etag: await stack.output("etag") } });
  expect(Object.keys(made!.inputs!).filter((key) => key.startsWith("__"))).toEqual([]);

  const more = program([title, field("size")]);
  const [edit] = await more.steps();
  expect([edit!.op, Object.keys(edit!.detailedDiff!)]).toEqual(["update", ["fields[2]"]]);
  expect((await more.preview("--diff")).text).toMatch(/\+ \[2\]: \{\n/);
  await more.ok("up", "--yes", "--skip-preview");
  await stack.settled();

  const fewer = program([title]);
  const steps = await fewer.steps();
  expect(steps.map(({ op, replaceReasons }) => [op, replaceReasons])).toEqual(
    expect.arrayContaining([["replace", ["fields"]]]),
  );
  const { text } = await fewer.ok("up", "--yes", "--skip-preview");
  expect(text).toMatch(/fields.*(removed|size)/);
  await stack.settled();

  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(sandbox.requests.at(-1)).toMatchObject({ method: "DELETE", path: "/indexes/lamps" });
});

test("`--replace` deletes nothing that the stack still has, and a renamed resource with an alias is replaced", async () => {
  const stack = new NativeStack(sandbox.environment);
  try {
    await stack.init();
    const index = (name: string, more: string, opts = ""): NativeStack =>
      stack.program(
        `resource("search:Index", "${name}", { name: "kept", fields: [${field("id", "key: true")}${more}] }${opts});`,
      );
    await index("one", "").ok("up", "--yes", "--skip-preview");
    const urn = (await stack.resources())[0]!.urn;
    sandbox.requests.length = 0;
    await stack.ok("up", "--yes", "--skip-preview", "--replace", urn);
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
    await stack.settled();
    await index("two", `, ${field("size")}`, ', { aliases: [{ name: "one" }] }').ok("up", "--yes", "--skip-preview");
    await index("three", "", ', { aliases: [{ name: "two" }] }').ok("up", "--yes", "--skip-preview");
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    await stack.settled();
    await stack.ok("destroy", "--yes", "--skip-preview");
  } finally {
    stack.stop();
  }
});
