import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields, lab } from "./lab";
import type { Stack, StateResource } from "./stack";
import { staged, type Project } from "./staged";

/** A delete never removes what the program still declares, under whatever URN. */
jest.setTimeout(300_000);

let stack: Stack;
let sandbox: Sandbox;

const up = (): Promise<{ text: string }> => stack.ok("up", "--yes", "--skip-preview");

/** Everything of every service, each thing under another Pulumi name than its own; `where` gives its options. */
const everything = (word: string, where = "() => ({})", before = ""): Stack =>
  stack.program(`
    const { fields, lab } = ${JSON.stringify({ fields, lab })};
    ${before}
    const where = ${where};
    const at = (name) => ["${word}-" + name, where(name)];
    const make = (Class, name, args) => { const [own, options] = at(name); return new Class(own, args, options); };
    const { ml, search, local } = mlplane;
    const workspace = make(ml.Workspace, "lab", { ...lab, name: "lab-work" }).name;
    make(ml.Compute, "nodes", { workspace, name: "nodes", computeType: "AmlCompute", vmSize: "Standard_DS3_v2", scaleSettings: { minNodeCount: 0, maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "PT120S" } });
    const model = make(ml.Model, "fraud", { workspace, name: "fraud", version: 1, path: "models/fraud" }).resourceId;
    const endpoint = make(ml.OnlineEndpoint, "serve", { workspace, name: "serve", compute: "/cpu" }).name;
    const blue = make(ml.OnlineDeployment, "blue", { workspace, endpoint, name: "blue", model, instanceType: "Standard_DS3_v2", instanceCount: 1 }).name;
    make(ml.EndpointTraffic, "traffic", { workspace, endpoint, traffic: [{ deployment: blue, percent: 100 }] });
    make(ml.Job, "train", { workspace, name: "train", jobType: "Command", command: "true", compute: lab.storageAccount, environment: lab.storageAccount });
    const index = make(search.Index, "lamps", { name: "lamps", fields }).name;
    make(search.Documents, "texts", { index, documents: [{ id: "1", title: "a lamp" }] });
    const source = make(search.KnowledgeSource, "source", { name: "source", kind: "searchIndex", searchIndexParameters: { searchIndexName: index } }).name;
    make(search.KnowledgeBase, "base", { name: "base", knowledgeSources: [source] });
    const cached = make(local.CachedModel, "tiny", { name: "tiny-chat-generic-cpu:3" }).name;
    make(local.LoadedModel, "chat", { model: cached });
    make(local.GpuDevice, "gpu", { deviceId: 0 });
  `);

/** What somebody else adds to what the program declares, and what he finds of it. */
const others = {
  add: () =>
    outside(sandbox).send("POST", "/indexes/lamps/docs/index", {
      value: [{ "@search.action": "upload", id: "theirs", title: "somebody else's" }],
    }),
  documents: async () =>
    (
      (await outside(sandbox).send("POST", "/indexes/lamps/docs/search", { search: "*" })) as {
        value: { id: string }[];
      }
    ).value
      .map(({ id }) => id)
      .sort(),
};

const deletes = (): string[] =>
  sandbox.requests
    .splice(0)
    .filter(({ method, body }) => method === "DELETE" || JSON.stringify(body ?? "").includes('"delete"'))
    .map((request) => `${request.method} ${request.path}`);

const component = `const team = new pulumi.ComponentResource("our:own:Team", "team");`;
const own = `const own = new mlplane.Provider("own", Object.fromEntries(Object.entries({ mlEndpoint: "ML_ENDPOINT", authEndpoint: "AUTH_ENDPOINT", tenantId: "TENANT_ID", clientId: "CLIENT_ID", clientSecret: "CLIENT_SECRET", subscriptionId: "SUBSCRIPTION_ID", resourceGroup: "RESOURCE_GROUP", searchEndpoint: "SEARCH_ENDPOINT", searchApiKey: "SEARCH_API_KEY", localEndpoint: "LOCAL_ENDPOINT" }).map(([key, name]) => [key, process.env["MLPLANE_" + name]])));`;

