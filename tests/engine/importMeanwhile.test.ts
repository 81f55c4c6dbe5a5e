import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outside } from "../outside";
import type { Sandbox } from "../../sandbox";
import { mlplane } from "./command";
import { fields } from "./lab";
import { environment, home, type Run, type Stack } from "./stack";
import { staged } from "./staged";

/** An `up` that ends while `mlplane import` works on the same stack. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made));

const folder = mkdtempSync(join(home, "meanwhile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (...names: string[]): Stack =>
  stack.program(
    names.map((name) => `new mlplane.search.Index("${name}", { fields: ${JSON.stringify(fields)} });`).join("\n"),
  );

const names = async (): Promise<string[]> => [...(await stack.byName()).keys()].sort();

/** Brings the stack to a program of indexes that are all there, without a delete. */
async function kept(...declared: string[]): Promise<void> {
  await program(...declared).ok("up", "--yes", "--skip-preview");
  await stack.settled();
  expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
}

/** Imports an index, and runs an `up` when the import calls the Pulumi CLI so, with the input that it gives. */
async function importAsUpEnds(name: string, when: string): Promise<Run> {
  await outside(sandbox).send("PUT", `/indexes/${name}`, { name, fields });
  writeFileSync(
    join(folder, "pulumi"),
    `#!/bin/sh
PATH='${environment["PATH"]}'
test "$1 $2" = '${when}' && mkdir '${folder}/${name}' || exec pulumi "$@"
test "$2" = import && cat > '${folder}/input' || true > '${folder}/input'
pulumi up --yes --skip-preview --non-interactive >&2 </dev/null || exit 1
exec pulumi "$@" < '${folder}/input'
`,
    { mode: 0o755 },
  );
  return mlplane(stack, ["import", "search.Index", name, `/indexes/${name}`], {
    PATH: `${folder}:${environment["PATH"]}`,
  });
}

test("before the import writes: both stand in the state", async () => {
  await program("mine").ok("up", "--yes", "--skip-preview");
  program("mine", "more");
  const { status, text } = await importAsUpEnds("found", "stack history");
  expect([status, text]).toEqual([0, expect.stringContaining("imported")]);
  expect(await names()).toEqual(["found", "mine", "more"]);
  await kept("mine", "more", "found");
});

test("while the import writes: it says so, and what it advises brings back what is missing", async () => {
  program("mine", "more", "found", "late");
  const { status, text } = await importAsUpEnds("seen", "stack import");
  expect([status, text]).toEqual([1, expect.stringContaining("an update of the stack ended while its state was")]);
  expect(await names()).toEqual(["found", "mine", "more", "seen"]);
  const again = await mlplane(stack, ["import", "search.Index", "late", "/indexes/late"]);
  expect([again.status, again.text]).toEqual([0, expect.stringContaining("imported")]);
  await kept("mine", "more", "found", "late", "seen");
});
