import * as fc from "fast-check";
import { startSandbox, type Sandbox } from "../../sandbox";
import { isFull, say, seed } from "../faults/sample";
import { contents, forms, house } from "./house";
import { received } from "./requests";
import { Stack } from "./stack";

/**
 * A run that is killed at any moment: after `pulumi cancel` the next one completes it, and in the end nothing stays
 * behind.
 */
jest.setTimeout(300_000);

/** One killed run. */
interface Kill {
  /** Which of all kills it is. */
  round: number;
  /** Whether the run creates everything, or changes what is there. */
  fresh: boolean;
  /** Whether the state is only written at the end of the run: `PULUMI_SKIP_CHECKPOINTS`. */
  unchecked: boolean;
  /** The request at which it happens, as a share of all that the run sends. */
  at: number;
  /** Milliseconds until the service does the work of a request, so that the last ones are done after the kill. */
  delayMs: number;
  /** Whether only the CLI dies, and what it has started ends its calls. */
  alone: boolean;
}

const [checked, more] = isFull ? [30, 10] : [2, 1];
const moment = fc.record({
  at: fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100),
  delayMs: fc.constantFrom(0, 20, 100),
  alone: fc.boolean(),
});
const kills: Kill[] = fc
  .sample(moment, { seed, numRuns: checked + more })
  .map((one, round) => ({ round, fresh: round % 2 === 0, unchecked: round >= checked, ...one }));
/** How many requests a run sends at least, without its last ones: after these it may end before it is killed. */
const requests = { create: 60, change: 80, destroy: 55 };

let sandbox: Sandbox;
let stack: Stack;
const counts = { killed: 0, creating: 0, unchecked: 0 };
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 2, staleReads: 1 } });
  stack = await new Stack(sandbox.environment).init();
});
afterAll(async () => {
  say(
    `kills: ${counts.killed} runs were killed, ${counts.creating} of them while all was created, ` +
      `${counts.unchecked} without checkpoints, and completed by the next; seed ${seed}`,
  );
  stack?.stop();
  await sandbox?.close();
});

/** Starts a run and kills it when the sandbox has received so many requests. */
async function killed(
  args: string[],
  count: number,
  { delayMs, alone, unchecked }: Omit<Kill, "round" | "fresh" | "at">,
): Promise<void> {
  sandbox.requests.length = 0;
  sandbox.faults.push({ match: "^", delayMs, times: 1000 });
  const reached = received(sandbox, count);
  const { child, ended } = stack.start(
    [...args, "--yes", "--skip-preview"],
    unchecked ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {},
  );
  await Promise.race([reached, ended]);
  if (alone) stack.abandon(child);
  else stack.kill(child);
  const { status, text } = await ended;
  if (status !== null) throw new Error(`the run ended with ${status} before it was killed:\n${text}`);
  sandbox.faults.length = 0;
  await stack.ok("cancel", "--yes", "dev");
}

async function destroyed(): Promise<void> {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await contents(sandbox)).toEqual([]);
}

test.each(kills)(
  "$round: killed at $at of its requests (fresh: $fresh, unchecked: $unchecked, alone: $alone, delay $delayMs ms)",
  async ({ round, fresh, at, ...kill }) => {
    if (fresh && round > 0) await destroyed();
    stack.program(house(round % forms));
    await killed(["up"], 1 + Math.floor(at * (fresh ? requests.create : requests.change)), kill);
    await stack.ok("up", "--yes", "--skip-preview");
    stack.stop();
    await contents(sandbox);
    await stack.settled();
    const jobs = sandbox.requests.filter(
      ({ method, path, status }) => method === "PUT" && /\/jobs\/[^/]+$/.test(path) && status === 201,
    );
    expect(jobs.map(({ path }) => path)).toHaveLength(1);
    counts.killed += 1;
    counts.creating += fresh ? 1 : 0;
    counts.unchecked += kill.unchecked ? 1 : 0;
  },
);

test("a destroy that is killed is completed by the next, and nothing is left", async () => {
  await killed(["destroy"], requests.destroy / 2, { delayMs: 0, alone: false, unchecked: false });
  await destroyed();
});