/** Holds a project of this form to that. */
export function ownership(Form: Project): void {
  staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), Form);

  test("everything of every class under other Pulumi names: nothing is deleted, and each delete that is left out is told", async () => {
    await everything("a").ok("up", "--yes", "--skip-preview");
    await others.add();
    sandbox.requests.length = 0;
    everything("b");
    const { text } = await up();
    expect(deletes()).toEqual([]);
    expect(new Set(text.match(/stays as it is: "b-\w+" declares it/g)).size).toBe(14);
    expect(await stack.resources()).toHaveLength(14);
    expect(await others.documents()).toEqual(["1", "theirs"]);
    await stack.settled();
  });

  test("everything moved into a component, and to a provider of its own in another process", async () => {
    everything("b", "() => ({ parent: team })", component);
    await up();
    expect(deletes()).toEqual([]);
    everything("b", "() => ({ parent: team, provider: own })", component + own);
    await up();
    everything("c", "() => ({ parent: team })", component + own);
    await up();
    everything("c", "() => ({ parent: team, provider: own })", component + own);
    await up();
    expect(deletes()).toEqual([]);
    everything("d");
    await up();
    expect(deletes()).toEqual([]);
    expect(await others.documents()).toEqual(["1", "theirs"]);
    await stack.settled();
  });

  test("what was taken over by a run that was killed before its deletes stays in the next one", async () => {
    everything("e");
    const index = sandbox.requests.length;
    // The state as the kill leaves it: the new URNs and the old ones, which the program declares no more.
    await up();
    expect(sandbox.requests.length).toBeGreaterThan(index);
    await stack.rewrite((resources) => {
      const old = resources
        .filter(({ type }) => /mlplane[:/]/.test(type))
        .map(
          ({ dependencies: _, propertyDependencies: _own, ...one }) =>
            JSON.parse(JSON.stringify(one).replaceAll("::e-", "::f-")) as StateResource,
        );
      resources.push(...old);
    });
    sandbox.requests.length = 0;
    await up();
    expect(deletes()).toEqual([]);
    expect(await stack.resources()).toHaveLength(14);
    await stack.settled();
  });

  test("two resources of one program that mean the same object are a mistake in the preview", async () => {
    const devices = await stack
      .program(
        `new mlplane.local.GpuDevice("first", { deviceId: 0 });
       new mlplane.local.GpuDevice("second", { deviceId: 0 }, { parent: new pulumi.ComponentResource("a:b:C", "c") });`,
      )
      .preview();
    expect(devices.text).toMatch(
      /GpuDevice resource '(first|second)' has a problem: "(first|second)" declares the same/,
    );
    const run = await stack
      .program(
        `const fields = ${JSON.stringify(fields)};
       new mlplane.search.Index("one", { name: "shared", fields });
       new mlplane.search.Index("two", { name: "shared", fields });
       new mlplane.search.Documents("some", { index: "shared", documents: [{ id: "1" }] });
       new mlplane.search.Documents("others", { index: "shared", documents: [{ id: "2" }] });`,
      )
      .preview();
    expect(run.status).toBe(1);
    expect(run.text).toMatch(/Index resource '(one|two)' has a problem: "(one|two)" declares the same Index/);
    expect(run.text).not.toMatch(/Documents resource/);
  });

  test("what was replaced by a run that was killed before its deletes stays", async () => {
    everything("e");
    const replaced = await stack.resources();
    const before = await stack.state();
    await stack.ok("up", "--yes", "--skip-preview", ...replaced.flatMap(({ urn }) => ["--replace", urn]));
    // The state as the kill leaves it: the new ones, and the old ones that are to be deleted.
    const urns = new Set(replaced.map(({ urn }) => urn));
    const old = before.filter(({ urn }) => urns.has(urn));
    await stack.rewrite((resources) => resources.push(...old.map((one) => ({ ...one, delete: true }))));
    sandbox.requests.length = 0;
    await up();
    expect(deletes()).toEqual([]);
    expect(await stack.resources()).toHaveLength(14);
    await stack.settled();
  });
}
