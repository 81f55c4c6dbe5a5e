import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type * as ts from "typescript";
import * as z from "zod";
import { program } from "../../cli/program";
import { keys, variableOf } from "../../provider/configuration";
import { elementOf, fieldsOf, nodeOf, optionsOf } from "../../provider/core/marks";
import { functions } from "../../provider/functions";
import { resources } from "../../provider/resources";
import * as mlplane from "../../sdk";
import { home } from "./stack";

/** The reference pages, which are written from the definitions. */

const folder = "docs/reference";
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const text = (page: string): string => readFileSync(join(folder, page), "utf8");

test("every class and function has its page, with an example that the tests run", () => {
  for (const { kind } of resources)
    expect(text(`${kind.replace(":", "/")}.md`)).toMatch(
      /```ts\n[^]*```python\n[^]*From \[examples\/reference\/[^]*\[examples\/python\/reference\//,
    );
  for (const { kind, streams } of functions) {
    const [namespace, name] = kind.split(":") as [string, string];
    const section = text(`${namespace}/functions.md`)
      .split(/^## /m)
      .find((one) => one.startsWith(`${name}\n`));
    expect([kind, section]).toEqual([
      kind,
      expect.stringMatching(new RegExp(`\`\`\`ts\n[^]*${name}[^]*From \\[examples/reference/`)),
    ]);
    expect([kind, section!.includes("```python\n")]).toEqual([kind, streams !== true]);
  }
});

/** The names of all members of a schema, at any depth; `seen` are the objects that lie around it. */
function membersIn(schema: z.core.$ZodType, seen: unknown[] = []): string[] {
  const inner = nodeOf(schema).schema;
  if (seen.includes(inner)) return [];
  const within = (one: z.core.$ZodType): string[] => membersIn(one, [...seen, inner]);
  const element = inner instanceof z.ZodRecord ? inner.valueType : elementOf(inner);
  const options = optionsOf(inner).filter((option) => option !== inner);
  return [
    ...Object.entries(fieldsOf(inner)).flatMap(([name, field]) => [name, ...within(field)]),
    ...options.flatMap(within),
    ...(element === undefined ? [] : within(element)),
  ];
}
const rows = (part: string): Set<string> => new Set([...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name!));
const lacking = (part: string, ...schemas: z.core.$ZodType[]): string[] =>
  schemas.flatMap((schema) => membersIn(schema)).filter((name) => !rows(part).has(name));

test("every argument, output, member and result is on its page", () => {
  expect(membersIn(resources.find(({ kind }) => kind === "search:Index")!.inputs)).toEqual(
    expect.arrayContaining(["fields", "dimensions", "efSearch", "fieldName"]),
  );
  for (const { kind, inputs, outputs } of resources)
    expect([kind, lacking(text(`${kind.replace(":", "/")}.md`), inputs, outputs)]).toEqual([kind, []]);
  for (const { kind, args, result } of functions) {
    const [namespace, name] = kind.split(":") as [string, string];
    expect([
      kind,
      lacking(
        text(`${namespace}/functions.md`)
          .split(/^## /m)
          .find((one) => one.startsWith(`${name}\n`))!,
        args,
        result,
      ),
    ]).toEqual([kind, []]);
  }
});

test("everything that the package exports is on a page", () => {
  const first = text("README.md");
  for (const namespace of ["ml", "search", "local"] as const) {
    const names = Object.keys(mlplane[namespace]).map((name) => name.replace(/Output$/, ""));
    for (const name of names)
      expect([
        name,
        first.includes(`[${name}](${namespace}/`) || text(`${namespace}/functions.md`).includes(`## ${name}\n`),
      ]).toEqual([name, true]);
  }
  const others = Object.keys(mlplane).filter((name) => !["ml", "search", "local"].includes(name));
  for (const name of others) expect(pages.map(text).join("\n")).toContain(`mlplane.${name}`);
});

test("every configuration key with its variable, and every command with its options and exit statuses", () => {
  for (const key of Object.keys(keys))
    expect(text("configuration.md")).toContain(`| \`${key}\` | \`${variableOf(key)}\` |`);
  const { commands } = program();
  const named = commands.flatMap((command) =>
    command.commands.length === 0
      ? [[command.name(), command] as const]
      : command.commands.map((one) => [`${command.name()} ${one.name()}`, one] as const),
  );
  for (const [name, command] of named) {
    const section = text("commands.md")
      .split(/^## /m)
      .find((one) => one.startsWith(`mlplane ${name}\n`))!;
    for (const { flags } of command.options) expect(section).toContain(`| \`${flags}\` |`);
    expect(section).toMatch(/^Exit status: 0 .*\b1 /m);
  }
});

test("every example of the programs that run is on a page", () => {
  const all = pages.map(text).join("\n");
  const regions = readdirSync("examples/reference")
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) =>
      [...readFileSync(join("examples/reference", name), "utf8").matchAll(/#region (\w+)\n([^\n]*)/g)].map(
        ([, region, line]) => [region!, line!.trim()] as const,
      ),
    );
  const offered = [...resources, ...functions].map(({ kind }) => kind.split(":")[1]!);
  expect(offered.filter((name) => !regions.some(([region]) => region === name))).toEqual([]);
  for (const [, line] of regions) expect(all).toContain(line);
});

test("each example is a whole project, which compiles with the compiler that Pulumi brings", () => {
  const copy = mkdtempSync(join(home, "examples-"));
  cpSync("examples", copy, { recursive: true });
  const brought = require(join(home, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js")) as typeof ts;
  const folders = readdirSync(copy).filter((name) => existsSync(join(copy, name, "index.ts")));
  const options = folders.map((name) => {
    expect([name, readFileSync(join(copy, name, "Pulumi.yaml"), "utf8")]).toEqual([
      name,
      expect.stringMatching(/^name: [\w-]+\n.*\nruntime: nodejs\n/),
    ]);
    const configuration = JSON.parse(readFileSync(join(copy, name, "tsconfig.json"), "utf8")) as object;
    expect(configuration).toEqual({ compilerOptions: { strict: true, skipLibCheck: true, rootDir: "." } });
    const { errors, options } = brought.parseJsonConfigFileContent(configuration, brought.sys, join(copy, name));
    expect(errors).toEqual([]);
    return options;
  });
  const { ES2020: target } = brought.ScriptTarget; // with these Pulumi runs a program that does not choose
  const compiled = brought.createProgram(
    folders.map((name) => join(copy, name, "index.ts")),
    { target, module: brought.ModuleKind.CommonJS, ...options[0], noEmit: true },
  );
  const own = compiled.getSourceFiles().filter(({ fileName }) => !fileName.includes("node_modules"));
  expect(own.length).toBeGreaterThan(folders.length);
  expect(
    own
      .flatMap((file) => [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)])
      .map(({ file, messageText }) => [file?.fileName, messageText]),
  ).toEqual([]);
}, 60_000);

test("each class's page has its type token, its id and the requests of every verb; each document is named for what it is", () => {
  for (const { kind } of resources) {
    const page = text(`${kind.replace(":", "/")}.md`);
    expect(page).toContain(
      `- **type**: \`pulumi-nodejs:dynamic/mlplane/${kind}\`, in other languages \`mlplane:${kind}\`\n`,
    );
    expect(page).toMatch(/^- \*\*id\*\*: `.+`$/m);
    expect(page).toMatch(/^- \*\*requests\*\*: create: .+; update: .+; delete: .+; refresh: .+$/m);
  }
  for (const page of pages.filter((one) => one !== "README.md"))
    expect([
      page,
      text(page)
        .replaceAll(/```[^]*?```|`[^`]*`/g, "")
        .match(/(?<!\[)document [123]/gi),
    ]).toEqual([page, null]);
});

test("everything in a table has its sentence, on one line", () => {
  // The tables of a dialect hold two forms of the same, and a remark only where there is one.
  for (const page of pages.filter((one) => one !== "azure.md"))
    expect([
      page,
      text(page)
        .split("\n")
        .filter((line) => / \| +\|$/.test(line) || /^\|.*[^|]$/.test(line)),
    ]).toEqual([page, []]);
});

test("the README names every class, function and command", () => {
  const readme = readFileSync("README.md", "utf8");
  for (const { kind } of [...resources, ...functions]) expect(readme).toContain(`\`${kind.split(":")[1]}\``);
  for (const command of program().commands) expect(readme).toContain(`\`mlplane ${command.name()}\``);
});

test("every link leads somewhere", () => {
  const headings = (file: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(" ", "-")
        .replaceAll(/[^\w-]/g, ""),
    );
  for (const file of [
    ...pages.map((page) => join(folder, page)),
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    ...readdirSync("docs")
      .filter((name) => name.endsWith(".md"))
      .map((name) => join("docs", name)),
    "examples/README.md",
    "examples/ci/README.md",
  ]) {
    for (const [, target = "", anchor] of readFileSync(file, "utf8").matchAll(
      /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
    )) {
      const path = target === "" ? file : join(dirname(file), target);
      expect([file, path, existsSync(path)]).toEqual([file, path, true]);
      if (anchor !== undefined)
        expect([file, path, headings(path)]).toEqual([file, path, expect.arrayContaining([anchor])]);
    }
  }
});
