import * as pulumi from "@pulumi/pulumi";
import { search } from "../../sdk";

/** A component under mocks, as a program's own unit tests have it. */

test("a component with several children and a component in it completes, and its children tell where they stand", async () => {
  const seen = new Map<string, unknown>();
  await pulumi.runtime.setMocks({
    call: () => ({}),
    newResource({ name, inputs }) {
      seen.set(name, (inputs as { __at?: string }).__at);
      return { id: name, state: inputs as object };
    },
  });
  class Team extends pulumi.ComponentResource {
    readonly indexes: pulumi.CustomResource[];
    constructor(name: string, inner: boolean, opts: pulumi.ComponentResourceOptions = {}) {
      super("our:own:Team", name, {}, opts);
      const indexes = ["a", "b"].map((one) => new search.Index(`${name}-${one}`, { fields: [] }, { parent: this }));
      this.indexes = inner ? [...indexes, ...new Team(`${name}-in`, false, { parent: this }).indexes] : indexes;
    }
  }
  const { indexes } = new Team("team", true);
  const ids = await new Promise((resolve) => pulumi.all(indexes.map(({ id }) => id)).apply(resolve));
  expect(ids).toEqual(["team-a", "team-b", "team-in-a", "team-in-b"]);
  expect(seen.get("team-a")).toBe("our:own:Team$");
  expect(seen.get("team-in-b")).toBe("our:own:Team$our:own:Team$");
});
