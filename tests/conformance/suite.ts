import { differences } from "../../provider/core/compare";
import { fieldsOf, nodeOf } from "../../provider/core/marks";
import { namesIn } from "../../provider/core/url";
import { plain, UNKNOWN, type Bag } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { startSandbox, type Behaviour, type Sandbox, type SandboxOptions } from "../../sandbox";
import { sampleOf } from "../faults/sample";
import { fixturesIn } from "../fixtures";
import type { Fixture } from "../fixtures/fixture";
import { forms } from "../forms";
import { outside } from "../outside";
import { Subject, type Kept } from "../subject";

jest.setTimeout(60_000);

/** How the services speak in this file: as in the documents, if nothing is said. */
let dialect: Dialect;
let fixtures: Record<string, Fixture>;
const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

/** The services of one test: most of the time is waiting, so many tests run at once. */
async function started(behaviour: Partial<Behaviour> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ behaviour: { polls: 1, ...behaviour }, ...(dialect && { dialect }) });
  sandboxes.push(sandbox);
  return sandbox;
}

/** A resource of a kind, created from its fixture, with what that needs. */
async function created(
  kind: string,
  behaviour: Partial<Behaviour> = {},
): Promise<{ sandbox: Sandbox; subject: Subject; kept: Kept; fixture: Fixture }> {
  const sandbox = await started(behaviour);
  const fixture = fixtures[kind]!;
  for (const [needed, inputs] of fixture.needs ?? []) await new Subject(needed, sandbox).create(inputs);
  const subject = new Subject(kind, sandbox);
  return { sandbox, subject, kept: await subject.create(fixture.inputs), fixture };
}

/** Where what is declared and what is read differ. */
const drift = (kept: Kept, live: Kept | undefined): string[] =>
  live === undefined ? ["gone"] : differences(plain(kept.inputs), plain(live.inputs));

const writesOf = (sandbox: Sandbox): string[] =>
  sandbox.requests
    .filter(
      ({ method, path }) =>
        method !== "GET" && !path.includes("oauth2") && !path.includes("/docs/search") && !path.endsWith("listKeys"),
    )
    .map(({ method, path }) => `${method} ${path}`);

type Dialect = SandboxOptions["dialect"];

const FORMS: typeof forms = [...forms, ["old values for a while", { staleReads: 2 }]];

/**
 * Holds every resource of a service to the promises that all keep, in the documents' form or in a dialect, and in
 * answers of all forms, or of so many.
 */
