import type { Sandbox } from "../../sandbox";
import { fields, lab, workspaceId } from "./lab";
import { NativeStack } from "./native";
import { takeWrites } from "./requests";
import { staged } from "./staged";

/** What is replaced by command: a class of the plugin cannot ask to delete first, a program can. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), NativeStack);

const program = (options = "{}"): NativeStack =>
  stack.program(`
    const index = resource("search:Index", "lamps", ${JSON.stringify({ fields })}, ${options});
    resource("search:Documents", "stock", { index: index.name, documents: [{ id: "1", title: "a lamp" }] });
    resource("ml:Workspace", "lab", ${JSON.stringify(lab)}, ${options});
  `);

const sent = (): string[] =>
  takeWrites(sandbox)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((line) => /\/(lamps|lab)$/.test(line));

/** The warnings of a run that something was not made anew, each with the resource under which it stands. */
const warned = (text: string): string[] =>
  text
    .split(/^ {2}(?=mlplane:)/m)
    .slice(1)
    .flatMap((part) => {
      const [resource] = part.split(":\n");
      const found = part.match(/^ +warning: (\S+) was not made anew: .*`deleteBeforeReplace`/m);
      return found === null ? [] : [`${resource} ${found[1]}`];
    })
    .sort();

/** The URNs of both, each after an option. */
const each = async (option: string): Promise<string[]> =>
  [...(await stack.byName())].filter(([name]) => name !== "stock").flatMap(([, { urn }]) => [option, urn]);

test("what cannot be made before the old one goes is the same object as before, and a warning on its line says so", async () => {
  await program().ok("up", "--yes", "--skip-preview");
  takeWrites(sandbox);
  const { text } = await stack.ok("up", "--yes", "--skip-preview", ...(await each("--replace")));
  expect(sent().filter((line) => line.startsWith("DELETE"))).toEqual([]);
  expect(warned(text)).toEqual([
    `mlplane:ml:Workspace (lab) ${workspaceId("lab")}`,
    "mlplane:search:Index (lamps) /indexes/lamps",
  ]);
  await stack.settled();
});

test("the option `deleteBeforeReplace` makes it anew, with what stands on it", async () => {
  program("{ deleteBeforeReplace: true }");
  const { text } = await stack.ok("up", "--yes", "--skip-preview", ...(await each("--replace")));
  expect(warned(text)).toEqual([]);
  const writes = sent();
  for (const path of [workspaceId("lab"), "/indexes/lamps"])
    expect(writes.filter((line) => line.endsWith(path))).toEqual([`DELETE ${path}`, `PUT ${path}`]);
  await stack.settled();
});

test("so does a destroy of it before the up", async () => {
  program();
  await stack.ok("destroy", "--yes", "--skip-preview", ...(await each("--target")), "--target-dependents");
  expect(await stack.resources()).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  expect(sent().map((line) => line.split(" ")[0])).toEqual(["DELETE", "DELETE", "PUT", "PUT"]);
  await stack.settled();
});
