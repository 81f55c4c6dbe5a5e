import * as fc from "fast-check";
import { UNKNOWN, hasUnknown, isBag, plain, type Bag } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { startSandbox, type Sandbox } from "../../sandbox";
import { sampleOf } from "../faults/sample";
import { fixtures } from "../fixtures";
import { Subject } from "../subject";
import { edits, number, text, value } from "./arbitraries";
import { areUntouched, counted, hold, notJson, unclear } from "./promises";
import { strangeIn } from "./routes";

/**
 * What a check accepts can be created, or a create ends with one clear error; a name stays one segment of a URL path,
 * text in a filter stays text, and nothing gets into a header.
 */

const within = { __timeouts: { create: "2s", update: "2s", delete: "2s", read: "2s" } };

/** Valid arguments with odd texts and numbers in the places of theirs, and odd members. */
const given = (kind: string): fc.Arbitrary<Bag> => {
  const { inputs, change = inputs } = fixtures[kind]!;
  const names = fc.tuple(
    fc.constantFrom(
      ...Object.keys(inputs).filter((name) =>
        /^(name|modelId|model|version|deviceId|index|endpoint|workspace|documents|tags|description|traffic)$/.test(
          name,
        ),
      ),
    ),
    fc.oneof(text, number),
  );
  return fc
    .oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(inputs, change), edits(text)).map(([form, edit]) => edit(form)),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(inputs, change), names)
          .map(([form, [name, one]]) => ({ ...form, [name]: one })),
      },
      fc.tuple(fc.constantFrom(inputs, change), edits(value)).map(([form, edit]) => edit(form)),
    )
    .filter((one): one is Bag => isBag(one) && !hasUnknown(one));
};

const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const prepared = async (kind: string): Promise<Sandbox> => {
  const sandbox = await startSandbox({ behaviour: { operation: "none" } });
  sandboxes.push(sandbox);
  for (const [needed, inputs] of fixtures[kind]!.needs ?? []) await new Subject(needed, sandbox).create(inputs);
  return sandbox;
};

/** 5 MB of text, and 10,000 tags. */
const large: Bag = {
  description: "ä\n".repeat(1_700_000),
  tags: Object.fromEntries(Array.from({ length: 10_000 }, (_, position) => [`tag ${position}`, `"${position}"`])),
};
const withText = resources.filter(({ inputs }) => "description" in inputs.shape);

/** Holds every kind to that in so many runs, and in ten times as many in a full run; and some to large arguments. */
export function propertiesOfCreation(sample: number, withLarge: number = withText.length): void {
  const count = counted("properties of creation");
  test.concurrent.each(resources.map(({ kind }, position) => [kind, position] as const))(
    "%s: what a check accepts can be created, or it is told clearly why not",
    async (kind, position) => {
      const sandbox = await prepared(kind);
      const subject = new Subject(kind, sandbox);
      await hold(
        given(kind),
        sample,
        async (inputs) => {
          count.run();
          if ((await subject.mistakes(inputs)).length > 0) return;
          sandbox.requests.length = 0;
          const ended = await subject.create({ ...inputs, ...within }).catch((error: Error) => error);
          const problem = ended instanceof Error ? unclear(ended) : undefined;
          expect([
            problem,
            ended instanceof Error ? [] : notJson(plain(ended.outs)),
            strangeIn(sandbox.requests.map(({ path }) => path)),
          ]).toEqual([undefined, [], []]);
          expect(sandbox.requests.filter(({ status = 0, path }) => status === 500 && !path.includes("oauth2"))).toEqual(
            [],
          );
          expect(sandbox.requests.filter(({ headers }) => "x-injected" in headers)).toEqual([]);
          expect(areUntouched()).toBe(true);
          if (ended instanceof Error) return;
          expect(ended.id.split("/").length).toBe(subject.definition.idForm.split("/").length);
          const ends = [
            await subject.read(ended).catch((error: Error) => error),
            await subject.delete(ended).catch((error: Error) => error),
          ];
          expect(ends.flatMap((end) => (end instanceof Error ? [unclear(end)] : []))).toEqual(
            ends.flatMap((end) => (end instanceof Error ? [undefined] : [])),
          );
        },
        position,
      );
    },
    120_000,
  );

  test("a document's key is refused before any request, or no text of it leaves the filter that it stands in", async () => {
    const sandbox = await prepared("search:Documents");
    const subject = new Subject("search:Documents", sandbox);
    await hold(
      fc.uniqueArray(
        fc.oneof(
          text.filter((one) => one !== "" && one !== UNKNOWN),
          { weight: 9, arbitrary: fc.stringMatching(/^[\w=-]{1,30}$/) },
        ),
        { minLength: 1, maxLength: 5 },
      ),
      2 * sample,
      async (keys) => {
        count.run();
        sandbox.requests.length = 0;
        const inputs = { index: "products", documents: keys.map((id) => ({ id, title: "A" })), ...within };
        const mistakes = await subject.mistakes(inputs);
        expect(sandbox.requests).toEqual([]);
        if (mistakes.length > 0)
          return expect(mistakes.filter((one) => !/^documents\[\d\]\.id: must /.test(one))).toEqual([]);
        await subject.create(inputs).catch((error: Error) => expect(unclear(error)).toBeUndefined());
        const filters = sandbox.requests.flatMap(({ body }) =>
          isBag(body) && typeof body["filter"] === "string" ? [body["filter"]] : [],
        );
        expect(filters.length).toBeGreaterThan(0);
        const inside = filters.map((filter) => /^search\.in\(id, '((?:[^']|'')*)', '(.)'\)$/s.exec(filter));
        for (const match of inside)
          expect(
            match![1]!
              .replaceAll("''", "'")
              .split(match![2]!)
              .filter((one) => !keys.includes(one)),
          ).toEqual([]);
      },
    );
  }, 60_000);

  test.each(
    sampleOf(withText, withLarge).map(
      ({ kind, inputs }) => [kind, Object.keys(inputs.shape).filter((name) => name in large)] as const,
    ),
  )(
    "%s: large %p are kept and are no change",
    async (kind, names) => {
      const subject = new Subject(kind, await prepared(kind));
      const inputs = { ...fixtures[kind]!.inputs, ...Object.fromEntries(names.map((name) => [name, large[name]])) };
      const kept = await subject.create(inputs);
      expect(await subject.plan((await subject.read(kept))!, inputs)).toBe("same");
    },
    120_000,
  );
}
