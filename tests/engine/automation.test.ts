import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functions } from "../../provider/functions";
import { startSandbox, type Sandbox } from "../../sandbox";
import { argumentsIn } from "../fixtures/functions";
import { outside } from "../outside";
import { configurationFor } from "../subject";
import { environment, home } from "./stack";

/** Programs of the Automation API: local ones and inline ones, two stacks side by side in one process. */
jest.setTimeout(240_000);

let sandboxes: [Sandbox, Sandbox];
let folder: string;
beforeAll(async () => {
  sandboxes = await Promise.all([startSandbox({ behaviour: { polls: 1 } }), startSandbox({ behaviour: { polls: 1 } })]);
  folder = mkdtempSync(join(home, "automation-"));
  mkdirSync(join(folder, "state"));
  for (const name of ["left", "right"]) cpSync("examples/reference", join(folder, name), { recursive: true });
});
afterAll(async () => {
  await Promise.all((sandboxes ?? []).map((sandbox) => sandbox.close()));
});

/** Runs a program that has two stacks, `left` and `right`, each with the configuration of its sandbox and no variables. */
async function run<T>(text: string): Promise<{ left: T; right: T }> {
  const [left, right] = sandboxes.map(configurationFor);
  writeFileSync(
    join(folder, "automate.js"),
    `
    const { LocalWorkspace } = require("@pulumi/pulumi/automation");
    const pulumi = require("@pulumi/pulumi");
    const mlplane = require("mlplane");
    const configurations = ${JSON.stringify({ left, right })};
    const configured = (name, prefix = "mlplane:") =>
      Object.fromEntries(Object.entries(configurations[name]).map(([key, value]) => [prefix + key, { value, secret: /Secret|Key/.test(key) }]));
    ${text}
    Promise.all(["left", "right"].map(go)).then(
      ([left, right]) => console.log(JSON.stringify({ left, right })),
      (error) => { console.error(error); process.exitCode = 1; },
    );
    `,
  );
  const { stdout } = await new Promise<{ stdout: string }>((resolve, reject) =>
    execFile(
      process.execPath,
      ["automate.js"],
      { cwd: folder, env: { ...environment, PULUMI_BACKEND_URL: `file://${folder}/state` }, maxBuffer: 1e8 },
      (error, stdout, stderr) => (error === null ? resolve({ stdout }) : reject(new Error(stdout + stderr))),
    ),
  );
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1)) as { left: T; right: T };
}

test("every class and function in local programs, with the configuration of their stacks", async () => {
  for (const [index, name] of ["left-only", "right-only"].entries())
    await outside(sandboxes[index]!).send("PUT", `/indexes/${name}`, {
      name,
      fields: [{ name: "id", type: "Edm.String", key: true }],
    });
  const { left, right } = await run<Record<string, Record<string, unknown>>>(`
    const go = async (name) => {
      const stack = await LocalWorkspace.createOrSelectStack({ stackName: name, workDir: require("path").join(__dirname, name) });
      await stack.setAllConfig({ ...configured(name), westEndpoint: { value: configurations[name].searchEndpoint }, westApiKey: { value: "sandbox", secret: true } });
      const { outputs } = await stack.up();
      return Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value]));
    };
  `);
  expect([left["search"]!["indexes"], right["search"]!["indexes"]]).toEqual([
    expect.arrayContaining(["left-only", "products"]),
    expect.arrayContaining(["right-only", "products"]),
  ]);
  expect(left["local"]).toMatchObject({ device: 1, hello: expect.stringContaining("hello") });
});

