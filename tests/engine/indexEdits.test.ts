import { startSandbox, type Sandbox } from "../../sandbox";
import { indexEdits, type IndexEdit } from "../search/indexEdits";
import { Stack } from "./stack";

/** The table of index edits, each in a real preview: what is made in place and what replaces, and why. */

let sandbox: Sandbox;
let stack: Stack;
const ops = new Map<string, string[]>();
let text = "";

const nameOf = (edit: IndexEdit): string => `index-${indexEdits.indexOf(edit)}`;
const program = (side: "before" | "after"): string =>
  indexEdits.map((edit) => `new mlplane.search.Index("${nameOf(edit)}", ${JSON.stringify(edit[side])});`).join("\n");

beforeAll(async () => {
  sandbox = await startSandbox();
  stack = await new Stack(sandbox.environment).program(program("before")).init();
  await stack.ok("up", "--yes", "--skip-preview");
  stack.program(program("after"));
  for (const { urn, op } of await stack.steps()) {
    const name = urn.split("::").at(-1)!;
    ops.set(name, [...(ops.get(name) ?? []), op]);
  }
  ({ text } = await stack.preview());
}, 400_000);
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

test.each(indexEdits.filter(({ replacedBy }) => replacedBy === undefined))("$edit: in place", (edit) => {
  expect(ops.get(nameOf(edit))?.filter((op) => op !== "same") ?? []).toEqual(
    edit.edit === "change the order of fields" ? [] : ["update"],
  );
});

test.each(indexEdits.filter(({ replacedBy }) => replacedBy !== undefined))(
  "$edit: replaces, and the preview says why",
  (edit) => {
    expect(ops.get(nameOf(edit))).toEqual(expect.arrayContaining(["replace"]));
    expect(
      text
        .split("\n")
        .filter((line) => line.includes(`search:Index ${nameOf(edit)} `))
        .join("\n"),
    ).toContain(edit.replacedBy);
  },
);

test("the service takes every edit as the preview said, and then nothing differs", async () => {
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.settled();
}, 400_000);
