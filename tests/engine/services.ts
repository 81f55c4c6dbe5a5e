import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { openGateway } from "./gateway";
import { fields, lab } from "./lab";
import type { Run, Stack } from "./stack";
import { inFullAs, type Project } from "./staged";

/** What tells one service from another is part of a resource's identity, however the connection comes to lead elsewhere. */
jest.setTimeout(300_000);

const sandboxes: Sandbox[] = [];
const stacks: Stack[] = [];
let a: Sandbox;
let b: Sandbox;
let stack: Stack;
const up = (): Promise<Run> => stack.ok("up", "--yes", "--skip-preview");

/** Two providers, one for each sandbox; `options` are those of an index, its documents and what reads them. */
const program = (options: string, before = ""): Stack =>
  stack.program(`
    const fields = ${JSON.stringify(fields)};
    const of = (url) => ({ searchEndpoint: url, searchApiKey: "sandbox" });
    const a = new mlplane.Provider("a", of("${a.url}"));
    const b = new mlplane.Provider("b", of("${b.url}"));
    ${before}
    const options = ${options};
    const index = new mlplane.search.Index("lamps", { fields }, options).name;
    new mlplane.search.Documents("texts", { index, documents: [{ id: "1", title: "a lamp" }] }, options);
    const source = new mlplane.search.KnowledgeSource("source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index } }, options).name;
    new mlplane.search.KnowledgeBase("base", { knowledgeSources: [source] }, options);
  `);

const upload = (sandbox: Sandbox, id: string): Promise<unknown> =>
  outside(sandbox).send("POST", "/indexes/lamps/docs/index", {
    value: [{ "@search.action": "upload", id, title: "theirs" }],
  });

/** The keys of the documents in the index of a sandbox; `undefined` where there is no such index. */
const documents = async (sandbox: Sandbox): Promise<string[] | undefined> => {
  const answer = await outside(sandbox)
    .send("POST", "/indexes/lamps/docs/search", { search: "*" })
    .catch(() => undefined);
  return (answer as { value: { id: string }[] } | undefined)?.value.map(({ id }) => id).sort();
};

const deletes = (sandbox: Sandbox): string[] =>
  sandbox.requests
    .filter(({ method, body }) => method === "DELETE" || JSON.stringify(body ?? "").includes('"delete"'))
    .map(({ method, path }) => `${method} ${path}`);

const replaced = async (): Promise<string[]> =>
  (await stack.steps())
    .filter(({ op }) => op === "replace")
    .map(({ urn }) => urn.split("::").at(-1)!)
    .sort();
const everything = ["base", "lamps", "source", "texts"];

