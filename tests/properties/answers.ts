import * as fc from "fast-check";
import { InitFailedError } from "../../provider/core/errors";
import { plain } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { Subject, type Kept } from "../subject";
import { change as changes, through } from "./distortion";
import { areUntouched, counted, hold, notJson, unclear } from "./promises";

/** Whatever a service answers, a verb ends in time, with what JSON can say or with a clear error. */

const time = "1s";
const within = { __timeouts: { create: time, update: time, delete: time, read: time } };
const verbs = ["create", "read", "update", "delete"] as const;

const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((one) => one.close())));

/** Holds every verb of every kind to that in so many runs of each kind, and in ten times as many in a full run. */
export function propertiesOfAnswers(sample: number): void {
  const count = counted("properties of answers");
  test.concurrent.each(resources.map(({ kind }, position) => [kind, position] as const))(
    "%s: whatever is answered, a verb ends in time and clearly",
    async (kind, position) => {
      const { needs = [], inputs, change = inputs } = fixtures[kind]!;
      const real: Sandbox = await startSandbox({ behaviour: { polls: 1 } });
      sandboxes.push(real);
      const direct = new Subject(kind, real);
      for (const [needed, args] of needs) await new Subject(needed, real).create(args);
      await hold(
        fc.tuple(fc.constantFrom(...verbs), changes),
        sample,
        async ([verb, distorted]) => {
          count.run();
          const made = verb === "create" ? undefined : await direct.create({ ...inputs, adopt: "always" });
          const kept = made && { ...made, outs: { ...made.outs, ...within } };
          const run: Record<(typeof verbs)[number], (subject: Subject) => Promise<unknown>> = {
            create: (subject) => subject.create({ ...inputs, ...within }),
            read: (subject) => subject.read(kept!),
            update: (subject) => subject.update(kept!, { ...change, ...within }),
            delete: (subject) => subject.delete(kept!),
          };
          const ended = await through(real, distorted, (sandbox) => run[verb](new Subject(kind, sandbox)));
          if (ended instanceof InitFailedError)
            expect(notJson(plain(ended.properties))).toEqual(notJson(ended.properties));
          if (ended instanceof Error) expect(unclear(ended)).toBeUndefined();
          else if (ended !== undefined) {
            const { id, inputs: read, outs } = ended as Kept;
            expect([typeof id, id === "", notJson([read, outs])]).toEqual(["string", false, []]);
            await expect(direct.plan({ id, inputs: read, outs }, inputs).catch(unclear)).resolves.toMatch(
              /^(same|update|replace)$/,
            );
          }
          expect(areUntouched()).toBe(true);
          await cleared(direct, kept);
        },
        position,
      );
    },
    600_000,
  );
}

/** Takes away whatever a run has left. */
async function cleared(direct: Subject, kept: Kept | undefined): Promise<void> {
  const { inputs } = fixtures[direct.kind]!;
  const there = kept ?? (await direct.create({ ...inputs, adopt: "always" }).catch(() => undefined));
  if (there !== undefined)
    await direct.delete({ ...there, outs: plain(there.outs) as Kept["outs"] }).catch(() => undefined);
}
