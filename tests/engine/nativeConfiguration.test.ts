import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { mlplane } from "./command";
import { fields } from "./lab";
import { NativeStack } from "./native";
import { staged } from "./staged";

/** What the plugin says of its configuration, and what it makes of one that is not known yet. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), NativeStack);

const index = (name: string, options = ""): string =>
  `const ${name} = resource("search:Index", "${name}", { fields: ${JSON.stringify(fields)} }, { ${options} });`;

/** What is wrong with a program, by a preview that fails. */
async function mistakes(text: string): Promise<string[]> {
  const run = await stack.program(text).preview();
  expect([run.status, sandbox.requests]).toEqual([1, []]);
  expect(run.text).not.toContain("hush");
  return run.text
    .split("Diagnostics:")[1]!
    .match(/(?<=has a problem: ).*/g)!
    .sort();
}

test("a preview names every wrong key and every wrong value of a provider at once, and repeats no value", async () => {
  const keys = '{ searchEndpont: "http://hush.example", dilect: "hush", searchApiKey: "hush" }';
  expect(await mistakes(`new Provider("keys", ${keys});`)).toEqual([
    "dilect is no configuration key; did you mean `dialect`?",
    "searchEndpont is no configuration key; did you mean `searchEndpoint`?",
  ]);
  const values = '{ searchEndpoint: "hush.example", dialect: "azur", adopt: "hush", searchApiKey: "hush-key" }';
  expect(
    await mistakes(`const values = new Provider("values", ${values}); ${index("lamps", "provider: values")}`),
  ).toEqual([
    expect.stringMatching(/^adopt \(mlplane:adopt or MLPLANE_ADOPT\) must be one of identical, always, never/),
    expect.stringMatching(/^dialect .* must be one of specified, azure/),
    expect.stringMatching(/^searchEndpoint .* must be an address such as/),
  ]);
});

test("a wrong key of the stack's configuration is a warning, because it may be meant for others", async () => {
  await stack.configure({ "mlplane:serchEndpoint": "http://hush.example" });
  const { text } = await stack.program(index("lamps")).ok("preview");
  expect(text).toMatch(/warning: .*mlplane:serchEndpoint is no configuration key; did you mean `searchEndpoint`\?/);
  expect(text).not.toContain("hush");
  await stack.ok("config", "rm", "mlplane:serchEndpoint");
});

test("a provider that is configured from what another resource gives is planned unknown, and used by the up", async () => {
  stack.program(`${index("lamps")}
    const address = lamps.etag.apply(() => "${sandbox.url}");
    const late = new Provider("late", { searchEndpoint: address, searchApiKey: lamps.etag.apply(() => "sandbox"), agentApiKey: "agent-secret-4411" });
    ${index("desks", "provider: late")}
    exports.count = invoke("search:getIndexStatistics", { index: desks.name }, { provider: late }).documentCount;`);
  const { text } = await stack.ok("preview");
  expect(text).toMatch(/\+ +mlplane:search:Index +desks +create/);
  expect(sandbox.requests).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.settled();
  expect(await stack.output("count")).toBe(0);
  const { inputs } = (await stack.state()).find(({ urn }) => urn.endsWith("::late"))!;
  expect([inputs!["agentApiKey"], stack.stateText().includes("agent-secret-4411")]).toEqual([
    expect.objectContaining({ ciphertext: expect.any(String) }),
    false,
  ]);
});

test("the library for the credentials of a machine is taken from the project's folder, and asked for where it lacks", async () => {
  const azure = await startSandbox({ dialect: "azure" });
  const { MLPLANE_SEARCH_API_KEY: _, MLPLANE_CLIENT_SECRET: _secret, ...others } = azure.environment;
  const keyless = new NativeStack({
    ...others,
    MLPLANE_CREDENTIAL: "default",
    AZURE_TOKEN_CREDENTIALS: "EnvironmentCredential",
  });
  try {
    const first = await (await keyless.init()).program(index("lamps")).up();
    expect([first.status, first.text]).toEqual([
      1,
      expect.stringContaining("run `npm install @azure/identity` in the folder of the project"),
    ]);
    expect((await mlplane(keyless, ["doctor"])).text).toContain("run `npm install @azure/identity`");
    const packages = join(keyless.folder, "node_modules", "@azure");
    mkdirSync(packages, { recursive: true });
    symlinkSync(dirname(require.resolve("@azure/identity/package.json")), join(packages, "identity"));
    const second = await keyless.up();
    expect([second.status, second.text]).toEqual([
      1,
      expect.stringMatching(/credential `default` gives no token for .*EnvironmentCredential/s),
    ]);
    expect((await mlplane(keyless, ["doctor"])).text).toContain("gives no token for");
  } finally {
    keyless.stop();
    await azure.close();
  }
});
