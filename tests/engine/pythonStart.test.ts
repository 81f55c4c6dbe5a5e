import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { isFull } from "../faults/sample";
import { LanguageStack, pathWith } from "./languages";

/** The start of docs/languages.md in Python with an environment of its own, for which pip asks its index. */
jest.setTimeout(600_000);

let sandbox: Sandbox;
let stack: LanguageStack;
beforeEach(async () => void (sandbox = await startSandbox({ behaviour: { polls: 1 } })));
afterEach(async () => {
  stack?.stop();
  await sandbox.close();
});

(isFull ? test : test.skip)("from `pulumi install` to destroy", async () => {
  const [, page] = /^### Python\n([^]*?)^### /m.exec(readFileSync("docs/languages.md", "utf8"))!;
  const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page!)![1]!;
  stack = new LanguageStack("python", { ...sandbox.environment, PATH: pathWith() });
  stack.write("Pulumi.yaml", block("yaml")).write("requirements.txt", "pulumi\n").write("__main__.py", block("python"));
  await stack.init();
  await stack.ok("install");
  // The older host knows no environment in a folder of its own: it makes it in the project, and wants it activated.
  Object.assign(stack.variables, { VIRTUAL_ENV: stack.folder, PATH: pathWith(join(stack.folder, "bin")) });
  await stack.ok("package", "add", "mlplane@0.1.0");
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.output("found")).toEqual(["A blue lamp."]);
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
});
