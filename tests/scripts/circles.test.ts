import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** No module leads back to itself through its imports, those of types alone among them. */

const REPOSITORY = join(__dirname, "..", "..");

const files = ["cli", "dialects", "provider", "sandbox", "sdk"].flatMap((folder) =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(REPOSITORY, folder, path)),
);

/** The text of a file with `export * as` in a form that TypeScript's quick look at imports knows. */
const textOf = (file: string): string => readFileSync(file, "utf8").replaceAll(/\bexport \* as \w+/g, "export *");

/** The files that a file imports, exports from or requires. */
const importsOf = (file: string): string[] =>
  ts.preProcessFile(textOf(file), true, true).importedFiles.flatMap(({ fileName }) => {
    const path = join(dirname(file), fileName);
    const endings = ["", ".ts", ".tsx", "/index.ts"].map((ending) => path + ending);
    return fileName.startsWith(".") ? files.filter((other) => endings.includes(other)) : [];
  });

/** The circles that a walk along the imports meets, each as the files on it. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: string[]): void => {
    if (way.includes(file))
      circles.push([...way.slice(way.indexOf(file)), file].map((one) => relative(REPOSITORY, one)).join(" → "));
    else if (!done.has(file)) {
      for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
      done.add(file);
    }
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}

test("the imports of the product have no circle", () => {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length);
  expect(circlesIn(imports)).toEqual([]);
});
