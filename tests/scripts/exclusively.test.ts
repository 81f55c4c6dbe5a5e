import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { removeFolders, startModule, temporaryFolder } from "./support";

afterAll(removeFolders);

describe("exclusively", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = temporaryFolder();
    folder = join(parent, "work");
  });

  const working = (work: string): string => `
    import { readdirSync, writeFileSync } from "node:fs";
    const options = { log: console.error, waiting: "Waiting" };
    await script.exclusively(${JSON.stringify(folder)}, options, async (folder, signal) => { ${work} });`;

  /** Leaves a folder as another process has it, with a file in it that is half written. */
  function heldBy(owner: string, touched = new Date()): void {
    mkdirSync(folder);
    writeFileSync(join(folder, "owner"), owner);
    writeFileSync(join(folder, "half"), "");
    utimesSync(folder, touched, touched);
  }

  test.each([
    ["a process of this host that is dead", `${2 ** 30} ${hostname()}`, new Date()],
    ["a process of another host that has been silent", "1 elsewhere", new Date(0)],
    ["a process that was killed before it said who it is", "", new Date(0)],
  ])("takes the folder over from %s, without what is in it", async (_, owner, touched) => {
    heldBy(owner, touched);
    const { status, stdout } = await startModule("pulumi/exclusively.mjs", working("print(readdirSync(folder));"))
      .ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: '["owner"]\n' });
    expect(readdirSync(parent)).toEqual([]);
  });

  test.each([
    ["a living process of this host", `${process.pid} ${hostname()}`],
    ["a process of another host", `${2 ** 30} elsewhere`],
  ])("waits for %s that was heard of lately", async (_, owner) => {
    heldBy(owner);
    const waiting = startModule("pulumi/exclusively.mjs", working("print('working');"));
    await waiting.shows("Waiting");
    waiting.process.kill("SIGKILL");
    expect((await waiting.ended).stdout).toBe("");
    expect(readdirSync(folder)).toEqual(["half", "owner"]);
  });

  test("removes the folder when the work fails", async () => {
    const { status, stderr } = await startModule("pulumi/exclusively.mjs", working('throw new Error("it failed");'))
      .ended;
    expect(status).not.toBe(0);
    expect(stderr).toContain("it failed");
    expect(readdirSync(parent)).toEqual([]);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "stops the work on %s, removes the folder and ends by it",
    async (interruption) => {
      const work = `
      setInterval(() => {}, 1000);
      console.log("working");
      await new Promise((_, reject) => signal.addEventListener("abort", () => { console.log("stopped"); reject(new Error()); }));`;
      const running = startModule("pulumi/exclusively.mjs", working(work));
      await running.shows("working");
      expect(existsSync(folder)).toBe(true);
      running.process.kill(interruption);
      expect(await running.ended).toMatchObject({ signal: interruption, stdout: "working\nstopped\n" });
      expect(readdirSync(parent)).toEqual([]);
    },
  );
});
