import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { startSandbox, type Fault, type Sandbox } from "../../sandbox";
import { say, seed } from "../faults/sample";
import { dialects, inFull, speaking } from "./dialects";
import { contents, house } from "./house";
import { received } from "./requests";
import { Stack, type Run } from "./stack";

/** Everything that goes wrong at once, on the real engine: a run that meets it all ends well, or the next one does. */
jest.setTimeout(120_000);

type Effect = Omit<Fault, "match">;
/** What passes by itself, also where a request that may have arrived is not sent again. */
const passing: Effect[] = [
  { status: 502, done: true },
  { status: 504, done: true },
  { drop: "midway" },
  { drop: "after" },
  { delayMs: 400 },
];
/** What passes by itself where a request may be sent again. */
const repeatable: Effect[] = [...passing, { status: 502, body: "<html>" }, { drop: "before" }];
/** What slows down all calls for a while; once or twice a run is enough. */
const slowing: Effect[] = [
  { status: 429, times: 2 },
  { status: 429, retryAfter: 1 },
  { status: 503 },
  { status: 503, retryAfter: 1 },
];
const busy: Effect = {
  status: 409,
  body: JSON.stringify({ error: { code: "Conflict", message: "Another operation is in progress.", details: [] } }),
  times: 2,
};

/** Requests that every run sends, and those of a run that creates, changes or removes all that there is in a house. */
const throttled = ["PUT .*/onlineEndpoints/serve$", "POST .*/docs/search$"];
const always = [
  "GET .*/onlineEndpoints/serve$",
  "POST .*/docs/index$",
  "GET /compat/setgpudevice/",
  "GET /compat/loadedmodels",
];
const created = [
  "GET .*/workspaces/lab$",
  "PUT .*/workspaces/lab$",
  "PUT .*/models/",
  "PUT .*/jobs/",
  "PUT .*/deployments/",
  "POST .*/listKeys$",
  "PUT /indexes/products$",
  "POST /knowledgesources$",
  "POST /knowledgebases$",
  "POST /compat/download",
  "GET /compat/load/",
];
const changed = [
  "PUT .*/workspaces/lab$",
  "PUT .*/models/",
  "DELETE .*/models/",
  "PUT .*/jobs/",
  "DELETE .*/jobs/",
  "PUT .*/deployments/blue$",
  "GET .*/deployments/green$",
  "PUT /indexes/products$",
  "GET /compat/load/",
  "GET /compat/unload/",
];
const replaced = [
  "DELETE .*/deployments/green$",
  "DELETE .*/onlineEndpoints/serve$",
  "PUT .*/computes/box$",
  "PUT .*/deployments/",
  "DELETE /indexes/products$",
  "PUT /indexes/products$",
  "DELETE /knowledgesources/ks$",
  "DELETE /knowledgebases/kb$",
  "GET /compat/unload/",
];
const removed = [
  "DELETE .*/workspaces/lab$",
  "DELETE .*/models/",
  "DELETE .*/jobs/",
  "DELETE .*/onlineEndpoints/serve$",
  "DELETE /indexes/products$",
  "DELETE /knowledgesources/ks$",
  "DELETE /knowledgebases/kb$",
  "GET /compat/unload/",
];

