import { fields } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** The preview tells of what moves under another URN that it is kept, and which alias makes it no change. */
jest.setTimeout(300_000);

let stack: Stack;
staged({ polls: 0 }, (...made) => ([stack] = made));

/** An index, its documents and a model of another service: their Pulumi names begin with a word; `options` is code. */
const program = (word: string, options = "() => ({})", before = ""): Stack =>
  stack.program(`
    ${before}
    const options = ${options};
    const at = (name) => ["${word}" + name, options("${word}" + name)];
    const make = (Class, name, args) => { const [own, options] = at(name); return new Class(own, args, options); };
    const index = make(mlplane.search.Index, "lamps", { name: "lamps", fields: ${JSON.stringify(fields)} }).name;
    make(mlplane.search.Documents, "texts", { index, documents: [{ id: "1", title: "a lamp" }] });
    make(mlplane.local.CachedModel, "tiny", { name: "tiny-chat-generic-cpu:3" });
    make(mlplane.local.GpuDevice, "gpu", { deviceId: 0 });
  `);

const component = (name: string, type = "Team"): string =>
  `const ${name} = new pulumi.ComponentResource("our:own:${type}", "${name}");`;

/** Which resources a preview says to be kept, each with the alias that it names. */
async function told(): Promise<Record<string, string>> {
  const { text } = await stack.ok("preview");
  const lines = text.matchAll(
    /"([\w-]+)" of this stack is the same \w+, and not declared any more: with `aliases: (.*?)`/g,
  );
  return Object.fromEntries([...lines].map(([, name = "", alias = ""]) => [name, alias]));
}

const all = (alias: (name: string) => string, word = "a-"): Record<string, string> =>
  Object.fromEntries(["gpu", "lamps", "texts", "tiny"].map((name) => [word + name, alias(name)]));

const urnOf = (types: Record<string, string>, name: string, word: string): string =>
  `["urn:pulumi:dev::test::our:own:Team$pulumi-nodejs:dynamic/mlplane/${types[name]}::${word}${name}"]`;
const types = { gpu: "local:GpuDevice", lamps: "search:Index", texts: "search:Documents", tiny: "local:CachedModel" };

/** What changes when every resource has its alias. */
const changes = async (): Promise<string> => (await stack.ok("preview", "--expect-no-changes")).text;

test("a new stack, and what is new in it, says nothing", async () => {
  expect(await told.call(program("a-"))).toEqual({});
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await told()).toEqual({});
});

test("other Pulumi names, with and without the alias that is named", async () => {
  program("b-");
  expect(await told()).toEqual(all((name) => `[{ name: "a-${name}" }]`));
  program("b-", `(name) => ({ aliases: [{ name: name.replace("b-", "a-") }] })`);
  expect(await changes()).not.toContain("of this stack");
});

test("into a component, with and without the alias that is named", async () => {
  program("a-", "() => ({ parent: team })", component("team"));
  expect(await told()).toEqual(all(() => "[{ parent: pulumi.rootStackResource }]"));
  program("c-", "() => ({ parent: team })", component("team"));
  expect(await told()).toEqual(all((name) => `[{ name: "a-${name}", parent: pulumi.rootStackResource }]`));
  const aliases = `[{ name: name.replace("c-", "a-"), parent: pulumi.rootStackResource }]`;
  program("c-", `(name) => ({ parent: team, aliases: ${aliases} })`, component("team"));
  expect(await told()).toEqual({});
  await stack.ok("up", "--yes", "--skip-preview");
});

test("from one component to another, and what is new beside it", async () => {
  program("c-", "() => ({ parent: shop })", component("shop", "Shop"));
  expect(await told()).toEqual(all((name) => urnOf(types, name, "c-"), "c-"));
  program(
    "c-",
    "() => ({ parent: team })",
    `${component("team")} new mlplane.search.Index("desks", { fields: ${JSON.stringify(fields)} });`,
  );
  expect(await told()).toEqual({});
});
