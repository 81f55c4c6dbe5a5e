// The examples of the pages: regions of the programs in examples/reference, and in Python in examples/python/reference.
import { readdirSync, readFileSync } from "node:fs";

/** @typedef {{ code: string, path: string }} Example a code block, and the program that it is from */

const root = new URL("../../../", import.meta.url);
const python = "examples/python/reference/";

/**
 * A region of a program. Throws an error when there is none.
 * @param {string} program
 * @param {string} region
 * @returns {Example}
 */
export function exampleOf(program, region) {
  const path = `examples/reference/${program}.ts`;
  const example = regionOf(path, region, "ts", ["// #region", "// #endregion"]);
  if (example === undefined) throw new Error(`${path} has no region ${region}`);
  return example;
}

/**
 * A region of the programs in Python. Throws an error when there is none.
 * @param {string} region
 * @returns {Example}
 */
export function pythonOf(region) {
  for (const file of readdirSync(new URL(python, root)).filter((name) => name.endsWith(".py"))) {
    const example = regionOf(python + file, region, "python", ["# region", "# endregion"]);
    if (example !== undefined) return example;
  }
  throw new Error(`${python} has no region ${region}`);
}

/**
 * @param {string} path
 * @param {string} region
 * @param {string} language
 * @param {[string, string]} marks how a region begins and ends
 * @returns {Example | undefined}
 */
function regionOf(path, region, language, [begin, finish]) {
  const lines = readFileSync(new URL(path, root), "utf8").split("\n");
  const start = lines.findIndex((line) => line.trim() === `${begin} ${region}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === finish);
  if (start < 0 || end < 0) return undefined;
  const indent = lines[start]?.search(/\S/) ?? 0;
  const code = lines.slice(start + 1, end).map((line) => line.slice(indent));
  return { code: [`\`\`\`${language}`, ...code, "```"].join("\n"), path };
}

/**
 * As `exampleOf`, from the first of the programs that has the region.
 * @param {string[]} programs
 * @param {string} region
 */
export function exampleIn(programs, region) {
  const program = programs.find((name) =>
    readFileSync(new URL(`examples/reference/${name}.ts`, root), "utf8").includes(`// #region ${region}\n`),
  );
  return exampleOf(program ?? programs[0] ?? "", region);
}

/**
 * An example, in one language or in several, and where it is from, for a page at this depth under docs/reference.
 * @param {Example[]} examples
 * @param {number} depth
 */
export const examplesText = (examples, depth) =>
  [
    ...examples.map(({ code }) => code),
    `From ${examples.map(({ path }) => `[${path}](${"../".repeat(depth + 2)}${path})`).join(" and ")}.`,
  ].join("\n\n");

/**
 * Several regions of a program as one.
 * @param {Example[]} parts
 * @returns {Example}
 */
export const joined = (parts) => ({
  path: parts[0]?.path ?? "",
  code: parts
    .map(({ code }) => code)
    .join("\n")
    .replaceAll("\n```\n```ts\n", "\n"),
});