describe.each(dialects)("%s", (form, dialect) => {
  const sampled = inFull(dialect);
  const folder = mkdtempSync(join(tmpdir(), "mlplane-faults-"));
  let sandbox: Sandbox;
  let stack: Stack;
  beforeAll(async () => {
    await open();
    stack = await new Stack(sandbox.environment).init();
  });
  afterAll(async () => {
    stack?.stop();
    await sandbox?.close();
    rmSync(folder, { recursive: true });
  });

  /** Starts the services, at the same address as before and with what they held. */
  async function open(port = 0): Promise<void> {
    sandbox = await startSandbox({
      ...speaking(dialect),
      port,
      data: join(folder, "data.json"),
      behaviour: { polls: 2, staleReads: 2, tokenLifetime: 2 },
    });
  }

  /** The pattern of a request in the dialect. */
  const said = (match: string): string =>
    dialect === undefined
      ? match
      : match
          .replace("POST /knowledgesources$", "PUT /knowledgesources\\('ks'\\)$")
          .replace("POST /knowledgebases$", "PUT /knowledgebases\\('kb'\\)$")
          .replace(/\/(indexes|knowledgesources|knowledgebases)\/(\w+)\$$/, "/$1\\('$2'\\)$")
          .replace("/docs/search$", "/docs/search.post.search$")
          .replace("/docs/index$", "/docs/search.index$")
          .replace("/compat/", "/openai/");

  /** One fault for each of these requests, by chance, and those that need a certain request. */
  function faultsAt(requests: string[], conflict: string): Fault[] {
    const of = (match: string): Effect[] =>
      throttled.includes(match) ? slowing : /^POST \/(knowledge|compat)/.test(match) ? passing : repeatable;
    const one = (match: string): fc.Arbitrary<Fault> =>
      fc.constantFrom(...of(match)).map((effect) => ({ match: said(match), ...effect }));
    const [faults] = fc.sample(fc.tuple(...[...throttled, ...always, ...requests].map(one)), { seed, numRuns: 1 });
    return [
      { match: "POST .*oauth2", status: 500 },
      { match: "GET .*operationsStatus", status: 401 },
      { match: conflict, ...busy },
      ...faults!,
    ];
  }

  /** One run that meets all these faults, whatever happens. */
  async function disturbed(faults: Fault[], ...args: string[]): Promise<Run> {
    sandbox.faults.push(...faults);
    const run = await stack.run(...args, "--yes", "--skip-preview", "--continue-on-error");
    say(
      `faults on the engine, ${form}: ${args[0]} met ${faults.length - sandbox.faults.length} of ${faults.length} faults ` +
        `and ended with ${run.status}; seed ${seed}`,
    );
    expect(sandbox.faults).toEqual([]);
    expect(run.text).not.toMatch(/^ +at .*:\d+:\d+\)?$|undefined|\[object/m);
    return run;
  }

  const errorsOf = ({ text }: Pick<Run, "text">): string[] => text.split("\n").filter((line) => /error/i.test(line));

  /** Whether nothing is left to do, in the state and at the services. */
  async function isWhole(): Promise<void> {
    await contents(sandbox);
    await stack.settled();
  }

  test("a house is created", async () => {
    stack.program(house(0));
    expect(errorsOf(await disturbed(faultsAt(created, "PUT .*/computes/box$"), "up"))).toEqual([]);
    await isWhole();
  });

  sampled("and changed", async () => {
    stack.program(house(1));
    expect(errorsOf(await disturbed(faultsAt(changed, "PUT .*/computes/box$"), "up"))).toEqual([]);
    await isWhole();
  });

  sampled("and replaced; a creation that was lost is sent again once a look has not found it", async () => {
    stack.program(house(2));
    const lost = { match: said("POST /knowledgesources$"), drop: "before" as const, times: 1 };
    const run = await disturbed([lost, ...faultsAt(replaced, "DELETE .*/computes/box$")], "up");
    expect(errorsOf(run)).toEqual([]);
    expect(run.text).toMatch(
      /(POST \/knowledgesources|PUT \/knowledgesources\('ks'\)): .* gave no answer \(\w+\); whether it did the work is not known\./,
    );
    await isWhole();
  });

  test("and destroyed, while its services go away and come back", async () => {
    sandbox.faults.push(...faultsAt(removed, "DELETE .*/computes/box$"));
    const reached = received(sandbox, 20);
    const { child, ended } = stack.start(["destroy", "--yes", "--skip-preview"]);
    await reached;
    const { faults } = sandbox;
    await sandbox.close();
    await Promise.race([
      ended,
      new Promise<void>((resolve) =>
        child.stdout!.on("data", (data) => /does not answer/.test(String(data)) && resolve()),
      ),
    ]);
    await open(Number(new URL(sandbox.url).port));
    sandbox.faults.push(...faults);
    const { text } = await ended;
    expect(errorsOf({ text })).toEqual([]);
    expect(await contents(sandbox)).toEqual([]);
  });
});
