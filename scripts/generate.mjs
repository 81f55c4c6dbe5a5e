// Writes from the definitions what stands in this repository beside them: the classes and functions of sdk/generated,
// and the pages of docs/reference. With --check, nothing is written, and what is not as it would be written is an error.
import { pathToFileURL } from "node:url";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { typesModule } from "./generate/types/module.mjs";
import { namespaces } from "./generate/definitions.mjs";
import { pages } from "./generate/pages/pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["sdk/generated", "docs/reference"];

/** What is to be written, by its path: every file of the folders. */
async function wanted() {
  const all = namespaces();
  const types = await Promise.all(all.map(async (one) => [`sdk/generated/${one.name}.ts`, await typesModule(one)]));
  const texts = Object.entries(pages(all)).map(([name, text]) => [`docs/reference/${name}`, text]);
  return new Map(/** @type {[string, string][]} */ ([...types, ...texts]));
}

/** The paths of the files that are not as they would be written, with what they should hold, if anything. */
export async function stale() {
  const texts = await wanted();
  const present = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/")),
    );
  return [...new Set([...texts.keys(), ...present])]
    .filter((path) => !present.includes(path) || readFileSync(join(root, path), "utf8") !== texts.get(path))
    .map((path) => ({ path, text: texts.get(path) }));
}

async function main() {
  const files = await stale();
  if (process.argv.includes("--check")) {
    for (const { path } of files) console.error(`${path} is not as the definitions say: npm run generate`);
    process.exitCode = files.length > 0 ? 1 : 0;
    return;
  }
  for (const { path, text } of files) {
    if (text === undefined) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) await main();
