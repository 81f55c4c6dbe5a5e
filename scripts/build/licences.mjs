// The licences of what is bundled.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A comment with the licences of all that is in a bundle.
 * @param {import("esbuild").Metafile} metafile
 */
export function licencesIn(metafile) {
  const licences = librariesIn(metafile).map((name) => `Includes ${name}.\n${licenceOf(name)}`);
  return `/*\n${licences.join("\n").replaceAll("*/", "* /")}*/\n`;
}

/**
 * The packages of which something is in a bundle.
 * @param {import("esbuild").Metafile} metafile
 */
function librariesIn({ inputs }) {
  const names = Object.keys(inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/**
 * The text of a package's licence; that it has one is a condition of bundling it.
 * @param {string} name
 */
function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence, so that it cannot be bundled`);
  return readFileSync(join(folder, file), "utf8");
}
