import * as fc from "fast-check";
import { fieldsOf } from "../../provider/core/marks";
import { plain, type Bag } from "../../provider/core/wire";
import { keys } from "../../provider/configuration";
import { resources } from "../../provider/resources";
import { provider } from "../../provider/runtime";
import { fixtures } from "../fixtures";
import { edits, key, text, value } from "./arbitraries";
import { areUntouched, counted, hold, notJson } from "./promises";

/**
 * Whatever the arguments of a resource are, a check and a diff say clearly what is wrong, send nothing and change
 * nothing.
 */

const count = counted("properties of arguments");

/** Nothing listens there: whoever sends something fails. */
const configuration: Record<string, string> = Object.fromEntries(
  Object.keys(keys).map((name) => [
    `mlplane:${name}`,
    name.endsWith("Endpoint")
      ? "http://127.0.0.1:9"
      : name === "searchTier"
        ? "free"
        : name === "adopt"
          ? "identical"
          : "given",
  ]),
);

const verbsOf = (kind: string): any => {
  const verbs = provider(kind);
  void verbs.configure!({ config: { get: (name: string) => configuration[name] } as never });
  return verbs;
};

const forms = (kind: string): Bag[] => {
  const { inputs, change = inputs, replaceBy = inputs } = fixtures[kind]!;
  return [inputs, change, replaceBy];
};

/** Arguments: valid ones with changes at any depth, any values for those that there are, or anything. */
const given = (kind: string): fc.Arbitrary<Bag> => {
  const names = Object.keys(fieldsOf(resources.find((one) => one.kind === kind)!.inputs));
  return fc
    .oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...forms(kind)), edits(value)).map(([form, edit]) => edit(form)),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.constantFrom(...forms(kind)), edits(text)).map(([form, edit]) => edit(form)),
      },
      fc.array(fc.tuple(fc.constantFrom(...names), value)).map((entries) => Object.fromEntries(entries)),
      fc.array(fc.tuple(key, value)).map((entries) => Object.fromEntries(entries)),
    )
    .map((one) => (typeof one === "object" && one !== null && !Array.isArray(one) ? (one as Bag) : { one }));
};

describe.each(resources.map(({ kind }) => kind))("%s", (kind) => {
  const verbs = verbsOf(kind);
  const check = async (
    olds: Bag,
    news: Bag,
  ): Promise<{ inputs: Bag; failures: { property: string; reason: string }[] }> =>
    verbs.check(olds, { ...news, __provider: "text" });

  test("a check says what is wrong, and gives what JSON can say", () =>
    hold(
      fc.tuple(fc.oneof(fc.constant({}), fc.constantFrom(...forms(kind)), given(kind)), given(kind)),
      60,
      async ([olds, news]) => {
        count.run();
        const { inputs, failures } = await check(olds, news);
        for (const { property, reason } of failures)
          expect([property, reason]).toEqual(["", expect.stringMatching(/^.{8,}$/s)]);
        for (const { reason } of failures) expect(reason).not.toMatch(/\bundefined\b|\[object |^ +at |Error\b/m);
        if (failures.length === 0) expect(notJson(inputs)).toEqual([]);
        expect(areUntouched()).toBe(true);
      },
    ));

  test("a diff of what a check accepts with any state names arguments", () =>
    hold(
      fc.tuple(given(kind), fc.array(fc.tuple(fc.constantFrom(...forms(kind)), edits(text)), { maxLength: 1 }), value),
      40,
      async ([olds, [edited], output]) => {
        count.run();
        const [form, edit] = edited ?? [forms(kind)[1]!, (same: unknown) => same];
        const { inputs, failures } = await check({}, (edit(form) ?? {}) as Bag);
        const outputs = Object.fromEntries(
          Object.keys(fieldsOf(resources.find((one) => one.kind === kind)!.outputs)).map((name) => [name, output]),
        );
        const news = failures.length === 0 ? inputs : (await check({}, forms(kind)[0]!)).inputs;
        const told = await verbs.diff("id", plain({ ...olds, ...outputs }), plain(news));
        expect(notJson(told)).toEqual([]);
        expect(
          (told.replaces ?? []).filter(
            (name: string) => !Object.hasOwn(fieldsOf(resources.find((one) => one.kind === kind)!.inputs), name),
          ),
        ).toEqual([]);
        expect(areUntouched()).toBe(true);
      },
    ));
});
