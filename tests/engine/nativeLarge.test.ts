import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../../sandbox";
import { isFull } from "../faults/sample";
import { fields } from "./lab";
import { NativeStack, pluginFolder } from "./native";
import { staged } from "./staged";

/** Large messages, many resources, and two versions of the plugin in one program. */
jest.setTimeout(600_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), NativeStack);

/** More than gRPC takes when nothing else is said, which is 4 MB. */
const [megabytes, many] = isFull ? [20, 200] : [5, 40];
const index = (name: string, options = ""): string =>
  `resource("search:Index", "${name}", { fields: ${JSON.stringify(fields)} }, { ${options} })`;

test(`documents of ${megabytes} MB pass both ways, beside ${many} other resources`, async () => {
  const program = (end: string): NativeStack =>
    stack.program(`
      const title = "a lamp ".repeat(1e6 / 7);
      const documents = Array.from({ length: ${megabytes} }, (_, at) => ({ id: String(at), title: at === 1 ? title + "${end}" : title }));
      const { name } = ${index("large")};
      const texts = resource("search:Documents", "texts", { index: name, documents });
      exports.found = invoke("search:searchDocuments", { index: texts.index, search: "*", top: ${megabytes} }).value.length;
      for (let at = 0; at < ${many}; at++) resource("search:Index", "small-" + at, { fields: ${JSON.stringify(fields)} });`);
  await program("a").ok("up", "--yes", "--skip-preview");
  expect([await stack.output("found"), (await stack.resources()).length]).toEqual([megabytes, many + 2]);
  const steps = (await program("b").steps()).filter(({ op }) => op !== "same");
  expect(steps.map(({ op, detailedDiff }) => [op, Object.keys(detailedDiff!)])).toEqual([
    ["update", ["documents[1].title"]],
  ]);
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("two versions of the plugin and two providers in one program know of each other's resources", async () => {
  const plain = join(stack.folder, "Pulumi.yaml");
  writeFileSync(plain, "name: test\nruntime: nodejs\nmain: index.js\n");
  for (const version of ["0.1.0", "0.2.0"]) {
    const file = join(stack.folder, `pulumi-resource-mlplane-${version}`);
    copyFileSync(join(pluginFolder, "pulumi-resource-mlplane"), file);
    await stack.ok("plugin", "install", "resource", "mlplane", `v${version}`, "--file", file);
  }
  const program = (holder: string): NativeStack =>
    stack.program(`
      const other = new Provider("other", { searchEndpoint: "${sandbox.url}" }, { version: "0.2.0" });
      const one = ${index("one", 'version: "0.1.0"')};
      resource("search:Documents", "texts", { index: one.name, documents: [{ id: "1", title: "a" }] }, { provider: other });
      resource("search:Index", "${holder === "provider: other" ? "moved" : "before"}", { name: "both", fields: ${JSON.stringify(fields)} }, { ${holder} });`);
  await program('version: "0.1.0"').ok("up", "--yes", "--skip-preview");
  await stack.settled();
  sandbox.requests.length = 0;
  const { text } = await program("provider: other").ok("up", "--yes", "--skip-preview");
  expect(text).toContain("/indexes/both stays as it is");
  expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
});
