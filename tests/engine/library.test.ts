import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { home, Stack } from "./stack";

/** Programs that have the package through a library alone, in the layouts of package managers. */
jest.setTimeout(240_000);

let sandbox: Sandbox;
let parent: string;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox();
  parent = realpathSync(mkdtempSync(join(tmpdir(), "mlplane-library-")));
  stack = await new Stack(sandbox.environment, parent).init();
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
  rmSync(parent, { recursive: true, force: true });
});

/** Writes a file, or links a folder, in the project. */
function put(path: string, text: string): void {
  mkdirSync(join(stack.folder, dirname(path)), { recursive: true });
  writeFileSync(join(stack.folder, path), text);
}
function link(path: string, target: string): void {
  mkdirSync(join(stack.folder, dirname(path)), { recursive: true });
  symlinkSync(target, join(stack.folder, path), "dir");
}
const packageOf = (name: string, dependencies: object): string =>
  JSON.stringify({ name, version: "1.0.0", dependencies });
const installed = (name: string): string => join(home, "node_modules", name);

/** The library that declares an index, in a folder of the project. */
function library(folder: string): void {
  put(`${folder}/package.json`, packageOf("@acme/search", { mlplane: "*" }));
  put(
    `${folder}/index.js`,
    `exports.lamps = (description) =>
      new (require("mlplane").search.Index)("lamps", { description, fields: ${JSON.stringify(fields)} });`,
  );
}

/** Where the packages lie, by layout. */
const layouts: Record<string, () => void> = {
  pnpm() {
    const store = "node_modules/.pnpm/@acme+search@1.0.0/node_modules";
    library(`${store}/@acme/search`);
    link(`${store}/mlplane`, installed("mlplane"));
    link("node_modules/@acme/search", join(stack.folder, store, "@acme/search"));
  },
  "npm, nested under the library of a library"() {
    put("node_modules/outer/package.json", packageOf("outer", { "@acme/search": "*" }));
    library("node_modules/outer/node_modules/@acme/search");
    link("node_modules/outer/node_modules/@acme/search/node_modules/mlplane", installed("mlplane"));
    put("node_modules/@acme/search/package.json", packageOf("@acme/search", {}));
    put("node_modules/@acme/search/index.js", `module.exports = require("../../outer/node_modules/@acme/search");`);
  },
  "a linked folder"() {
    library("../shared/search");
    link("../shared/search/node_modules/mlplane", installed("mlplane"));
    link("node_modules/@acme/search", join(parent, "shared", "search"));
  },
  "npm, at the top"() {
    library("node_modules/@acme/search");
    link("node_modules/mlplane", installed("mlplane"));
  },
};

function arrange(layout: string, description = "shared"): void {
  for (const folder of [join(stack.folder, "node_modules"), join(parent, "shared")])
    rmSync(folder, { recursive: true, force: true });
  put("package.json", packageOf("program", { "@acme/search": "*", outer: "*" }));
  link("node_modules/@pulumi/pulumi", installed("@pulumi/pulumi"));
  layouts[layout]!();
  put("index.js", `require("@acme/search").lamps("${description}");`);
}

test.each(Object.keys(layouts))(
  "%s: up, and what another layout has made is refreshed, changed and kept",
  async (layout) => {
    arrange(layout, layout);
    await stack.ok("up", "--yes", "--skip-preview");
    await stack.settled();
    expect(JSON.stringify(await stack.state())).not.toContain(parent);
  },
);

test("a state that a library's program has made is destroyed from any of the layouts", async () => {
  arrange("pnpm");
  await stack.ok("up", "--yes", "--skip-preview");
  arrange("npm, nested under the library of a library");
  await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  arrange("npm, at the top");
  await stack.ok("preview", "--expect-no-changes", "--refresh");
  rmSync(join(stack.folder, "node_modules/mlplane"));
  const run = await stack.refresh();
  expect([run.status, run.text]).toEqual([1, expect.stringContaining("run `npm install mlplane`")]);
  expect(run.text).not.toMatch(/\n +at |Require stack/);
  arrange("a linked folder");
  await stack.ok("destroy", "--yes", "--skip-preview");
});

test("a state made with the package at the top needs it there, and is whole once it is installed", async () => {
  arrange("npm, at the top", "made at the top");
  await stack.ok("up", "--yes", "--skip-preview");
  arrange("pnpm", "made at the top");
  for (const command of ["refresh", "destroy"]) {
    const run = await stack.run(command, "--yes", "--skip-preview");
    expect([run.status, run.text]).toEqual([1, expect.stringContaining("Cannot find module 'mlplane/runtime'")]);
  }
  await stack.ok("preview", "--expect-no-changes");
  link("node_modules/mlplane", installed("mlplane"));
  await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  await stack.ok("destroy", "--yes", "--skip-preview");
});
