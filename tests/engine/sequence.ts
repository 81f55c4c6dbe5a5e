import { startSandbox, type Behaviour, type Sandbox, type SandboxOptions } from "../../sandbox";
import { isFull } from "../faults/sample";
import { fixtures as specified, fixturesIn } from "../fixtures";
import { forms } from "../forms";
import { outside } from "../outside";
import { configurationFor } from "../subject";
import { Stack, type StateResource } from "./stack";
import type { Project } from "./staged";

/** Every resource in one stack, through everything that can happen to it. */

type Choice = "inputs" | "change" | "replaceBy";
const kinds = Object.keys(specified);
const resourceName = (kind: string): string => kind.replace(":", "-");
const variable = (name: string): string => name.replaceAll("-", "_");

/**
 * Resources that touch the same things at the services get different sandboxes, so that they do not disturb each other.
 */
const groups: string[][] = [];
for (const kind of kinds) {
  const free = groups.find((group) =>
    group.every((other) => touched(other).every((thing) => !touched(kind).includes(thing))),
  );
  if (free === undefined) groups.push([kind]);
  else free.push(kind);
}
const groupOf = (kind: string): number => groups.findIndex((group) => group.includes(kind));

/** What a fixture makes or rests on; workspaces are shared. */
function touched(kind: string): string[] {
  const { needs = [], inputs, replaceBy } = specified[kind]!;
  const made: [string, Record<string, unknown>][] = [
    ...(needs as [string, Record<string, unknown>][]).filter(([needed]) => needed !== "ml:Workspace"),
    [kind, inputs],
    [kind, replaceBy ?? inputs],
  ];
  const things = made.map(([one, { workspace, name, endpoint, index, model, modelId }]) =>
    JSON.stringify([one, workspace, endpoint, index, modelId ?? name ?? model]),
  );
  return [
    ...things,
    ...things.map((thing) =>
      thing.replace(/^\["search:Documents",null,null,("[^"]*"),null\]$/, '["search:Index",null,null,null,$1]'),
    ),
  ];
}

/** The arguments that differ between two forms of a fixture. */
const differing = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .sort();

/** Forms of the services' answers: a harsh one in a sample, every one in a full run; and once in each dialect. */
const played: [string, Partial<Behaviour>, SandboxOptions["dialect"]][] = [
  ...(isFull
    ? forms
    : ([
        [
          "Location, accepted, other case and form, defaults added",
          { operation: "Location", put: "accepted", echo: "otherForm" },
        ],
      ] as typeof forms)
  ).map(([name, behaviour]): (typeof played)[number] => [name, behaviour, undefined]),
  ["in the dialect azure, other case and form, defaults added", { echo: "otherForm" }, "azure"],
];

/** Leads every kind, in a project of this form, through all of that. */
export function sequence(Form: Project): void {
  describe.each(played)("%s", (_, behaviour, dialect) => {
    const fixtures = fixturesIn(dialect);
    let sandboxes: Sandbox[];
    let stack: Stack;
    beforeAll(async () => {
      sandboxes = await Promise.all(
        groups.map(() => startSandbox({ behaviour: { polls: 1, ...behaviour }, ...(dialect && { dialect }) })),
      );
      stack = await new Form().init();
    });
    afterAll(async () => {
      stack?.stop();
      await Promise.all((sandboxes ?? []).map((sandbox) => sandbox.close()));
    });
    const sandboxOf = (kind: string): Sandbox => sandboxes[groupOf(kind)]!;

    /** A program that declares every resource, before it what it needs, and a connection for each sandbox. */
    function program(choose: (kind: string) => Choice): string {
      const lines = sandboxes.map(
        (sandbox, index) =>
          `const p${index} = new mlplane.Provider("p${index}", ${JSON.stringify(configurationFor(sandbox))});`,
      );
      const declared = new Map<string, string>();
      const declare = (kind: string, name: string, inputs: object, after: string[], group: number): void => {
        lines.push(
          `const ${variable(name)} = new mlplane.${kind.replace(":", ".")}(${JSON.stringify(name)}, ` +
            `${JSON.stringify(inputs)}, { provider: p${group}, dependsOn: [${after.map(variable).join(", ")}] });`,
        );
      };
      for (const kind of kinds) {
        const { needs = [], ...fixture } = fixtures[kind]!;
        const group = groupOf(kind);
        const after: string[] = [];
        for (const [needed, inputs] of needs) {
          const key = `${group} ${needed} ${JSON.stringify(inputs)}`;
          if (!declared.has(key)) {
            declared.set(key, `need-${declared.size}`);
            declare(needed, declared.get(key)!, inputs, after, group);
          }
          after.push(declared.get(key)!);
        }
        declare(kind, resourceName(kind), fixture[choose(kind)] ?? fixture.inputs, after, group);
      }
      return lines.join("\n");
    }

    const ours = async (): Promise<Map<string, StateResource>> =>
      new Map((await stack.resources()).map((resource) => [resource.urn.split("::").at(-1)!, resource]));

    const sent = (): string[] =>
      sandboxes
        .flatMap(({ requests }) => requests)
        .filter(({ path }) => !path.includes("oauth2"))
        .map(({ method, path }) => `${method} ${path}`);

    test("a preview of nothing that exists asks no service for a managed resource", async () => {
      stack.program(program(() => "inputs"));
      const run = await stack.preview();
      expect(run.text).toContain(`+ ${program(() => "inputs").split("\n").length + 1} to create`);
      expect(sent()).toEqual([]);
    });

    test("up creates all; then a preview and a refresh show nothing", async () => {
      await stack.ok("up", "--yes", "--skip-preview");
      for (const { requests } of sandboxes) requests.length = 0;
      await stack.ok("preview", "--expect-no-changes");
      expect(sent()).toEqual([]);
      await stack.ok("refresh", "--preview-only", "--expect-no-changes", "--diff");
    }, 300_000);

    (Form === Stack ? test : test.skip)(
      "the provider's text in the state is one short line that names only the entry point",
      async () => {
        const texts = (await stack.resources()).map(({ inputs }) => inputs!["__provider"] as string);
        expect(
          texts.every(
            (text) =>
              text.length <= 100 &&
              /^exports\.handler=\(\)=>require\("mlplane\/runtime"\)\.provider\("\w+:\w+"\)$/.test(text),
          ),
        ).toBe(true);
      },
    );

    test("an edit in place is an update, which then shows nothing", async () => {
      stack.program(program(() => "change"));
      const steps = await stack.steps();
      const planned = new Map(steps.map((step) => [step.urn.split("::").at(-1), step]));
      for (const kind of kinds) {
        const { inputs, change } = fixtures[kind]!;
        if (change === undefined) continue;
        const { op, diffReasons, detailedDiff } = planned.get(resourceName(kind))!;
        const edited = differing(inputs, change);
        // For dynamic resources the engine compares by itself, and may name outputs beside.
        const told: unknown = Form === Stack ? expect.arrayContaining(edited) : edited;
        expect([kind, op, diffReasons?.sort()]).toEqual([kind, "update", told]);
        const paths = Object.keys(detailedDiff ?? {}).map((path) => path.match(/^\w+/)![0]);
        expect([kind, [...new Set(paths)].sort()]).toEqual([kind, told]);
      }
      await stack.ok("up", "--yes", "--skip-preview");
      await stack.ok("refresh", "--preview-only", "--expect-no-changes", "--diff");
      stack.program(program(() => "inputs"));
      await stack.ok("up", "--yes", "--skip-preview");
    }, 300_000);

    test("drift of a property is found with exit status 7, named, and repaired", async () => {
      const before = await ours();
      const drifting = kinds.filter((kind) => fixtures[kind]!.drift !== undefined);
      for (const kind of drifting)
        await fixtures[kind]!.drift!.make(outside(sandboxOf(kind)), before.get(resourceName(kind))!.id!);
      const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--json");
      expect(refresh.status).toBe(7);
      const steps = new Map(
        (JSON.parse(refresh.stdout) as { steps: { urn: string; diffReasons?: string[] }[] }).steps.map((step) => [
          step.urn.split("::").at(-1),
          step.diffReasons ?? [],
        ]),
      );
      for (const kind of drifting)
        expect([kind, steps.get(resourceName(kind))]).toEqual([
          kind,
          expect.arrayContaining([fixtures[kind]!.drift!.property.split(/[.[]/)[0]]),
        ]);
      await stack.ok("refresh", "--yes", "--skip-preview");
      await stack.ok("up", "--yes", "--skip-preview");
      await stack.ok("refresh", "--preview-only", "--expect-no-changes", "--diff");
    }, 300_000);

    test("what was deleted outside is created again", async () => {
      const before = await ours();
      for (const kind of kinds.filter((one) => fixtures[one]!.remove !== undefined))
        await fixtures[kind]!.remove!(outside(sandboxOf(kind)), before.get(resourceName(kind))!.id!);
      const refresh = await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      expect(refresh.status).toBe(7);
      await stack.ok("up", "--yes", "--skip-preview");
      expect([...(await ours()).keys()].sort()).toEqual([...before.keys()].sort());
      await stack.settled();
    }, 300_000);

    test("what cannot change in place is replaced, the old one deleted first", async () => {
      stack.program(program(() => "replaceBy"));
      const steps = await stack.steps();
      for (const kind of kinds.filter((one) => fixtures[one]!.replaceBy !== undefined))
        expect([kind, steps.filter(({ urn }) => urn.endsWith(`::${resourceName(kind)}`)).map(({ op }) => op)]).toEqual([
          kind,
          expect.arrayContaining([expect.stringMatching(/replace/)]),
        ]);
      await stack.ok("up", "--yes", "--skip-preview");
      await stack.settled();
    }, 300_000);

    test("destroy leaves nothing", async () => {
      const before = await ours();
      await stack.ok("destroy", "--yes", "--skip-preview");
      expect(await stack.resources()).toEqual([]);
      for (const kind of kinds.filter((one) => fixtures[one]!.remove !== undefined)) {
        await expect(
          fixtures[kind]!.remove!(outside(sandboxOf(kind)), before.get(resourceName(kind))!.id!),
        ).rejects.toThrow();
      }
    }, 300_000);
  });
}
