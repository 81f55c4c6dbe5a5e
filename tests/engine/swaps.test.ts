import { startSandbox } from "../../sandbox";
import { exchanging, type Declared } from "./swaps";
import { Stack } from "./stack";

/** Names that go from one resource of a program to another while one of them waits for the other: nothing is lost. */
jest.setTimeout(300_000);

const it = exchanging(Stack);
const [a, b, c] = ["a", "b", "c"].map((as) => (name: string, more: Partial<Declared> = {}) => ({
  as,
  name,
  ...more,
})) as [Name, Name, Name];
type Name = (name: string, more?: Partial<Declared>) => Declared;

/** Code of many resources. */
const many = Array.from({ length: 150 }, (_, number) => `new pulumi.ComponentResource("a:b:C", "c${number}");`).join(
  "",
);

const swaps: Record<string, readonly Declared[]> = {
  "the second one depends on the first one": [a("two"), b("one", { options: "{ dependsOn: [a] }" })],
  "it refers to an output of it": [a("two"), b("one", { args: "suggesters: a.name.apply(() => [])" })],
  "it is its child": [
    a("two"),
    b("one", { options: "{ parent: a, aliases: [{ parent: pulumi.rootStackResource }] }" }),
  ],
};

test.each(Object.entries(swaps))("two swap their names, and %s", async (_, indexes) => {
  await it.begin([a("one"), b("two")]);
  await it.program(indexes).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test.each(["--yes", "--parallel=1"])("three take each other's names, with %s", async (flag) => {
  await it.begin([a("one"), b("two"), c("three")]);
  const indexes = [
    a("two"),
    b("three", { options: "{ dependsOn: [a] }" }),
    c("one", { options: "{ dependsOn: [b] }" }),
  ];
  await it.program(indexes).ok("up", "--yes", flag, "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two", "three"]);
});

test("two swap their names, one operation at a time", async () => {
  await it.begin([a("one"), b("two")]);
  await it.program([a("two"), b("one")]).ok("up", "--yes", "--parallel=1", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("a new one takes the name that another one gives up, for which it waits", async () => {
  await it.begin([a("one")]);
  await it.program([a("three"), c("one", { options: "{ dependsOn: [a] }" })]).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  expect(await it.documents("one")).toEqual(["in-one"]);
  await it.stack.settled();
});

test("a new one takes the name of a removed one", async () => {
  await it.begin([a("one"), b("two")]);
  await it.program([b("two"), c("one", { options: "{ dependsOn: [b] }" })]).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("two swap their names, with many resources between them", async () => {
  await it.begin([a("one"), b("two")]);
  await it.program([a("two"), b("one", { before: many })]).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

/** Code of a provider with an address of its own. */
const provider = (url: string): string =>
  `const own = new mlplane.Provider("own", { searchEndpoint: "${url}", searchApiKey: "sandbox" });`;

test("two swap their names, which have two providers of one service", async () => {
  const before = provider(`${it.sandbox.url}/`);
  await it.begin([a("one"), b("two", { before, options: "{ provider: own }" })]);
  const indexes = [a("two"), b("one", { before, options: "{ provider: own, dependsOn: [a] }" })];
  await it.program(indexes).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("two swap their names after a refresh", async () => {
  await it.begin([a("one"), b("two")]);
  const indexes = [a("two"), b("one", { options: "{ dependsOn: [a] }" })];
  await it.program(indexes).ok("up", "--yes", "--refresh", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("two swap their names, and one of them is to be made anew", async () => {
  await it.begin([a("one"), b("two")]);
  const { urn } = (await it.stack.resources()).find((one) => one.urn.endsWith("::a"))!;
  it.program([a("two"), b("one", { options: "{ dependsOn: [a] }" })]);
  await it.stack.ok("up", "--yes", "--skip-preview", "--replace", urn);
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("two swap their names, and one of them its Pulumi name too", async () => {
  await it.begin([a("one"), b("two")]);
  const indexes = [{ ...a("two"), as: "moved", options: '{ aliases: [{ name: "a" }] }' }];
  await it.program([...indexes, b("one", { options: "{ dependsOn: [moved] }" })]).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual([]);
  await it.agree(["one", "two"]);
});

test("what is renamed in the program and then destroyed with it is gone", async () => {
  await it.begin([a("one")]);
  await it.program([{ ...a("one"), as: "moved" }]).ok("destroy", "--run-program", "--refresh", "--yes");
  expect(it.deleted()).toEqual(["/indexes/one"]);
});

test("one takes a name at its service while another service has that name too", async () => {
  const other = await startSandbox();
  const before = provider(other.url);
  await it.begin([a("one")]);
  const indexes = [a("two"), b("one", { before, options: "{ provider: own, dependsOn: [a] }" })];
  await it.program(indexes).ok("up", "--yes", "--skip-preview");
  expect(it.deleted()).toEqual(["/indexes/one"]);
  await it.stack.settled();
  await it.stack.ok("destroy", "--yes", "--skip-preview");
  await other.close();
});
