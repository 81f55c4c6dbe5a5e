import { lineOf } from "../../provider/faces/stored";
import { fields, lab } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** Resources in components: nothing that one declares waits for its parents, and each knows where it stands. */
jest.setTimeout(180_000);

let stack: Stack;
staged({ polls: 0 }, (made) => (stack = made));

const program = (): Stack =>
  stack.program(`
    const { fields, lab } = ${JSON.stringify({ fields, lab })};
    const local = (name) => new mlplane.Provider(name, { searchEndpoint: process.env.MLPLANE_SEARCH_ENDPOINT, searchApiKey: "sandbox" });
    class Team extends pulumi.ComponentResource {
      constructor(name, { parts = 0, register = true } = {}, opts) {
        super("our:own:Team", name, {}, opts);
        this.work = new mlplane.ml.Workspace(name + "-work", lab, { parent: this });
        this.index = new mlplane.search.Index(name + "-index", { name: name, fields }, { parent: this });
        this.model = new mlplane.ml.Model(name + "-model", { workspace: this.work.name, version: 1, path: "models/a" }, { parent: this.work, dependsOn: [this.work] });
        this.texts = new mlplane.search.Documents(name + "-texts", { index: this.index.name, documents: [{ id: "1", title: "a" }] }, { parent: this.index });
        this.parts = Array.from({ length: parts }, (_, i) => new Team(name + i, { register: !register }, { parent: this }));
        this.last = new mlplane.search.Index(name + "-last", { fields }, { parent: this, dependsOn: [this.work] });
        if (register) this.registerOutputs({ work: this.work.name, last: this.last.id });
      }
    }
    const all = new Team("all", { parts: 2 });
    const bare = new Team("bare", { register: false });
    const far = new Team("far", {}, { dependsOn: [all] });
    const lone = new pulumi.ComponentResource("our:own:Lone", "lone");
    new mlplane.search.Index("waits-for-parent", { fields }, { parent: lone, dependsOn: [lone] });
    const apart = new pulumi.ComponentResource("our:own:Apart", "apart", {}, { providers: [local("own")] });
    for (const name of ["one", "two", "three"]) new mlplane.search.Index(name, { name: pulumi.output("late-" + name), fields }, { parent: apart });
    exports.done = pulumi.all([all.last.id, bare.last.id, far.last.id]);
  `);

test("components with several children, at any depth, complete, and every resource knows its URN", async () => {
  await program().ok("preview");
  await stack.ok("up", "--yes", "--skip-preview");
  const resources = await stack.resources();
  expect(resources).toHaveLength(5 * 5 + 1 + 3);
  for (const { urn, type, outputs } of resources) {
    const kind = type.split("/").at(-1)!;
    expect(urn).toBe(`urn:pulumi:dev::test::${lineOf(kind, outputs!)}`);
  }
  await stack.ok("preview", "--expect-no-changes");
});
