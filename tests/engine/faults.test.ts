import { startSandbox, type Fault, type Sandbox } from "../../sandbox";
import { sampleOf, say, seed } from "../faults/sample";
import { house, leftovers } from "./house";
import { Stack } from "./stack";

/** Everything that goes wrong at once, on the real engine: a run that meets it all ends well, or the next one does. */
jest.setTimeout(600_000);

let sandbox: Sandbox;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 2, staleReads: 2, tokenLifetime: 2, mlRequestsPerSecond: 40 } });
  stack = await new Stack(sandbox.environment).init();
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const busy = JSON.stringify({ error: { code: "Conflict", message: "Another operation is in progress.", details: [] } });

/** What passes by itself. */
const passing: Omit<Fault, "match">[] = [
  { status: 429, times: 2 }, { status: 429, retryAfter: 1 }, { status: 503 }, { status: 503, retryAfter: 1 }, { status: 502, body: "<html>" }, { status: 500 },
  { status: 502, done: true }, { status: 504, done: true }, { drop: "before" }, { drop: "midway" }, { drop: "after" }, { delayMs: 400 }, { status: 401 },
];
/** The requests of a house, as patterns of `METHOD path`. */
const targets = [
  "POST .*oauth2", "GET .*/workspaces/lab$", "PUT .*/workspaces/lab$", "PUT .*/models/", "PUT .*/computes/box$", "PUT .*/jobs/", "PUT .*/onlineEndpoints/serve$", "GET .*/onlineEndpoints/serve$",
  "POST .*listKeys$", "PUT .*/deployments/", "GET .*operationsStatus", "DELETE .*", "PUT /indexes/products", "GET /indexes/products", "POST .*/docs/index$", "POST .*/docs/search", "POST /knowledgesources$",
  "POST /knowledgebases$", "PUT /knowledge", "GET /knowledge", "POST /compat/download", "GET /compat/load/", "GET /compat/models", "GET /compat/setgpudevice", "GET /compat/loadedmodels", "GET /compat/unload",
];
const all: Fault[] = targets.flatMap((match) => passing.map((fault) => ({ match, ...fault })));
const conflicts: Fault[] = ["PUT .*/onlineEndpoints/serve$", "PUT .*/deployments/", "PUT .*/computes/", "DELETE .*/computes/", "DELETE .*/deployments/"].map((match) => ({ match, status: 409, body: busy, times: 2 }));

/** One run that meets a share of all, and how the next one goes on where it failed. */
async function disturbed(...args: string[]): Promise<string[]> {
  sandbox.faults.push(...sampleOf([...all, ...conflicts], 60));
  const count = sandbox.faults.length;
  const first = await stack.run(...args, "--yes", "--skip-preview");
  const met = count - sandbox.faults.length;
  sandbox.faults.length = 0;
  say(`faults on the engine: ${args[0]} met ${met} faults and ended with ${first.status}; seed ${seed}`);
  expect(met).toBeGreaterThan(10);
  expect(first.text).not.toMatch(/^ +at .*:\d+:\d+\)?$|undefined|\[object/m);
  if (first.status === 0) return [];
  await stack.ok(...args, "--yes", "--skip-preview");
  return first.text.split("\n").filter((line) => /error/.test(line));
}

const isWhole = async (): Promise<void> => {
  const preview = await stack.run("preview", "--refresh", "--expect-no-changes", "--diff");
  expect([preview.status, preview.text]).toEqual([0, expect.anything()]);
};

test.each([0, 1, 2])("up to form %i of a house", async (form) => {
  stack.program(house(form));
  expect(await disturbed("up")).toEqual([]);
  await isWhole();
});

test("destroy", async () => {
  expect(await disturbed("destroy")).toEqual([]);
  expect(await leftovers(sandbox)).toEqual([]);
});
