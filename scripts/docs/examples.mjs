// The examples of the pages: regions of the programs in examples/reference.
import { readFileSync } from "node:fs";

/** A region of a program as a code block, with a link to the whole. Throws an error when there is none. */
export function exampleOf(program, region) {
  const lines = readFileSync(new URL(`../../examples/reference/${program}.ts`, import.meta.url), "utf8").split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === "// #endregion");
  if (start < 0 || end < 0) throw new Error(`examples/reference/${program}.ts has no region ${region}`);
  const indent = /^ */.exec(lines[start])[0].length;
  const code = lines.slice(start + 1, end).map((line) => line.slice(indent));
  return { code: ["```ts", ...code, "```"].join("\n"), path: `examples/reference/${program}.ts` };
}

/** As `exampleOf`, from the first of the programs that has the region. */
export function exampleIn(programs, region) {
  const program = programs.find((name) =>
    readFileSync(new URL(`../../examples/reference/${name}.ts`, import.meta.url), "utf8").includes(
      `// #region ${region}\n`,
    ),
  );
  return exampleOf(program ?? programs[0], region);
}

/** The example and where it is from, for a page at this depth under docs/reference. */
export const shown = ({ code, path }, depth) => `${code}\n\nFrom [${path}](${"../".repeat(depth + 2)}${path}).`;
