import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import type { Outside } from "../fixtures/fixture";
import { fields, lab, workspaceBody, workspaceId } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What a refresh and `Class.get` read. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let somebody: Outside;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));
beforeAll(async () => {
  somebody = outside(sandbox);
  await somebody.send("PUT", workspaceId("seen"), workspaceBody({ owner: "somebody" }));
  await somebody.send("PUT", "/indexes/elsewhere", { name: "elsewhere", fields });
});

const program = (kept: object, name = "kept"): Stack =>
  stack.program(`
    const lab = ${JSON.stringify(lab)};
    const kept = new mlplane.ml.Workspace("${name}", { ...lab, name: "kept", ...${JSON.stringify(kept)} }, { aliases: [{ name: "kept" }] });
    new mlplane.ml.Workspace("gone", lab);
    new mlplane.ml.OnlineEndpoint("refused", { workspace: kept.name, compute: "inside" });
    const seen = mlplane.ml.Workspace.get("seen", ${JSON.stringify(workspaceId("seen"))});
    const elsewhere = mlplane.search.Index.get("elsewhere", "/indexes/elsewhere");
    new mlplane.ml.Compute("inside", { workspace: seen.name, computeType: "ComputeInstance", vmSize: "STANDARD_DS3_V2" });
    exports.seen = pulumi.all([seen.id, seen.name, seen.location, seen.tags, seen.provisioningState]);
    exports.elsewhere = pulumi.all([elsewhere.name, elsewhere.fields.apply((all) => all.map(({ name }) => name)), elsewhere.etag]);
  `);

const named = (urn: string): string => urn.split("::").at(-1)!;

test("Class.get gives all that there is, for others to use", async () => {
  await program({ description: "one", tags: { team: "fraud" } }).ok("up", "--yes", "--skip-preview");
  expect(await stack.output("seen")).toEqual([
    workspaceId("seen"),
    "seen",
    lab.location,
    { owner: "somebody" },
    "Succeeded",
  ]);
  expect(await stack.output("elsewhere")).toEqual(["elsewhere", ["id", "title"], expect.any(String)]);
  expect((await stack.byName()).get("inside")!.id).toBe(`${workspaceId("seen")}/computes/inside`);
});

test("a refresh finds what changed and what is gone, although one resource cannot be read", async () => {
  await somebody.edit(workspaceId("kept"), (record) => {
    record.tags = { team: "other", cost: "theirs" };
  });
  await somebody.send("DELETE", `${workspaceId("gone")}?forceToPurge=true`);
  sandbox.faults.push({ match: "GET .*/onlineEndpoints/refused$", status: 403 });
  const run = await stack.refresh();
  expect(run.status).toBe(1);
  expect(run.text).toMatch(
    /OnlineEndpoint \(refused\):\n +error: GET \S+\/onlineEndpoints\/refused answered 403 Forbidden/,
  );
  expect(run.text).not.toMatch(/\n +at |ApiError/);
  const state = await stack.byName();
  expect(state.has("gone")).toBe(false);
  expect(state.get("refused")!.outputs).toMatchObject({ name: "refused", compute: "inside" });
  expect(state.get("kept")).toMatchObject({
    inputs: { tags: { team: "other" } },
    outputs: { tags: { team: "other" } },
  });
});

test("a preview then shows each property with its live and its declared value, and the next up restores them", async () => {
  const steps = (await stack.steps()).filter(({ op }) => op !== "same" && op !== "read");
  expect(steps.map(({ op, urn }) => `${op} ${named(urn)}`).sort()).toEqual(["create gone", "update kept"]);
  const update = steps.find(({ op }) => op === "update")!;
  expect([
    Object.keys(update.detailedDiff!),
    update.oldState!.inputs!["tags"],
    update.newState!.inputs!["tags"],
  ]).toEqual([["tags.team"], { team: "other" }, { team: "fraud" }]);
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await somebody.send("GET", workspaceId("kept"))).toMatchObject({
    tags: { team: "fraud", cost: "theirs" },
    properties: { description: "one" },
  });
});

test(
  "an argument that is removed is cleared, and what the service shows in its place is no drift; a new Pulumi " +
    "name is no change",
  async () => {
    sandbox.requests.length = 0;
    await program({ tags: { team: "fraud" } }, "renamed").ok("up", "--yes", "--skip-preview");
    expect(
      sandbox.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
    ).toEqual([expect.stringContaining("oauth2"), `PUT ${workspaceId("kept")}`]);
    expect(JSON.stringify(await somebody.send("GET", workspaceId("kept")))).not.toContain('"description":"one"');
    await somebody.edit(workspaceId("kept"), (record) => {
      record.properties.description = "a default of the service";
    });
    await stack.ok("refresh", "--preview-only", "--expect-no-changes", "--diff");
  },
);

test.each(["", ", { location: 'East US', tags: {} }"])(
  "Class.get of what is not there is an error%s",
  async (state) => {
    const run = await stack
      .program(`mlplane.ml.Workspace.get("missing", ${JSON.stringify(workspaceId("missing"))}${state});`)
      .preview();
    expect(run.status).toBe(1);
    expect(run.text).toContain(`ml.Workspace ${workspaceId("missing")} does not exist`);
  },
);

test("what was read is neither drift nor deleted", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
  expect(await somebody.send("GET", workspaceId("seen"))).toMatchObject({ name: "seen" });
  expect(await somebody.send("GET", "/indexes/elsewhere")).toMatchObject({ name: "elsewhere" });
});