export function conformance(service: string, spoken?: Dialect, count: number = FORMS.length): void {
  dialect = spoken;
  fixtures = fixturesIn(spoken);
  describe.each(resources.map(({ kind }) => kind).filter((kind) => kind.startsWith(`${service}:`)))("%s", (kind) => {
    test.concurrent("has a fixture, and a sentence on every field", async () => {
      const subject = new Subject(kind, await started());
      const { definition } = subject;
      const silent = [definition.inputs, definition.outputs]
        .flatMap((schema) => Object.entries(fieldsOf(schema)))
        .filter(([, field]) => !/^[A-Z].*\.$/s.test(nodeOf(field).marks.description ?? ""));
      expect(silent.map(([key]) => key)).toEqual([]);
      expect(await subject.mistakes(fixtures[kind]!.inputs)).toEqual([]);
    });

    test.concurrent("what is not known yet is no mistake, at any depth", async () => {
      const sandbox = await started();
      const subject = new Subject(kind, sandbox);
      for (const inputs of withUnknowns(fixtures[kind]!.inputs))
        expect(await subject.mistakes(inputs as object)).toEqual([]);
      expect(sandbox.requests).toEqual([]);
    });

    test.concurrent("a name that no URL can hold is a mistake of its argument", async () => {
      const subject = new Subject(kind, await started());
      const names = namesIn(subject.definition.idForm).filter((name) => name in fixtures[kind]!.inputs);
      for (const name of names) {
        const mistakes = await subject.mistakes({ ...fixtures[kind]!.inputs, [name]: ".." });
        expect([name, mistakes]).toEqual([name, [expect.stringMatching(new RegExp(`^${name}: (is|must) `))]]);
      }
    });

    test.concurrent("names an unknown and a wrong argument, all at once, before any request", async () => {
      const sandbox = await started();
      const mistakes = await new Subject(kind, sandbox).mistakes({
        ...fixtures[kind]!.inputs,
        adoptt: "always",
        [required(kind)]: { wrong: true },
      });
      expect(mistakes).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^adoptt: is not an argument; did you mean `adopt`\?/),
          expect.stringMatching(new RegExp(`^${required(kind)}: must be `)),
        ]),
      );
      expect(sandbox.requests).toEqual([]);
    });

    test.concurrent.each(sampleOf(FORMS, count))("create, read, update, delete: %s", async (_, behaviour) => {
      const { subject, kept, fixture } = await created(kind, behaviour);
      expect(await subject.plan(kept, fixture.inputs)).toBe("same");
      await until(async () => drift(kept, await subject.read(kept)).length === 0);
      expect(await subject.plan((await subject.read(kept))!, fixture.inputs)).toBe("same");
      let last = kept;
      if (fixture.change !== undefined) {
        expect(await subject.plan(kept, fixture.change)).toBe("update");
        last = await subject.update(kept, fixture.change);
        await until(async () => drift(last, await subject.read(last)).length === 0);
        expect(await subject.plan(last, fixture.change)).toBe("same");
      }
      if (fixture.replaceBy !== undefined) expect(await subject.plan(last, fixture.replaceBy)).toBe("replace");
      await subject.delete(last);
      if (fixture.stays === undefined) await until(async () => (await subject.read(last)) === undefined);
      await subject.delete(last);
    });

    test.concurrent("removing an argument is an update, and then nothing differs", async () => {
      const { subject, kept, fixture } = await created(kind);
      if (fixture.change === undefined) return;
      const changed = await subject.update(kept, fixture.change);
      const back = await subject.update(changed, fixture.inputs);
      expect(drift(back, await subject.read(back))).toEqual([]);
      expect(await subject.plan(back, fixture.inputs)).toBe("same");
    });

    test.concurrent("a create that finds the very same takes it over without a write", async () => {
      const { sandbox, subject, kept, fixture } = await created(kind);
      sandbox.requests.length = 0;
      const again = await subject.create(fixture.inputs);
      expect(again.id).toBe(kept.id);
      if (fixture.adoption !== "again")
        expect(writesOf(sandbox).filter((line) => fixture.adoption !== "refused" || !line.startsWith("P"))).toEqual([]);
      expect(drift(again, await subject.read(again))).toEqual([]);
    });

    test.concurrent(
      "a create that finds something else fails and names what differs; `always` changes it, `never` fails",
      async () => {
        const { subject, fixture } = await created(kind);
        if (fixture.change === undefined || fixture.adoption === "again") return;
        await expect(subject.create(fixture.change)).rejects.toThrow(/exist.* differ/s);
        await expect(subject.create({ ...fixture.inputs, adopt: "never" })).rejects.toThrow(/`adopt` is `never`/);
        const taken = await subject.create({ ...fixture.change, adopt: "always" });
        expect(drift(taken, await subject.read(taken))).toEqual([]);
      },
    );

    test.concurrent("a change behind our back is found property by property, and repaired", async () => {
      const { sandbox, subject, kept, fixture } = await created(kind);
      if (fixture.drift === undefined) return;
      await fixture.drift.make(outside(sandbox), kept.id);
      const live = await subject.read(kept);
      expect(
        drift(kept, live).some(
          (path) =>
            path === fixture.drift!.property ||
            path.startsWith(`${fixture.drift!.property}.`) ||
            path.startsWith(`${fixture.drift!.property}[`),
        ),
      ).toBe(true);
      expect(await subject.plan(live!, fixture.inputs)).toBe("update");
      const repaired = await subject.update(live!, fixture.inputs);
      expect(drift(repaired, await subject.read(repaired))).toEqual([]);
    });

    test.concurrent("one that was removed behind our back counts as gone, and its delete succeeds", async () => {
      const { sandbox, subject, kept, fixture } = await created(kind);
      if (fixture.remove === undefined) return;
      await fixture.remove(outside(sandbox), kept.id);
      await until(async () => (await subject.read(kept)) === undefined);
      await subject.delete(kept);
    });

    test.concurrent(
      "a delete that is told once that there is nothing leaves nothing behind that it forgets",
      async () => {
        const { sandbox, subject, kept, fixture } = await created(kind);
        if (fixture.stays !== undefined) return;
        sandbox.faults.push(
          ...["^DELETE |/unload/", "^(PUT|POST) (?!.*/oauth2/)"].map((match) => ({ match, ...stray })),
        );
        await subject.delete(kept).catch(() => subject.delete(kept));
        sandbox.faults.length = 0;
        await until(async () => (await subject.read(kept)) === undefined);
      },
    );

    test.concurrent("a create that is told once that there is nothing overwrites nothing", async () => {
      const { sandbox, subject, kept, fixture } = await created(kind);
      if (fixture.change === undefined || fixture.adoption === "again") return;
      sandbox.faults.push({ match: "^GET ", ...stray }, { match: "^POST .*/docs/search", body: '{"value":[]}' });
      await expect(subject.create(fixture.change)).rejects.toThrow(/exists? already/);
      sandbox.faults.length = 0;
      expect(drift(kept, await subject.read(kept))).toEqual([]);
    });

    test.concurrent.each(strangers)(
      "a 404 that is not the service's own, %s, is an error of every verb, and nothing is written",
      async (_, status, body) => {
        const { sandbox, subject, kept, fixture } = await created(kind);
        sandbox.faults.push({ match: "^(?!\\S+ \\S*/oauth2/)", status, body, times: 10_000 });
        sandbox.requests.length = 0;
        await expect(subject.read(kept)).rejects.toThrow(/ answered 404/);
        await expect(subject.create({ ...fixture.inputs, adopt: "always" })).rejects.toThrow(/ answered 404/);
        if (fixture.stays === undefined) await expect(subject.delete(kept)).rejects.toThrow(/ answered 404/);
        if (fixture.change !== undefined)
          await expect(subject.update(kept, fixture.change)).rejects.toThrow(/ answered 404/);
        sandbox.faults.length = 0;
        await until(async () => drift(kept, await subject.read(kept)).length === 0);
      },
    );

    test.concurrent(
      "a read of an id alone gives inputs that show no difference; one that is not there is an error",
      async () => {
        const { subject, kept, fixture } = await created(kind);
        const read = await subject.get(kept.id);
        const inputs = Object.fromEntries(Object.entries(read!.inputs).filter(([key]) => !key.startsWith("__")));
        expect(await subject.mistakes(plain(inputs) as object)).toEqual([]);
        expect(await subject.plan(read!, plain(inputs) as object)).toBe("same");
        const { idForm } = subject.definition;
        if (!idForm.startsWith("{"))
          await expect(subject.get(`/other${idForm}`)).rejects.toThrow(`the id must have the form ${idForm}`);
        if (fixture.stays !== undefined) return;
        await subject.delete(kept);
        await expect(subject.get(kept.id)).rejects.toThrow(/does not exist/);
      },
    );
  });
}

/** What a service says of what is not there. */
const stray = { status: 404, body: '{"error":{"code":"NotFound","message":"There is none."}}' };

/** What something before a service answers with. */
const strangers = [
  ["a page", 404, "<html><h1>404 Not Found</h1></html>"],
  ["a router's JSON", 404, '{"message":"no Route matched with those values"}'],
  ["another service's error", 404, '{"error":{"code":404,"message":"Not found","status":"NOT_FOUND"}}'],
] as const;

/** The first argument that must be given. */
const required = (kind: string): string => Object.keys(fixtures[kind]!.inputs)[0]!;

/** The inputs with one value after another not known yet. */
function withUnknowns(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [UNKNOWN, ...withUnknowns(item)].map((other) => value.with(index, other)));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Bag).flatMap(([key, item]) =>
    [UNKNOWN, ...withUnknowns(item)].map((other) => ({ ...value, [key]: other })),
  );
}

/** Asks again, at most a few times: services may show old values for some reads. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 8; tries++) if (await holds()) return;
  expect(await holds()).toBe(true);
}
