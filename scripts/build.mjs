// Compiles the package into dist/ and writes the declarations of its classes and functions from their definitions.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync, renameSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const sources = ["provider", "sdk", "sandbox", "cli", "scripts/declarations.mjs", "tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const stamp = join(root, "dist", ".built");

/** Builds the package when a source is newer than the last build; complete or not at all. */
export async function build({ force = false } = {}) {
  if (!force && existsSync(stamp) && newest(sources.map((name) => join(root, name))) <= statSync(stamp).mtimeMs) return;
  const started = Date.now();
  rmSync(stamp, { force: true });
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json")], { stdio: ["ignore", 2, 2] });
  const { declarations } = await import("./declarations.mjs");
  for (const [name, text] of Object.entries(declarations())) replaceFile(join(root, "dist", "sdk", name), text);
  chmodSync(join(root, "dist", "cli", "index.js"), 0o755);
  writeFileSync(stamp, new Date(started).toISOString());
}

function replaceFile(path, text) {
  writeFileSync(`${path}.partial`, text);
  renameSync(`${path}.partial`, path);
}

function newest(paths) {
  return Math.max(...paths.map((path) => {
    if (!existsSync(path)) return 0;
    const info = statSync(path);
    return info.isDirectory() ? newest([...readdirSync(path).map((name) => join(path, name))]) : info.mtimeMs;
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: true });
