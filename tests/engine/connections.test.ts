import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox, type Sandbox } from "../../sandbox";
import { openGateway, type Gateway } from "./gateway";
import { fields, lab } from "./lab";
import { Stack } from "./stack";

/** Several connections in one program, and what is said when one is not configured or does not answer. */
jest.setTimeout(120_000);

let sandboxes: Sandbox[];
let gateways: Gateway[];
let stack: Stack;
beforeAll(async () => {
  sandboxes = await Promise.all([1, 2, 3].map(() => startSandbox()));
  gateways = await Promise.all(sandboxes.map((sandbox, index) => openGateway(sandbox, `team${index + 1}`)));
  stack = await new Stack({ TEAM_KEY: gateways[2]!.credentials.searchApiKey }).init();
  await stack.configure({ "mlplane:searchEndpoint": gateways[0]!.url });
  await stack.configure(
    { "mlplane:searchApiKey": gateways[0]!.credentials.searchApiKey, key2: gateways[1]!.credentials.searchApiKey },
    true,
  );
});
afterAll(async () => {
  stack?.stop();
  for (const gateway of gateways ?? []) await gateway.close();
  for (const sandbox of sandboxes ?? []) await sandbox.close();
});

const program = (): Stack =>
  stack.program(`
    const fields = ${JSON.stringify(fields)};
    const two = new mlplane.Provider("two", { searchEndpoint: "${gateways[1]!.url}", searchApiKey: new pulumi.Config().requireSecret("key2") });
    const three = new mlplane.Provider("three", { searchEndpoint: "${gateways[2]!.url}" }, { envVarMappings: { TEAM_KEY: "MLPLANE_SEARCH_API_KEY" } });
    class Shop extends pulumi.ComponentResource {
      constructor(name, options) {
        super("shop:index:Shop", name, {}, options);
        this.index = new mlplane.search.Index("inside", { fields }, { parent: this });
      }
    }
    const own = ["a1", "a2", "a3", "a4"].map((name) => new mlplane.search.Index(name, { fields }));
    const other = new mlplane.search.Index("b1", { fields }, { provider: two });
    const mapped = new mlplane.search.Index("c1", { fields }, { provider: three });
    const shop = new Shop("shop", { providers: [two] });
    const names = (list) => list.apply((all) => all.map(({ name }) => name).sort());
    exports.own = names(mlplane.search.listIndexesOutput({}, { dependsOn: own }));
    exports.other = names(mlplane.search.listIndexesOutput({}, { provider: two, dependsOn: [other, shop] }));
    exports.given = mlplane.search.listIndexes({}, { connection: { searchEndpoint: "${gateways[1]!.url}", searchApiKey: "${gateways[1]!.credentials.searchApiKey}" } }).then((all) => all.length >= 0);
  `);

const created = (gateway: Gateway): string[] => gateway.passed.filter((one) => one.startsWith("PUT ")).sort();

test("each resource goes through its own connection: the stack's, a provider's, or one with mapped variables", async () => {
  await program().ok("up", "--yes");
  expect(gateways.map(created)).toEqual(
    [["a1", "a2", "a3", "a4"], ["b1", "inside"], ["c1"]].map((names) => names.map((name) => `PUT /indexes/${name}`)),
  );
  const outputs = JSON.parse((await stack.ok("stack", "output", "--json")).stdout) as object;
  expect(outputs).toEqual({ own: ["a1", "a2", "a3", "a4"], other: ["b1", "inside"], given: true });
});

test("their keys are encrypted in the state, and a mapped one is not there at all", async () => {
  const keys = gateways.map(({ credentials }) => credentials.searchApiKey);
  const { stdout: shown } = await stack.ok("stack", "export", "--show-secrets");
  expect(keys.map((key) => [stack.stateText().includes(key), shown.includes(key)])).toEqual([
    [false, true],
    [false, true],
    [false, false],
  ]);
});

test("a refresh, which runs no program, has every connection, however many reads begin at once", async () => {
  await stack.ok("refresh", "--preview-only", "--expect-no-changes");
});

test("with an explicit provider the stack's configuration does not count", async () => {
  const run = await stack.start(["preview"], { TEAM_KEY: "" }).ended;
  expect(run.status).toBe(1);
  expect(run.text).toMatch(
    /Index resource 'c1' has a problem: searchApiKey is not configured: set it with .*--secret mlplane:searchApiKey.* or as MLPLANE_SEARCH_API_KEY/,
  );
});

test("a destroy has them too", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(gateways.map(({ passed }) => passed.filter((one) => one.startsWith("DELETE ")).length)).toEqual([4, 2, 1]);
});

/** A preview or up of a program with one resource, in an environment of its own. */
const alone = async (text: string, environment: Record<string, string>, ...args: string[]): Promise<string> => {
  const { status, text: said } = await (await new Stack(environment).init()).program(text).run(...args);
  expect(status).toBe(1);
  expect(said).not.toMatch(/\n +at |node_modules/);
  return said;
};
const index = `new mlplane.search.Index("products", { fields: ${JSON.stringify(fields)} });`;

