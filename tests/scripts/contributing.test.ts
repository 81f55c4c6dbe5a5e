import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { removeFolders, temporaryFolder } from "./support";

/** The guide of CONTRIBUTING.md, followed word for word in a copy of the repository. */

afterAll(removeFolders);

const REPOSITORY = join(__dirname, "..", "..");
const COPIED = ["cli", "dialects", "docs", "examples", "provider", "sandbox", "scripts", "sdk", "tests"];
const FILES = ["README.md", "jest.config.js", "package.json", "tsconfig.json", "tsconfig.build.json"];

/** The blocks of the guide, each with the file that it writes or adds to. */
const blocks = [
  ...readFileSync(join(REPOSITORY, "CONTRIBUTING.md"), "utf8").matchAll(/^```(ts|diff) (\S+)\n([^]*?)^```$/gm),
].map(([, form, path, text]) => ({ form, path: path!, text: text! }));

/** A file with what a block adds to it, each run of new lines after the line that stands before it. */
function added(before: string, block: string): string {
  let after = "";
  let rest = before;
  for (const line of block.split("\n").slice(0, -1)) {
    const [sign, text] = [line[0], `${line.slice(1)}\n`];
    if (sign === "+") after += text;
    else {
      const end = rest.indexOf(text) + text.length;
      if (end < text.length) throw new Error(`there is no line ${text}`);
      after += rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  return after + rest;
}

const run = (folder: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, args, { cwd: folder });

test("a resource that is added in the five places of the guide has class and pages, and keeps the promises", async () => {
  expect([...new Set(blocks.map(({ path }) => path.split("/").slice(0, 2).join("/")))]).toEqual([
    "provider/search",
    "provider/resources.ts",
    "sandbox/search",
    "tests/fixtures",
    "examples/reference",
    "examples/python",
  ]);
  const folder = temporaryFolder();
  for (const name of [...COPIED, ...FILES]) cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true });
  symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  for (const { form, path, text } of blocks) {
    const file = join(folder, path);
    expect([path, existsSync(file)]).toEqual([path, form === "diff"]);
    writeFileSync(file, form === "diff" ? added(readFileSync(file, "utf8"), text) : text);
  }

  await run(folder, "scripts/generate.mjs");
  expect(readFileSync(join(folder, "README.md"), "utf8")).toMatch(/`SynonymMap`.*`listSynonymMaps`/);
  expect(readFileSync(join(folder, "docs/reference/search/SynonymMap.md"), "utf8")).toContain("azure, blue");
  const jest = require.resolve("jest/bin/jest");
  const { stderr } = await run(
    folder,
    ...[jest, "--selectProjects", "unit", "--maxWorkers=2", "--testNamePattern=SynonymMap"],
    ...["tests/conformance/search.test.ts", "tests/conformance/searchInAzure.test.ts"],
  );
  expect(stderr).toMatch(/^Tests: .* [1-9]\d passed/m);
}, 300_000);