/** Holds a project of this form to that. */
export function services(Form: Project): void {
  beforeEach(async () => {
    [a, b] = (await Promise.all([
      startSandbox({ behaviour: { polls: 0 } }),
      startSandbox({ behaviour: { polls: 0 } }),
    ])) as [Sandbox, Sandbox];
    sandboxes.push(a, b);
    stack = await new Form(a.environment).init();
    stacks.push(stack);
  });
  afterEach(async () => {
    for (const one of stacks.splice(0)) one.stop();
    for (const one of sandboxes.splice(0)) await one.close();
  });

  test("another provider: a replacement in the preview, made at its service and deleted at the old one, and back", async () => {
    program("{ provider: a }");
    await up();
    program("{ provider: b }");
    expect((await stack.preview()).text).toContain(`moves from ${a.url} to ${b.url}`);
    expect(await replaced()).toEqual(everything);
    await up();
    expect([await documents(a), await documents(b)]).toEqual([undefined, ["1"]]);
    expect(deletes(b)).toEqual([]);
    await stack.settled();

    // By a component's providers, with the old one declared no more.
    program("{ provider: a }");
    await up();
    expect([await documents(a), await documents(b)]).toEqual([["1"], undefined]);
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(await documents(a)).toBeUndefined();
  });

  inFullAs(Form)("the providers of a component: the same", async () => {
    const component = (name: string): string =>
      `const team = new pulumi.ComponentResource("our:own:Team", "team", {}, { providers: [${name}] });`;
    program("{ parent: team }", component("a"));
    await up();
    program("{ parent: team }", component("b"));
    expect(await replaced()).toEqual(everything);
    await up();
    expect([await documents(a), await documents(b)]).toEqual([undefined, ["1"]]);
    await stack.settled();
  });

  test("another address in the stack's configuration: what is at the old service stays and is told", async () => {
    program("{}");
    await stack.configure({ "mlplane:searchEndpoint": a.url });
    await up();
    await upload(a, "theirs");
    await stack.configure({ "mlplane:searchEndpoint": b.url });
    expect(await replaced()).toEqual(everything);
    const { text } = await up();
    expect(text).toContain(`/indexes/lamps stays at ${a.url}, where its connection leads no more`);
    expect([await documents(a), await documents(b)]).toEqual([["1", "theirs"], ["1"]]);
    expect([deletes(a), deletes(b)]).toEqual([[], []]);
    await stack.settled();
  });

  inFullAs(Form)(
    "another variable: nothing counts as gone and nothing is deleted there, until an up has moved it",
    async () => {
      program("{}");
      await up();
      stack.variables["MLPLANE_SEARCH_ENDPOINT"] = b.url;
      for (const run of [await stack.refresh(), await stack.preview("--refresh")]) {
        expect(run.status).not.toBe(0);
        expect(run.text).toContain(`/indexes/lamps is at ${a.url}, and its connection leads to ${b.url}`);
      }
      const drift = await mlplane(stack, ["drift"]);
      expect(drift.status).toBe(1);
      expect(drift.text).toContain(`/indexes/lamps is at ${a.url}`);
      for (const run of [await stack.destroy(), await stack.program("").up()]) {
        expect(run.status).not.toBe(0);
        expect(run.text).toContain(`leads to ${b.url}, where nothing is deleted. Set mlplane:searchEndpoint back`);
      }
      expect(await stack.resources()).toHaveLength(4);
      expect(b.requests).toEqual([]);
      program("{}");
      expect((await up()).text).toContain(`/indexes/lamps stays at ${a.url}`);
      expect([await documents(a), await documents(b)]).toEqual([["1"], ["1"]]);
      await stack.settled();
    },
  );

  test("other arguments of the same provider: nothing is deleted at the new service, neither what it replaces nor what is no more declared", async () => {
    program("{ provider: a }");
    await up();
    stack.program(
      `new mlplane.search.Index("lamps", { fields: ${JSON.stringify(fields)} }, { provider: new mlplane.Provider("a", { searchEndpoint: "${b.url}", searchApiKey: "sandbox" }) });`,
    );
    const { text } = await stack.up();
    for (const place of ["/indexes/lamps", "/indexes/lamps/docs", "/knowledgesources/source", "/knowledgebases/base"])
      expect(text).toContain(`${place} stays at ${a.url}`);
    expect([await documents(a), deletes(a), deletes(b)]).toEqual([["1"], [], []]);
  });

  inFullAs(Form)("another address of the same service: taken over, and nothing is lost", async () => {
    const gateway = await openGateway(a, "team");
    program("{}");
    await up();
    await upload(a, "theirs");
    await stack.configure({ "mlplane:searchEndpoint": `${a.url}/`.replace("127.0.0.1", "localhost") });
    await stack.ok("preview", "--expect-no-changes");
    await stack.configure({
      "mlplane:searchEndpoint": gateway.url,
      "mlplane:searchApiKey": gateway.credentials.searchApiKey,
    });
    expect(await replaced()).toEqual(everything);
    expect((await up()).text).toContain("took over /indexes/lamps");
    expect(await documents(a)).toEqual(["1", "theirs"]);
    expect(deletes(a)).toEqual([]);
    await gateway.close();
  });

  inFullAs(Form)("another configured resource group: made there, and deleted where it was", async () => {
    stack.program(`
    const workspace = new mlplane.ml.Workspace("lab-work", ${JSON.stringify(lab)}).name;
    new mlplane.ml.Model("fraud", { workspace, version: 1, path: "models/fraud" });
    new mlplane.ml.Workspace("stays-here", ${JSON.stringify({ ...lab, resourceGroup: "sandbox" })});
  `);
    await up();
    await stack.ok("refresh", "--preview-only", "--expect-no-changes");
    await stack.configure({ "mlplane:resourceGroup": "other" });
    await stack.ok("refresh", "--preview-only", "--expect-no-changes");
    expect((await stack.preview()).text).toContain("because the configuration names another resourceGroup");
    expect(await replaced()).toEqual(["fraud", "lab-work"]);
    await up();
    expect(
      deletes(a).some((one) => one.includes("/resourceGroups/sandbox/") && one.endsWith("/workspaces/lab-work")),
    ).toBe(true);
    expect((await stack.byName()).get("lab-work")!.id).toContain("/resourceGroups/other/");
    await stack.settled();
  });

  inFullAs(Form)(
    "a state that does not tell where its resources are is compared with nothing, and tells it after a refresh",
    async () => {
      program("{}");
      await up();
      await stack.rewrite((resources) => {
        for (const { outputs } of resources) delete outputs?.["__service"];
      });
      await stack.ok("preview", "--expect-no-changes");
      await stack.settled();
      await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      expect((await stack.byName()).get("lamps")!.outputs!["__service"]).toBe(a.url);
    },
  );
}
