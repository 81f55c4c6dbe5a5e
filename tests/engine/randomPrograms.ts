import * as fc from "fast-check";
import type { Sandbox } from "../../sandbox";
import { isFull, say, seed } from "../faults/sample";
import { outside } from "../outside";
import { received } from "./requests";
import { fields } from "./lab";
import { declared, edited, edits, first, paths, textOf, type Program } from "./plan";
import type { Stack } from "./stack";
import { staged, type Project } from "./staged";

/**
 * Random programs of moves, renames, swaps, wraps, edits, removals, kills and reverts over all classes: state, program
 * and services agree in the end, nothing of others' has changed, and nothing is gone that was declared all the time.
 */
jest.setTimeout(600_000);

let stack: Stack;
let sandbox: Sandbox;
const step = fc.record({
  edits: fc.array(edits, { minLength: 1, maxLength: 4 }),
  /** The request at which the run is killed, if it is. */
  kill: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
  /** Whether the program is the one of the last completed run again, after a run that was killed. */
  isBack: fc.boolean(),
});
const plans = fc.sample(fc.array(step, { minLength: 4, maxLength: 6 }), { seed, numRuns: isFull ? 12 : 1 });

/** What somebody else has beside the stack. */
const theirs = {
  async add(): Promise<void> {
    const service = outside(sandbox);
    await service.send("PUT", "/indexes/theirs", { name: "theirs", fields });
    await service.send("PUT", "/knowledgesources/theirs", {
      name: "theirs",
      kind: "searchIndex",
      searchIndexParameters: { searchIndexName: "theirs" },
    });
    for (const index of ["theirs", "lamps"])
      await service.send("POST", `/indexes/${index}/docs/index`, {
        value: [{ "@search.action": "upload", id: "theirs", title: "somebody else's" }],
      });
  },
  look: (): Promise<unknown> =>
    Promise.all(
      ["/indexes/theirs", "/knowledgesources/theirs", "/indexes/theirs/docs/theirs", "/indexes/lamps/docs/theirs"].map(
        (path) => outside(sandbox).send("GET", path),
      ),
    ),
};

/** What was deleted at the services since the last look. */
const deleted = (): string[] =>
  sandbox.requests
    .filter(({ method, status }) => method === "DELETE" && (status ?? 0) < 400)
    .map(({ path }) => path.toLowerCase());

/** A run that is killed with all its processes when the services have received so many requests. */
async function killed(count: number): Promise<void> {
  const reached = received(sandbox, count);
  const { child, ended } = stack.start(["up", "--yes"]);
  await Promise.race([reached, ended]);
  stack.kill(child);
  await ended;
  await stack.run("cancel", "--yes", "dev");
}

/** Brings the stack to its program; where that is refused with advice, as the advice says. */
async function completed(): Promise<void> {
  const run = await stack.run("up", "--yes");
  if (run.status === 0) return;
  if (!run.text.includes('adopt: "always"')) throw new Error(run.text);
  counts.refused += 1;
  stack.variables["MLPLANE_ADOPT"] = "always";
  await stack.ok("up", "--yes");
  delete stack.variables["MLPLANE_ADOPT"];
}

const counts = { runs: 0, killed: 0, refused: 0 };

let before: Program = first;
let others: unknown;
let round = 0;

/** Leads a project of this form through random programs. */
export function randomPrograms(Form: Project): void {
  staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), Form);
  afterAll(() => {
    say(
      `random programs: ${counts.runs} runs, ${counts.killed} killed, ${counts.refused} refused at first; seed ${seed}`,
    );
  });

  test("everything is there", async () => {
    await stack.program(textOf(first)).ok("up", "--yes", "--skip-preview");
    await theirs.add();
    others = await theirs.look();
  });

  test.each(plans.map((plan, number) => ({ number, plan })))("plan $number", async ({ plan }) => {
    const told: string[] = [];
    try {
      for (const { edits: list, kill, isBack } of plan) {
        round += 1;
        const after = list.reduce((program, edit) => edited(program, edit, round), before);
        told.push(JSON.stringify({ list, kill, isBack }));
        sandbox.requests.length = 0;
        stack.program(textOf(after));
        counts.runs += 1;
        if (kill !== null) {
          counts.killed += 1;
          await killed(kill);
        }
        const last = kill !== null && isBack ? before : after;
        stack.program(textOf(last));
        // What the killed run has deleted to replace it stands in the state as it was before: only a look tells.
        if (last !== after) await stack.ok("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
        await completed();
        const was = before;
        before = last;
        const stays = Object.entries(paths(was)).flatMap(([what, path]) =>
          [after, last].every((program) => paths(program)[what] === path) ? [path] : [],
        );
        expect(stays.filter((path) => deleted().includes(path.toLowerCase()))).toEqual([]);
        await stack.settled();
        expect(await stack.resources()).toHaveLength(declared(last).length);
        for (const path of Object.values(paths(last))) await outside(sandbox).send("GET", path);
        expect(await theirs.look()).toEqual(others);
      }
    } catch (error) {
      say(`seed ${seed}, the steps of the plan:\n${told.join("\n")}`);
      throw error;
    }
  });
}
