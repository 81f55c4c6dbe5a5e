import { lab } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/**
 * Messages show on the line of the resource that they are about, whatever its name and its parents, with and without a
 * program.
 */
jest.setTimeout(180_000);

let stack: Stack;
staged({ polls: 2 }, (made) => (stack = made));

const program = (tags = {}): Stack =>
  stack.program(`
    const lab = { ...${JSON.stringify(lab)}, tags: ${JSON.stringify(tags)} };
    new mlplane.ml.Workspace("plain", lab);
    new mlplane.ml.Workspace("other", { ...lab, name: "renamed" });
    const team = new pulumi.ComponentResource("our:own:Team", "team");
    new mlplane.ml.Workspace("child", lab, { parent: team });
    new mlplane.ml.Workspace("grandchild", { ...lab, name: pulumi.output("late") }, { parent: new pulumi.ComponentResource("our:own:Part", "part", {}, { parent: team }) });
  `);

const all = ["plain", "other", "child", "grandchild"];
const shown = (text: string, verb: string): string[] =>
  all.filter((name) => new RegExp(`ml:Workspace ${name} .*${verb} /subscriptions`).test(text));

test.each([
  ["a create", "creating", () => program().ok("up", "--yes", "--skip-preview")],
  ["an update", "updating", () => program({ team: "a" }).ok("up", "--yes", "--skip-preview")],
  ["a delete, which runs without the program", "deleting", () => stack.ok("destroy", "--yes", "--skip-preview")],
])("the progress of %s", async (_, verb, run) => {
  expect(shown((await run()).text, verb)).toEqual(all);
});
