import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { marks } from "../ml/marks";
import { Subject } from "../subject";
import { Stack } from "./stack";

/**
 * What an edit of each argument of ML resource management means, in a real preview of resources that are in the state.
 */

const edits = Object.entries(marks).flatMap(([kind, all]) =>
  all.map(([argument, value, plan]) => ({ kind, argument, value, plan })),
);
type Edit = (typeof edits)[number];
const nameOf = (edit: Edit): string => `edit-${edits.indexOf(edit)}`;
/** Each is another object: a workspace of its own, or in one. */
const argumentsOf = (edit: Edit, isEdited: boolean): object => ({
  ...fixtures[edit.kind]!.inputs,
  [edit.kind === "ml:Workspace" ? "name" : "workspace"]: nameOf(edit),
  ...(isEdited && { [edit.argument]: edit.value }),
});
const program = (isEdited: boolean): string =>
  edits
    .map(
      (edit) =>
        `new mlplane.${edit.kind.replace(":", ".")}("${nameOf(edit)}", ` +
        `${JSON.stringify(argumentsOf(edit, isEdited))});`,
    )
    .join("\n");

let sandbox: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 0 } });
  stack = await new Stack(sandbox.environment)
    .program(`new mlplane.ml.Workspace("pattern", ${JSON.stringify(fixtures["ml:Workspace"]!.inputs)});`)
    .init();
  await stack.ok("up", "--yes", "--skip-preview");
  await keep();
  sandbox.requests.length = 0;
}, 180_000);
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

/** Puts every resource of the table into the state, as if it had been created, in the form of the one that is there. */
async function keep(): Promise<void> {
  const { stdout } = await stack.ok("stack", "export", "--show-secrets");
  const exported = JSON.parse(stdout) as {
    deployment: { resources: { id: string; urn: string; type: string; inputs: object; outputs: object }[] };
  };
  const pattern = exported.deployment.resources.pop()!;
  for (const edit of edits) {
    const subject = new Subject(edit.kind, sandbox);
    const values = {
      ...(await subject.check(argumentsOf(edit, false))),
      __provider: `exports.handler=()=>require("mlplane/runtime").provider("${edit.kind}")`,
    };
    exported.deployment.resources.push({
      ...pattern,
      id: `/${nameOf(edit)}`,
      type: pattern.type.replace("ml:Workspace", edit.kind),
      urn: pattern.urn.replace("ml:Workspace", edit.kind).replace("pattern", nameOf(edit)),
      inputs: values,
      outputs: values,
    });
  }
  writeFileSync(join(stack.folder, "stack.json"), JSON.stringify(exported));
  await stack.ok("stack", "import", "--file", "stack.json");
}

test("what stays as it is shows no change", async () => {
  await stack.program(program(false)).ok("preview", "--expect-no-changes", "--diff");
}, 120_000);

test("every edit is made in place or replaces, as the interface marks its argument, without a request", async () => {
  const ops = new Map<string, string[]>();
  for (const { urn, op } of await stack.program(program(true)).steps())
    ops.set(urn.split("::").at(-1)!, [...(ops.get(urn.split("::").at(-1)!) ?? []), op]);
  const planned = (edit: Edit): string =>
    ops.get(nameOf(edit))?.includes("replace") ? "replace" : (ops.get(nameOf(edit))?.join(" ") ?? "none");
  expect(edits.map((edit) => [edit.kind, edit.argument, planned(edit)])).toEqual(
    edits.map(({ kind, argument, plan }) => [kind, argument, plan]),
  );
  expect(sandbox.requests).toEqual([]);
}, 120_000);
