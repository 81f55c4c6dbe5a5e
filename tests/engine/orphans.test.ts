import { setTimeout as pause } from "node:timers/promises";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { NativeStack } from "./native";
import { commandOf, Stack } from "./stack";

/** A CLI that is killed alone: its providers end by themselves, whether they are idle or at work. */
jest.setTimeout(120_000);

let stack: Stack;
let sandbox: Sandbox;
afterEach(async () => {
  stack?.stop();
  await sandbox?.close();
});

const faces = [
  { face: "dynamic provider", Project: Stack, make: "new mlplane.search.Index(" },
  { face: "plugin", Project: NativeStack, make: 'resource("search:Index", ' },
];
const states = [
  { state: "idle", name: "idle" },
  { state: "at work that does not end", name: "slow", fault: { match: "PUT /indexes/slow", delayMs: 600_000 } },
];
test.each(faces.flatMap((face) => states.map((state) => ({ ...face, ...state }))))(
  "a $face that is $state",
  async ({ Project, make, name, fault }) => {
    sandbox = await startSandbox();
    stack = await new Project(sandbox.environment).init();
    if (fault !== undefined) sandbox.faults.push(fault);
    const reached = new Promise<void>((resolve) => {
      const answered = (): void => {
        const put = sandbox.requests.find(({ method }) => method === "PUT");
        if (put !== undefined && (fault !== undefined || put.status !== undefined)) resolve();
        else setTimeout(answered, 50);
      };
      answered();
    });
    const { child, ended } = stack
      .program(`${make}"${name}", { fields: ${JSON.stringify(fields)} }); setInterval(() => {}, 1000);`)
      .start(["up", "--yes", "--skip-preview"]);
    await Promise.race([reached, ended]);
    const providers = stack.abandon(child);
    expect(providers).not.toEqual([]);
    while (providers.some((pid) => commandOf(pid) !== "")) await pause(200);
  },
);
