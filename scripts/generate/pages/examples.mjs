// The examples of the pages: regions of the programs in examples/reference.
import { readFileSync } from "node:fs";

/** @typedef {{ code: string, path: string }} Example a code block, and the program that it is from */

/**
 * A region of a program. Throws an error when there is none.
 * @param {string} program
 * @param {string} region
 * @returns {Example}
 */
export function exampleOf(program, region) {
  const lines = readFileSync(new URL(`../../../examples/reference/${program}.ts`, import.meta.url), "utf8").split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === "// #endregion");
  if (start < 0 || end < 0) throw new Error(`examples/reference/${program}.ts has no region ${region}`);
  const indent = lines[start]?.search(/\S/) ?? 0;
  const code = lines.slice(start + 1, end).map((line) => line.slice(indent));
  return { code: ["```ts", ...code, "```"].join("\n"), path: `examples/reference/${program}.ts` };
}

/**
 * As `exampleOf`, from the first of the programs that has the region.
 * @param {string[]} programs
 * @param {string} region
 */
export function exampleIn(programs, region) {
  const program = programs.find((name) =>
    readFileSync(new URL(`../../../examples/reference/${name}.ts`, import.meta.url), "utf8").includes(
      `// #region ${region}\n`,
    ),
  );
  return exampleOf(program ?? programs[0] ?? "", region);
}

/**
 * The example and where it is from, for a page at this depth under docs/reference.
 * @param {Example} example
 * @param {number} depth
 */
export const shown = ({ code, path }, depth) => `${code}\n\nFrom [${path}](${"../".repeat(depth + 2)}${path}).`;
