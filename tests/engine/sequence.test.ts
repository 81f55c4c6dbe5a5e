import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { outside } from "../outside";
import { Stack, type StateResource } from "./stack";

/** Every resource in one stack, through everything that can happen to it. */

let sandbox: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = await new Stack(sandbox.environment).init();
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

type Choice = "inputs" | "change" | "replaceBy";
const kinds = Object.keys(fixtures);
const resourceName = (kind: string): string => kind.replace(":", "-");

/** A program that declares every resource, and before it what it needs. */
function program(choose: (kind: string) => Choice): string {
  const lines: string[] = [];
  const declared = new Map<string, string>();
  const declare = (kind: string, name: string, inputs: object, after: string[]): void => {
    lines.push(`const ${variable(name)} = new mlplane.${kind.replace(":", ".")}(${JSON.stringify(name)}, ${JSON.stringify(inputs)}, { dependsOn: [${after.map(variable).join(", ")}] });`);
  };
  for (const kind of kinds) {
    const { needs = [], ...fixture } = fixtures[kind]!;
    const after: string[] = [];
    for (const [needed, inputs] of needs) {
      const key = `${needed} ${JSON.stringify(inputs)}`;
      if (!declared.has(key)) {
        declared.set(key, `need-${declared.size}`);
        declare(needed, declared.get(key)!, inputs, after);
      }
      after.push(declared.get(key)!);
    }
    declare(kind, resourceName(kind), fixture[choose(kind)] ?? fixture.inputs, after);
  }
  return lines.join("\n");
}
const variable = (name: string): string => name.replaceAll("-", "_");

const ours = async (): Promise<Map<string, StateResource>> =>
  new Map((await stack.resources()).map((resource) => [resource.urn.split("::").at(-1)!, resource]));

const sent = (): string[] => sandbox.requests.filter(({ path }) => !path.includes("oauth2")).map(({ method, path }) => `${method} ${path}`);

test("a preview of nothing that exists asks no service for a managed resource", async () => {
  stack.program(program(() => "inputs"));
  const run = await stack.preview();
  expect(run.text).toContain(`+ ${new Set(program(() => "inputs").split("\n")).size + 1} to create`);
  expect(sent()).toEqual([]);
});

test("up creates all; then a preview and a refresh show nothing", async () => {
  await stack.ok("up", "--yes", "--skip-preview");
  sandbox.requests.length = 0;
  const preview = await stack.preview("--expect-no-changes");
  expect([preview.status, preview.text]).toEqual([0, expect.anything()]);
  expect(sent()).toEqual([]);
  const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
  if (refresh.status !== 0) throw new Error(refresh.text);
}, 300_000);

test("the provider's text in the state is one short line that names only the entry point", async () => {
  const texts = (await stack.resources()).map(({ inputs }) => inputs!["__provider"] as string);
  expect(texts.every((text) => text.length <= 100 && /^exports\.handler=\(\)=>require\("mlplane\/runtime"\)\.provider\("\w+:\w+"\)$/.test(text))).toBe(true);
});

test("an edit in place is an update, which then shows nothing", async () => {
  stack.program(program(() => "change"));
  const steps = await stack.steps();
  const ops = new Map(steps.map(({ urn, op }) => [urn.split("::").at(-1), op]));
  for (const kind of kinds) if (fixtures[kind]!.change !== undefined) expect([kind, ops.get(resourceName(kind))]).toEqual([kind, "update"]);
  await stack.ok("up", "--yes", "--skip-preview");
  const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
  if (refresh.status !== 0) throw new Error(refresh.text);
  stack.program(program(() => "inputs"));
  await stack.ok("up", "--yes", "--skip-preview");
}, 300_000);

test("drift of a property is found with exit status 7, named, and repaired", async () => {
  const before = await ours();
  const drifting = kinds.filter((kind) => fixtures[kind]!.drift !== undefined);
  for (const kind of drifting) await fixtures[kind]!.drift!.make(outside(sandbox), before.get(resourceName(kind))!.id!);
  const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--json");
  expect(refresh.status).toBe(7);
  const steps = new Map((JSON.parse(refresh.stdout) as { steps: { urn: string; diffReasons?: string[] }[] }).steps.map((step) => [step.urn.split("::").at(-1), step.diffReasons ?? []]));
  for (const kind of drifting) expect([kind, steps.get(resourceName(kind))]).toEqual([kind, expect.arrayContaining([fixtures[kind]!.drift!.property.split(/[.[]/)[0]])]);
  await stack.ok("refresh", "--yes", "--skip-preview");
  await stack.ok("up", "--yes", "--skip-preview");
  const again = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
  if (again.status !== 0) throw new Error(again.text);
}, 300_000);

test("what was deleted outside is created again", async () => {
  const before = await ours();
  for (const kind of kinds.filter((one) => fixtures[one]!.remove !== undefined)) await fixtures[kind]!.remove!(outside(sandbox), before.get(resourceName(kind))!.id!);
  const refresh = await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(refresh.status).toBe(7);
  await stack.ok("up", "--yes", "--skip-preview");
  expect([...(await ours()).keys()].sort()).toEqual([...before.keys()].sort());
  const preview = await stack.run("preview", "--refresh", "--expect-no-changes", "--diff");
  if (preview.status !== 0) throw new Error(preview.text);
}, 300_000);

test("what cannot change in place is replaced, the old one deleted first", async () => {
  stack.program(program(() => "replaceBy"));
  const steps = await stack.steps();
  for (const kind of kinds.filter((one) => fixtures[one]!.replaceBy !== undefined)) expect([kind, steps.filter(({ urn }) => urn.endsWith(`::${resourceName(kind)}`)).map(({ op }) => op)]).toEqual([kind, expect.arrayContaining([expect.stringMatching(/replace/)])]);
  await stack.ok("up", "--yes", "--skip-preview");
  const preview = await stack.run("preview", "--refresh", "--expect-no-changes", "--diff");
  if (preview.status !== 0) throw new Error(preview.text);
}, 300_000);

test("destroy leaves nothing", async () => {
  const before = await ours();
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
  for (const kind of kinds.filter((one) => fixtures[one]!.remove !== undefined)) {
    await expect(fixtures[kind]!.remove!(outside(sandbox), before.get(resourceName(kind))!.id!)).rejects.toThrow();
  }
}, 300_000);
