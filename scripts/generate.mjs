// Writes from the definitions what stands in this repository beside them: the classes and functions of sdk/generated,
// the pages of docs/reference, the schema of the native plugin, and the table of classes and functions in README.md.
// A build does it first, and `npm test` fails where what is committed differs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { typesModule } from "./generate/types/module.mjs";
import { namespaces } from "./generate/definitions.mjs";
import { pages } from "./generate/pages/pages.mjs";
import { readme } from "./generate/pages/readme.mjs";
import { schemaText } from "./generate/schema/schema.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["sdk/generated", "docs/reference"];

/** What is to be written, by its path: every file of the folders, the schema and README.md. */
async function wanted() {
  const all = namespaces();
  const types = await Promise.all(all.map(async (one) => [`sdk/generated/${one.name}.ts`, await typesModule(one)]));
  const texts = Object.entries(pages(all)).map(([name, text]) => [`docs/reference/${name}`, text]);
  const table = ["README.md", readme(readFileSync(join(root, "README.md"), "utf8"), all)];
  const schema = ["provider/schema.json", await schemaText(all)];
  return new Map(/** @type {[string, string][]} */ ([...types, ...texts, schema, table]));
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
    .filter((path) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== texts.get(path))
    .map((path) => ({ path, text: texts.get(path) }));
}

/** Writes what is not as the definitions say. */
export async function generate() {
  for (const { path, text } of await stale()) {
    if (text === undefined) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
}

/** Throws an error that names what is not as the definitions say. */
export async function check() {
  const paths = (await stale()).map(({ path }) => path);
  if (paths.length > 0)
    throw new Error(`${paths.join(", ")}: not as the definitions say; run \`npm run generate\` and commit`);
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) await generate();
