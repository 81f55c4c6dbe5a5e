import * as fc from "fast-check";
import * as z from "zod";
import { declared } from "../../cli/import/declared";
import { find, nameKeyOf } from "../../cli/import/found";
import { program } from "../../cli/import/program";
import { fieldsOf, isNamed, isSecret, nodeOf, optionsOf, type Marks } from "../../provider/core/marks";
import { plain, type Bag } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { configurationFor, Subject } from "../subject";
import { counted, hold } from "./promises";

/** What is imported is declared by the printed program as it is: its preview shows nothing. */

const count = counted("properties of imported resources");

const names = fc.constantFrom("team", "constructor", "toString", "valueOf", "a b", "3", "class", "ä", '"');
const words = fc.oneof(
  fc.constantFrom("x", "`${a}`", "a\nb", '"quoted"', "\\", "\u2028", "null", "true", "</script>"),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const members = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Bag> =>
  fc.array(fc.tuple(names, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));

const free: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    words,
    fc.boolean(),
    fc.integer(),
    fc.constant(""),
    fc.array(tie("any"), { maxLength: 2 }),
    members(tie("any")),
  ),
})).any;

/** Legal values of a schema, where they can be told from it; `undefined` where a fixture must give them. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> | undefined {
  const { marks, schema: inner } = nodeOf(schema);
  const options = optionsOf(inner);
  if (options.length > 1) return undefined;
  if (inner instanceof z.ZodUnknown) return free;
  if (inner instanceof z.ZodEnum) return fc.constantFrom(...(inner.options as string[]));
  if (inner instanceof z.ZodBoolean) return fc.boolean();
  if (inner instanceof z.ZodNumberFormat || inner instanceof z.ZodNumber) return fc.integer({ min: 1, max: 20 });
  if (inner instanceof z.ZodString) return textsOf(inner, marks);
  if (inner instanceof z.ZodRecord) {
    const values = valuesOf(inner.valueType);
    return values && inner.keyType instanceof z.ZodString && !hasPattern(inner.keyType) ? members(values) : undefined;
  }
  if (inner instanceof z.ZodArray) {
    const items = isNamed(inner.element) ? undefined : valuesOf(inner.element);
    return items && fc.array(items, { minLength: 1, maxLength: 2 });
  }
  if (!(inner instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(fieldsOf(inner)).filter(([key, field]) => !isSecret(key, nodeOf(field).marks));
  if (fields.some(([, field]) => !nodeOf(field).optional && valuesOf(field) === undefined)) return undefined;
  const parts = fields.flatMap(([key, field]) => {
    const values = valuesOf(field);
    return values === undefined ? [] : [[key, nodeOf(field).optional ? fc.option(values, { nil: undefined }) : values]];
  });
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>);
}

const hasPattern = (schema: z.ZodString): boolean =>
  (schema._zod.def.checks ?? []).some(({ _zod: { def } }) => def.check === "string_format");

const textsOf = (schema: z.ZodString, marks: Marks): fc.Arbitrary<unknown> | undefined => {
  if (marks.duration === true) return fc.constantFrom("PT1M", "PT90S", "PT1.5S");
  if (marks.reference !== undefined || marks.secret === true || hasPattern(schema)) return undefined;
  return words;
};

/** Other arguments than those of the fixtures. */
const others: Record<string, Bag[]> = {
  "search:KnowledgeSource": ["blob", "web", "libraryOnline"].map((form) => ({ name: "ks-other", kind: form })),
};

/** Arguments of a fixture with legal values in the places of optional ones that change nothing else. */
function given(kind: string): fc.Arbitrary<Bag> {
  const { inputs, change = inputs } = fixtures[kind]!;
  const fields = Object.entries(fieldsOf(resources.find((one) => one.kind === kind)!.inputs)).flatMap(
    ([key, field]) => {
      const { marks, optional } = nodeOf(field);
      const isFree =
        optional && marks.replace !== true && marks.rebuilt !== true && marks.unsent !== true && key !== "adopt";
      const values = isFree ? valuesOf(field) : undefined;
      return values === undefined ? [] : [[key, fc.option(values, { nil: undefined })] as const];
    },
  );
  return fc
    .tuple(fc.constantFrom(inputs, change, ...(others[kind] ?? [])), fc.record(Object.fromEntries(fields)))
    .map(([form, more]) => ({
      ...form,
      ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    }));
}

/** The arguments that a printed program gives to its one resource. */
function run(text: string): { name: string; args: Bag } {
  const made: { name: string; args: Bag }[] = [];
  const classes = new Proxy(
    {},
    {
      get: () =>
        class {
          constructor(name: string, args: Bag = {}) {
            made.push({ name, args });
          }
        },
    },
  );
  const mlplane = new Proxy({}, { get: () => classes });
  const pulumi = {
    Config: class {
      requireSecret = (): string => "secret";
    },
  };
  new Function("mlplane", "pulumi", text.replaceAll(/^import .*$/gm, ""))(mlplane, pulumi);
  return made[0]!;
}

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ behaviour: { operation: "none" } })));
afterAll(() => sandbox.close());

test.each(resources.map(({ kind }) => kind))("%s", async (kind) => {
  const subject = new Subject(kind, sandbox);
  for (const [needed, inputs] of fixtures[kind]!.needs ?? [])
    await new Subject(needed, sandbox).create({ ...inputs, adopt: "always" });
  let made = 0;
  await hold(given(kind), 12, async (drawn) => {
    const wrong = (await subject.mistakes(drawn)).map((mistake) => mistake.split(/[.:[]/)[0]!);
    const inputs = Object.fromEntries(Object.entries(drawn).filter(([key]) => !wrong.includes(key)));
    if ((await subject.mistakes(inputs)).length > 0) return;
    const kept = await subject.create({ ...inputs, adopt: "always" }).catch(() => undefined);
    if (kept === undefined) return;
    made++;
    count.run();
    const found = await find(
      subject.definition,
      kept.id,
      "imported",
      "urn:pulumi:dev::shop::t::imported",
      configurationFor(sandbox),
    );
    const text = program([{ resource: found, args: declared(found, [found]) }]);
    const { name, args } = run(text);
    const nameKey = nameKeyOf(subject.definition);
    const all = { ...(nameKey !== undefined && { [nameKey]: name }), ...args };
    expect([text, await subject.mistakes(all)]).toEqual([text, []]);
    const stored = { id: found.id, inputs: {}, outs: plain(found.stored.outputs) as Bag };
    expect([text, await subject.plan(stored, all)]).toEqual([text, "same"]);
    await subject.delete(kept);
  });
  expect(made).toBeGreaterThan(2);
});