test("a preview names every key that is missing or wrong, with its variable", async () => {
  const nothing = await alone(`new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)});`, {}, "preview");
  for (const variable of [
    "ML_ENDPOINT",
    "SUBSCRIPTION_ID",
    "RESOURCE_GROUP",
    "AUTH_ENDPOINT",
    "TENANT_ID",
    "CLIENT_ID",
    "CLIENT_SECRET",
  ])
    expect(nothing).toContain(` or as MLPLANE_${variable}`);
  expect(nothing).toContain("`pulumi config set --secret mlplane:clientSecret …`");
  const wrong = await alone(
    index,
    {
      MLPLANE_SEARCH_ENDPOINT: "localhost:8080",
      MLPLANE_SEARCH_API_KEY: "x",
      MLPLANE_SEARCH_TIER: "gold",
      MLPLANE_ADOPT: "maybe",
    },
    "preview",
  );
  for (const [key, variable, should] of [
    ["searchEndpoint", "SEARCH_ENDPOINT", "an address"],
    ["searchTier", "SEARCH_TIER", "one of free"],
    ["adopt", "ADOPT", "one of identical"],
  ]) {
    expect(wrong).toContain(`${key} (mlplane:${key} or MLPLANE_${variable}) must be ${should}`);
  }
});

test("a key of the stack's configuration and a variable that are none are told, once", async () => {
  const odd = await new Stack({
    MLPLANE_SEARCH_ENDPOINT: "http://127.0.0.1:1",
    MLPLANE_SEARCH_API_KEY: "x",
    MLPLANE_SERCH_TIER: "basic",
  }).init();
  await odd.configure({ "mlplane:serchTier": "basic", "mlplane:adopt": "never", "other:colour": "red" });
  const { stdout } = await odd
    .program(`${index} new mlplane.search.Index("others", { fields: ${JSON.stringify(fields)} });`)
    .ok("preview");
  expect(stdout.slice(stdout.indexOf("Diagnostics:")).match(/warning: .*/g)).toEqual([
    "warning: the stack's configuration: mlplane:serchTier is no configuration key; did you mean `searchTier`?",
    "warning: the environment: MLPLANE_SERCH_TIER is no variable of mlplane; did you mean `MLPLANE_SEARCH_TIER`?",
  ]);
});

test("a service that does not answer, or is another one, is told once, with the key and the variable to set", async () => {
  const { url } = gateways[0]!;
  const refused = await alone(
    index,
    { MLPLANE_SEARCH_ENDPOINT: "http://127.0.0.1:1", MLPLANE_SEARCH_API_KEY: "x" },
    "up",
    "--yes",
    "--skip-preview",
  );
  expect(refused).toContain(
    "PUT /indexes/products: the search service at http://127.0.0.1:1 cannot be reached (ECONNREFUSED)",
  );
  expect(refused).toContain(
    "`pulumi config set mlplane:searchEndpoint`, on the mlplane.Provider, or as MLPLANE_SEARCH_ENDPOINT",
  );
  const key = await alone(
    index,
    { MLPLANE_SEARCH_ENDPOINT: url, MLPLANE_SEARCH_API_KEY: "wrong-key" },
    "up",
    "--yes",
    "--skip-preview",
  );
  expect(key).toContain("answered 403 Forbidden: Nobody has the key [secret]");
  expect(key).toContain("searchApiKey (MLPLANE_SEARCH_API_KEY)");
  const website: Server = createServer((_, answer) =>
    answer.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>"),
  );
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
  const page = await alone(
    index,
    {
      MLPLANE_SEARCH_ENDPOINT: `http://127.0.0.1:${(website.address() as AddressInfo).port}`,
      MLPLANE_SEARCH_API_KEY: "x",
    },
    "up",
    "--yes",
    "--skip-preview",
  );
  website.close();
  expect(page).toContain("MLPLANE_SEARCH_ENDPOINT");
});

test("with the sandbox's credentials as secrets of the stack, ids are shown as they are", async () => {
  const own = await new Stack().init();
  const { MLPLANE_CLIENT_SECRET, MLPLANE_SEARCH_API_KEY, MLPLANE_AGENT_API_KEY, ...open } = sandboxes[0]!.environment;
  const keyed = (variables: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name
          .replace("MLPLANE_", "mlplane:")
          .toLowerCase()
          .replaceAll(/_(.)/g, (_, one: string) => one.toUpperCase()),
        value as string,
      ]),
    );
  await own.configure(keyed(open));
  await own.configure(keyed({ MLPLANE_CLIENT_SECRET, MLPLANE_SEARCH_API_KEY, MLPLANE_AGENT_API_KEY }), true);
  const { text } = await own
    .program(
      `exports.id = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)}).id; new mlplane.search.Index("own", { fields: ${JSON.stringify(fields)} });`,
    )
    .ok("up", "--yes", "--skip-preview");
  expect(text).toContain("/subscriptions/sandbox/resourceGroups/sandbox/");
  expect(text).not.toContain("[secret]");
});
