import { setTimeout as pause } from "node:timers/promises";
import type { Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { commandOf, type Stack } from "./stack";
import { staged } from "./staged";

/** A CLI that is killed alone: its providers end by themselves, whether they are idle or at work. */
jest.setTimeout(120_000);

let stack: Stack;
let sandbox: Sandbox;
staged({}, (...made) => ([stack, sandbox] = made));

const index = (name: string): string => `new mlplane.search.Index("${name}", { fields: ${JSON.stringify(fields)} });`;

test.each([
  ["idle", `${index("idle")} setInterval(() => {}, 1000);`, undefined],
  ["at work that does not end", index("slow"), { match: "PUT /indexes/slow", delayMs: 600_000 }],
])("a provider that is %s", async (_, program, fault) => {
  if (fault !== undefined) sandbox.faults.push(fault);
  const reached = new Promise<void>((resolve) => {
    const answered = (): void => {
      const put = sandbox.requests.find(({ method }) => method === "PUT");
      if (put !== undefined && (fault !== undefined || put.status !== undefined)) resolve();
      else setTimeout(answered, 50);
    };
    answered();
  });
  const { child, ended } = stack.program(program).start(["up", "--yes", "--skip-preview"]);
  await Promise.race([reached, ended]);
  const providers = stack.abandon(child);
  expect(providers).not.toEqual([]);
  while (providers.some((pid) => commandOf(pid) !== "")) await pause(200);
  stack.stop();
  sandbox.requests.length = 0;
  await stack.ok("cancel", "--yes", "dev");
});