test("every function in inline programs: with the configuration of its own stack, and with an explicit provider", async () => {
  const calls = await Promise.all(sandboxes.map(async (sandbox) => (await argumentsIn(sandbox))(sandbox.url)));
  expect(Object.keys(calls[0]!).sort()).toEqual(functions.map(({ kind }) => kind).sort());
  sandboxes.forEach(({ requests }) => (requests.length = 0));
  const { left, right } = await run<Record<string, unknown>>(`
    const calls = ${JSON.stringify({ left: calls[0], right: calls[1] })};
    const program = (name) => async () => {
      const ways = { stack: undefined, explicit: new mlplane.Provider("explicit", Object.fromEntries(Object.entries(configured(name, "")).map(([key, { value }]) => [key, value]))) };
      const made = Object.entries(ways).map(([way, provider]) => new mlplane.search.Index(way, { fields: [{ name: "id", type: "Edm.String", key: true }] }, { provider }));
      const results = {};
      await Promise.all(Object.entries(calls[name]).map(async ([kind, args]) => {
        const [namespace, named] = kind.split(":");
        for (const [way, provider] of Object.entries(ways)) {
          const call = mlplane[namespace][named];
          const told = (promise) => promise.then((value) => (value === undefined ? "nothing" : "ok"), (error) => error.message);
          results[way + " " + kind] = await (named.startsWith("stream")
            ? told((async () => { for await (const chunk of call(args, { provider })) return chunk; })())
            : told(call(args, { provider })));
          if (!named.startsWith("stream"))
            results[way + " " + kind + "Output"] = mlplane[namespace][named + "Output"](args, { provider, dependsOn: made }).apply((value) => (value === undefined ? "nothing" : "ok"));
        }
      }));
      return { results, indexes: mlplane.search.listIndexesOutput({}, { dependsOn: made }).apply((all) => all.map(({ name }) => name)) };
    };
    const go = async (name) => {
      const stack = await LocalWorkspace.createOrSelectStack({ stackName: name, projectName: "inline", program: program(name) });
      await stack.setAllConfig(configured(name));
      const { outputs } = await stack.up();
      return Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value]));
    };
  `);
  for (const { results } of [left, right]) {
    const told = results as Record<string, string>;
    expect(Object.keys(told)).toHaveLength(functions.length * 4 - 2);
    expect(Object.entries(told).filter(([, one]) => one !== "ok")).toEqual([]);
  }
  expect(left["indexes"]).toEqual(expect.arrayContaining(["left-only", "stack", "explicit"]));
  expect(right["indexes"]).toEqual(expect.arrayContaining(["right-only", "stack", "explicit"]));
  const paths = sandboxes.map(({ requests }) => new Set(requests.map(({ method, path }) => `${method} ${path}`)));
  expect(paths[0]).toEqual(paths[1]);
});

test("an inline program whose resource has another Pulumi name: its preview names the alias, in each stack its own", async () => {
  const { left, right } = await run<string>(`
    const program = (name) => async () => void new mlplane.search.Index(name, { name: "lamps", fields: [{ name: "id", type: "Edm.String", key: true }] });
    const go = async (name) => {
      const stack = await LocalWorkspace.createOrSelectStack({ stackName: name, projectName: "moved", program: program(name) });
      await stack.setAllConfig(configured(name));
      await stack.up();
      stack.workspace.program = program(name + "-lamps");
      return (await stack.preview()).stdout;
    };
  `);
  expect(left).toContain('aliases: [{ name: "left" }]` nothing changes');
  expect(right).toContain('aliases: [{ name: "right" }]` nothing changes');
});

test("an inline program whose resources swap their names, with an address that only its providers know", async () => {
  sandboxes.forEach(({ requests }) => (requests.length = 0));
  const { left } = await run<string[]>(`
    const program = (first, second) => async () => {
      const fields = [{ name: "id", type: "Edm.String", key: true }];
      const a = new mlplane.search.Index("a", { name: first, fields });
      new mlplane.search.Index("b", { name: second, fields }, { dependsOn: [a] });
    };
    const go = async (name) => {
      const envVars = { MLPLANE_SEARCH_ENDPOINT: configurations[name].searchEndpoint, MLPLANE_SEARCH_API_KEY: configurations[name].searchApiKey };
      const inline = (...names) => LocalWorkspace.createOrSelectStack({ stackName: name + "-swap", projectName: "swap", program: program(...names) }, { envVars });
      await (await inline("one", "two")).up();
      await (await inline("two", "one")).up();
      return [];
    };
  `);
  expect(left).toEqual([]);
  for (const { requests } of sandboxes) expect(requests.filter(({ method }) => method === "DELETE")).toEqual([]);
});
