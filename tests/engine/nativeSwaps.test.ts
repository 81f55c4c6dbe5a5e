import { NativeStack } from "./native";
import { exchanging, type Declared } from "./swaps";

/** Names that go from one resource of the plugin to another: its programs announce nothing. */
jest.setTimeout(300_000);

const it = exchanging(NativeStack);
const a = (name: string): Declared => ({ as: "a", name });
const b = (name: string, options = "{}"): Declared => ({ as: "b", name, options });
const up = ["up", "--yes", "--skip-preview"];

test("two swap their names while one waits for the other: nothing is deleted, and what to do leads there", async () => {
  await it.begin([a("one"), b("two")]);
  const { status, text } = await it.program([a("two"), b("one", "{ dependsOn: [a] }")]).run(...up);
  expect([status, text.replace(/\s+/g, " ")]).toEqual([
    1,
    expect.stringContaining("/indexes/one is not deleted, because its resource takes /indexes/two, which exists"),
  ]);
  expect(it.deleted()).toEqual([]);
  for (const { urn } of await it.stack.resources()) await it.stack.ok("state", "delete", urn, "--yes");
  await it.stack.ok(...up);
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("nor is anything deleted where one of them has an alias", async () => {
  await it.begin([a("one"), b("two")]);
  const moved = { ...a("two"), as: "moved", options: '{ aliases: [{ name: "a" }] }' };
  const { status, text } = await it.program([moved, b("one", "{ dependsOn: [moved] }")]).run(...up);
  expect([status, text]).toEqual([1, expect.stringContaining("/indexes/one is not deleted")]);
  expect(it.deleted()).toEqual([]);
});

test("one takes the name that another gives up, which takes a new one", async () => {
  await it.begin([a("one"), b("two")]);
  await it.program([a("two"), b("three")]).ok(...up);
  expect(it.deleted()).toEqual(["/indexes/one"]);
  expect(await it.documents("two")).toEqual(["in-two"]);
  await it.stack.settled();
});

test("one takes the name of a removed one in two runs", async () => {
  await it.begin([a("one"), b("two")]);
  const { status, text } = await it.program([a("two")]).run(...up);
  expect([status, text]).toEqual([1, expect.stringContaining("/indexes/one is not deleted")]);
  await it.program([b("two")]).ok(...up);
  await it.program([a("two")]).ok(...up);
  expect(it.deleted()).toEqual(["/indexes/one"]);
  await it.agree(["two"]);
});

test("models, which a delete leaves in the cache, take each other's names at once", async () => {
  const model = (name: string, more = ""): NativeStack =>
    it.stack.program(`resource("local:CachedModel", "model", { name: "${name}"${more} });`) as NativeStack;
  for (const name of ["small-chat", "small-chat-generic-cpu:1", "mini-embed", "small-chat"])
    await model(name).ok(...up);
  await model("small-chat", ', providerType: "ModelHub"').ok(...up);
  await it.stack.settled();
});
