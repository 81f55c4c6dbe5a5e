// Writes docs/reference from the definitions, the configuration keys and the commands; its examples are those of
// examples/reference.
// With --check, nothing is written, and pages that are not as they would be written are an error.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "docs", "reference");

/** The pages that are there, by their path under docs/reference. */
const present = () =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md")) : [];

await build();
const { pages } = await import("./docs/pages.mjs"); // which reads what was built
const wanted = pages();
const stale = [...new Set([...Object.keys(wanted), ...present()])].filter(
  (name) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), "utf8") !== wanted[name],
);
if (process.argv.includes("--check")) {
  if (stale.length > 0)
    console.error(
      `${stale.map((name) => relative(root, join(folder, name))).join(", ")}: not as \`node scripts/docs.mjs\` ` +
        "writes them",
    );
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const name of stale) {
    const path = join(folder, name);
    if (wanted[name] === undefined) rmSync(path);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, wanted[name]);
    }
  }
}
