import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { fields } from "./lab";
import { NativeStack } from "./native";

/** The commands on a stack in which some resources are the plugin's and some those of the classes for TypeScript. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 0 } });
  stack = (await new NativeStack(sandbox.environment).init()) as NativeStack;
  stack.program(`
const { search } = require("mlplane");
const fields = ${JSON.stringify(fields)};
const secret = pulumi.secret("a lamp");
new search.Index("lamps", { fields, description: "ours" });
resource("search:Index", "desks", { fields, description: "ours" });
const other = new Provider("other", { searchEndpoint: "${sandbox.url}", searchApiKey: "sandbox" });
const index = resource("search:Index", "chairs", { fields }, { provider: other });
resource("search:Documents", "texts", { index: index.name, documents: [{ id: "1", title: secret }] }, { provider: other });`);
  await stack.ok("up", "--yes", "--skip-preview");
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const service = () => outside(sandbox);
const edit = (name: string): Promise<void> =>
  service().edit(`/indexes/${name}`, (record) => {
    record.description = "theirs";
  });

test("drift tells of both", async () => {
  expect(await mlplane(stack, ["drift"])).toMatchObject({ status: 0, text: expect.stringContaining("4 resources") });
  await edit("lamps");
  await edit("desks");
  await service().send("POST", "/indexes/chairs/docs/index", {
    value: [{ "@search.action": "upload", id: "1", title: "theirs" }],
  });
  const { status, stdout } = await mlplane(stack, ["drift", "--format", "json"]);
  const { findings } = JSON.parse(stdout) as { findings: { name: string; class: string; properties?: object[] }[] };
  expect([status, findings.map((one) => [one.class, one.name]).sort()]).toEqual([
    2,
    [
      ["search.Documents", "texts"],
      ["search.Index", "desks"],
      ["search.Index", "lamps"],
    ],
  ]);
  expect(findings.map(({ name, properties }) => [name, properties])).toEqual(
    expect.arrayContaining([
      ["lamps", [{ path: "description", declared: "ours", live: "theirs" }]],
      ["desks", [{ path: "description", declared: "ours", live: "theirs" }]],
      ["texts", [{ path: "documents.1.title", declared: "[secret]", live: "[secret]" }]],
    ]),
  );
  await stack.ok("up", "--refresh", "--yes", "--skip-preview");
  expect(await mlplane(stack, ["drift"])).toMatchObject({ status: 0 });
});

test("an import takes nothing that the plugin has", async () => {
  expect(await mlplane(stack, ["import", "search.Index", "mine", "/indexes/desks"])).toMatchObject({
    status: 1,
    stderr: 'mlplane: /indexes/desks is in the stack already, as search.Index "desks"\n',
  });
});

test("the doctor knows whether the plugin is there", async () => {
  const own = await mlplane(stack, ["doctor"]);
  expect(own.stdout).toContain("✓ plugin: where Pulumi.yaml says\n");
});
