import { startSandbox, type Sandbox } from "../../sandbox";
import { isFull } from "../faults/sample";
import { asking, Serving, serving } from "./asking";
import { speaking } from "./dialects";
import { NativeStack } from "./native";
import { Stack } from "./stack";

/** A replacement that is created first: what serves goes on to serve, and what stands on it follows. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
let served: Serving;
afterEach(async () => {
  stack?.stop();
  await sandbox?.close();
});

const price = { name: "price", type: "Edm.Int32" };
/** The writes since the last look, without those of clients. */
const writes = (): string[] =>
  sandbox.requests
    .splice(0)
    .filter(({ method, path, from }) => method !== "GET" && from === "package" && !/oauth2|search$|score/.test(path))
    .map(({ method, path }) => [method, path.replace(/\('(.*?)'\)/, "/$1").replace("search.index", "index")] as const)
    .map(([method, path]) => `${method} ${path.split("/").slice(-2).join("/")}`);

const faces = [
  ["dynamic providers", Stack, undefined],
  ["the plugin", NativeStack, undefined],
  ["the dialect azure", Stack, "azure"],
  ["the plugin in the dialect azure", NativeStack, "azure"],
] as const;

test.each(isFull ? faces : faces.slice(0, 3))(
  "%s: an index and a deployment are replaced, and no question fails or finds nothing",
  async (_, face, dialect) => {
    sandbox = await startSandbox({ ...speaking(dialect), behaviour: { polls: 1 } });
    stack = await new face(sandbox.environment).init();
    served = new Serving(stack, sandbox);
    const before = {
      more: [price],
      deployment: {},
      traffic: { smokeTest: { request: { data: [[1]] }, samples: 3, maxP95Ms: 60_000 } },
    };
    await served.up(before);
    const [index, blue] = await served.names();
    expect([index, blue]).toEqual([
      expect.stringMatching(/^lamps-[0-9a-f]{6}$/),
      expect.stringMatching(/^blue-[0-9a-f]{6}$/),
    ]);
    await stack.settled();

    const after = {
      ...before,
      more: [{ ...price, type: "Edm.Double" }],
      deployment: { instanceType: "Standard_F4s_v2" },
    };
    stack.program(serving(after));
    const { text } = await stack.preview("--diff");
    expect(text).not.toMatch(/output<|unknown|04da6b54/);
    const plan = (await stack.preview()).text.split("\n");
    const at = (op: string, name: string): number =>
      plan.findIndex((line) => line.startsWith(` ${op} `) && line.includes(` ${name} `));
    const creations = ["lamps", "catalog", "blue"].map((name) => at("++", name));
    const followers = ["source", "serve"].map((name) => at("~", name));
    const deletions = ["lamps", "catalog", "blue"].map((name) => at("--", name));
    expect([...creations, ...followers, ...deletions]).not.toContain(-1);
    expect(Math.min(...deletions)).toBeGreaterThan(Math.max(...creations, ...followers));

    const client = await asking(stack, sandbox);
    sandbox.requests.splice(0);
    await served.up(after);
    const { base, index: searches, endpoint } = await client.stop();
    for (const { asked, ...rest } of [base, searches, endpoint]) {
      expect(asked).toBeGreaterThan(20);
      expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
    }
    const [nextIndex, nextBlue] = await served.names();
    const done = writes();
    expect(done.filter((one) => /indexes|docs|sources|bases/.test(one))).toEqual([
      `PUT indexes/${nextIndex}`,
      "POST docs/index",
      "PUT knowledgesources/source",
      `DELETE indexes/${index}`,
    ]);
    expect(done.filter((one) => /deployments|onlineEndpoints/.test(one))).toEqual([
      `PUT deployments/${nextBlue}`,
      "PUT onlineEndpoints/serve",
      `DELETE deployments/${blue}`,
    ]);
    expect(await served.indexes()).toEqual([nextIndex]);
    await stack.settled();
  },
);
