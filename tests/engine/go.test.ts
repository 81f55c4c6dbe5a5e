import { readFileSync } from "node:fs";
import { startSandbox, type Sandbox } from "../../sandbox";
import { languages, LanguageStack, pathWith } from "./languages";

/** A program in Go, which is compiled. */
jest.setTimeout(600_000);

let sandbox: Sandbox;
let stack: LanguageStack;
beforeEach(async () => void (sandbox = await startSandbox({ behaviour: { polls: 1 } })));
afterEach(async () => {
  stack?.stop();
  await sandbox.close();
});

/** What Go itself is configured with here. */
const ofGo = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = ""]) => (/^(GO|XDG_)/.test(name) ? [[name, value]] : [])),
);

test("the program of docs/languages.md, from `pulumi package add` to destroy", async () => {
  const [, program] = /```go\n([^]*?)```/.exec(readFileSync("docs/languages.md", "utf8")) ?? [];
  stack = await new LanguageStack("go", { ...sandbox.environment, ...ofGo, PATH: pathWith() }).init();
  const required = `require github.com/pulumi/pulumi/sdk/v3 v${languages.version}`;
  stack.write("go.mod", `module lamps\n\ngo 1.25\n\n${required}\n`).write("main.go", program!);
  await stack.ok("package", "add", "mlplane@0.1.0");
  expect((await stack.ok("preview")).text).toMatch(/mlplane:search:Index lamps create/);
  expect(sandbox.requests).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.resources()).toMatchObject([{ type: "mlplane:search:Index", id: "/indexes/lamps" }]);
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
});
