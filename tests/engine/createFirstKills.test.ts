import * as fc from "fast-check";
import type { Sandbox } from "../../sandbox";
import { isFull, say, seed } from "../faults/sample";
import { asking, serving, stagedServing, type Served, type Serving } from "./asking";
import type { Stack } from "./stack";

/** A replacement that is created first and killed at any moment: one of the two serves, and the next run ends with one. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;
let served: Serving;
stagedServing({ polls: 2, staleReads: 1 }, (...made) => ([stack, sandbox, served] = made));

/** How many requests a replacement sends at least. */
const REQUESTS = 40;
const kill = fc.record({
  /** After how many requests the run is killed. */
  after: fc.integer({ min: 1, max: REQUESTS }),
  /** Milliseconds until the service does the work of a request, so that the last ones are done after the kill. */
  delayMs: fc.constantFrom(0, 20, 100),
  /** Whether only the CLI dies, and what it has started ends its calls. */
  alone: fc.boolean(),
  /** Whether the program goes back after it. */
  back: fc.boolean(),
});
const kills = fc.sample(kill, { seed, numRuns: isFull ? 40 : 3 });

const forms: Served[] = [
  { more: [{ name: "price", type: "Edm.Int32" }], deployment: {} },
  { more: [{ name: "price", type: "Edm.Double" }], deployment: { instanceType: "Standard_F4s_v2" } },
].map((form) => ({ ...form, traffic: { smokeTest: { request: { data: [[1]] }, samples: 3, maxP95Ms: 60_000 } } }));
let form = 0;
let stopped = 0;

beforeAll(() => served.up(forms[form]!));
afterAll(() => void say(`createFirst: ${stopped} of ${kills.length} runs were killed before their end; seed ${seed}`));

/** Waits until the package has sent so many requests. */
async function sent(count: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  while (!over && sandbox.requests.filter(({ from }) => from === "package").length < count)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

test.each(kills)("killed after $after requests (alone: $alone, delay $delayMs ms, back: $back)", async (kill) => {
  const client = await asking(stack, sandbox);
  let answers: Awaited<ReturnType<typeof client.stop>>;
  let left: RegExpMatchArray[] = [];
  try {
    sandbox.requests.length = 0;
    if (kill.delayMs > 0) sandbox.faults.push({ match: "^", delayMs: kill.delayMs, times: 1e9 });
    const next = forms[1 - form]!;
    const { child, ended } = stack.program(serving(next)).start(["up", "--yes", "--skip-preview"]);
    await sent(kill.after, ended);
    if (kill.alone) stack.abandon(child);
    else stack.kill(child);
    if ((await ended).status === null) stopped += 1;
    sandbox.faults.length = 0;
    await stack.run("cancel", "--yes", "dev");
    if (!kill.back) form = 1 - form;
    const text = await served.up(forms[form]!);
    // What was being created at that moment, and is not declared any more, is nobody's: the engine warns of it.
    left = kill.back ? [...text.matchAll(/(search:Index|ml:OnlineDeployment)::\w+, interrupted while creating/g)] : [];
    stack.stop();
  } finally {
    answers = await client.stop();
  }
  for (const { asked: _, ...rest } of Object.values(answers)) expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
  const [index, blue] = await served.names();
  // The first look may show what was there before the last write.
  await Promise.all([served.indexes(), served.deployments()]);
  const mayStay = (kind: string, name: string | undefined, there: string[]): string[] =>
    left.some(([, one]) => one === kind) ? there.filter((one) => one === name) : there;
  expect([
    mayStay("search:Index", index, await served.indexes()),
    mayStay("ml:OnlineDeployment", blue, await served.deployments()),
  ]).toEqual([[index], [blue]]);
  await stack.settled();
});
