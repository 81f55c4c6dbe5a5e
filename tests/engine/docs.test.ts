import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { functions } from "../../provider/functions";
import { resources } from "../../provider/resources";

/** The reference pages, which are written from the definitions. */

const folder = "docs/reference";
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const text = (page: string): string => readFileSync(join(folder, page), "utf8");

test("no page is stale", async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ["scripts/docs.mjs", "--check"]).catch((error: { stderr: string }) => error);
  expect(stderr).toBe("");
}, 120_000);

test("every class and function has its page, with an example that the tests run", () => {
  for (const { kind } of resources) expect(text(`${kind.replace(":", "/")}.md`)).toMatch(/```ts\n[^]*From \[examples\/reference\//);
  for (const { kind } of functions) {
    const [namespace, name] = kind.split(":") as [string, string];
    const section = text(`${namespace}/functions.md`).split(/^## /m).find((one) => one.startsWith(`${name}\n`));
    expect([kind, section]).toEqual([kind, expect.stringMatching(new RegExp(`\`\`\`ts\n[^]*${name}[^]*From \\[examples/reference/`))]);
  }
});

test("every example of the programs that run is on a page", () => {
  const all = pages.map(text).join("\n");
  const regions = readdirSync("examples/reference").filter((name) => name.endsWith(".ts")).flatMap((name) => [...readFileSync(join("examples/reference", name), "utf8").matchAll(/#region \w+\n([^\n]*)/g)].map(([, line]) => line!.trim()));
  expect(regions.length).toBe(resources.length + functions.length + 5);
  for (const line of regions) expect(all).toContain(line);
});

test("everything in a table has its sentence", () => {
  for (const page of pages) expect([page, text(page).split("\n").filter((line) => / \| +\|$/.test(line))]).toEqual([page, []]);
});

test("every link leads somewhere", () => {
  for (const page of pages) {
    const headings = (name: string): string[] => [...readFileSync(name, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(" ", "-").replaceAll(/[^\w-]/g, ""));
    for (const [, target = "", anchor] of text(page).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)) {
      const path = target === "" ? join(folder, page) : join(folder, dirname(page), target);
      expect([page, path, anchor === undefined || headings(path).includes(anchor)]).toEqual([page, path, true]);
      expect(() => readFileSync(path)).not.toThrow();
    }
  }
});
