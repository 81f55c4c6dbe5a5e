import { isFull, say } from "../faults/sample";
import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { asking, first, Serving, type Answers, type Served } from "./asking";
import type { Stack } from "./stack";
import { staged } from "./staged";

/**
 * What a client sees of a replacement, in both orders: 50 ms until an answer, writes that show three reads later, 50
 * requests per second for all together. docs/replacements.md has the numbers of the full run.
 */
jest.setTimeout(900_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 2, staleReads: 3, searchRequestsPerSecond: 50 }, (...made) => ([stack, sandbox] = made));

const count = isFull ? 5000 : 200;

/** Replaces the index and the deployment of a stack, and tells what a client has seen meanwhile. */
async function measured(order: "createFirst" | "deleteFirst"): Promise<Answers[]> {
  const served = new Serving(stack, sandbox);
  const given = order === "createFirst" ? first : { onReplace: order };
  const before: Served = { count, index: given, deployment: given, traffic: {} };
  await served.up(before);
  const [index] = await served.names();
  for (let reads = 0; reads <= sandbox.behaviour.staleReads; reads++)
    await outside(sandbox).send("POST", `/indexes/${index}/docs/search`, { search: "lamp", top: 1 });
  sandbox.faults.push({ match: "^", delayMs: 50, times: 1e9 });
  const client = await asking(stack, sandbox, String(count - 1));
  const started = performance.now();
  const price = { name: "price", type: "Edm.Int32" };
  await served.up({
    ...before,
    index: { ...given, suggesters: [{ name: "titles", sourceFields: ["title"] }] },
    more: [price],
    deployment: { ...given, instanceType: "Standard_F4s_v2" },
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const answers = Object.entries(await client.stop());
  sandbox.faults.length = 0;
  const told = answers.map(
    ([way, { asked, failed, empty }]) => `${way} ${asked} asked, ${failed} failed, ${empty} empty`,
  );
  say(`${order}: ${count} documents, ${seconds} s; ${told.join("; ")}`);
  await stack.ok("destroy", "--yes", "--skip-preview");
  return answers.map(([, all]) => all);
}

test("createFirst: no request fails and no answer is empty", async () => {
  for (const { asked, ...rest } of await measured("createFirst")) {
    expect(asked).toBeGreaterThan(20);
    expect(rest).toEqual({ failed: 0, empty: 0, told: [] });
  }
});

test("deleteFirst: the same client sees failures in every way", async () => {
  for (const { failed, empty } of await measured("deleteFirst")) expect(failed + empty).toBeGreaterThan(0);
});
