import * as fc from "fast-check";
import { isBag, UNKNOWN, type Bag } from "../../provider/core/wire";

/** Texts that mean something somewhere: in URLs, headers, filters, files, JSON or JavaScript. */
const loaded = [
  "",
  " ",
  "a b",
  "/",
  "a/b",
  "..",
  ".",
  "../..",
  "%2f",
  "%",
  "a%00b",
  "a?b=c",
  "a#b",
  "a&b",
  "a;b",
  "a:b",
  "a@b",
  "//host/a",
  "http://127.0.0.1:1/a",
  "\\",
  "a\r\nx-injected: 1",
  "a\nb",
  "\u0000",
  'a"b',
  "a'b",
  "') or true or ('",
  "a,b",
  "`${a}`",
  "{name}",
  "<a>",
  "ä",
  "日本",
  "💡",
  "\ud800",
  "\udc00a",
  "\u202e",
  "\ufeff",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "null",
  "true",
  "0",
  "1e400",
  "PT1S",
  "P-1Y",
  "2020-01-01T00:00:00Z",
];

/** Any text. */
export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...loaded) },
  fc.string(),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** The name of a member. */
export const key = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "valueOf",
      "toJSON",
      "then",
      "name",
      "id",
      "value",
      "error",
      "status",
    ),
  },
  text,
);

/** Any number, those at the edges first. */
export const number = fc.oneof(
  fc.constantFrom(
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    0,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    1e308,
    -1e308,
    5e-324,
  ),
  fc.double(),
  fc.integer(),
);

/** An object of these members, in which `__proto__` is a member like any other. */
const object = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Bag> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

/** Any value of an argument; what is not known yet may stand anywhere. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<unknown>(null, true, false, UNKNOWN),
    number,
    text,
    fc.array(tie("any"), { maxLength: 3 }),
    object(tie("any")),
  ),
})).any;

/** Values of a wrong type, some of which cannot even be made a text. */
const awkward = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1e308,
  "",
  "known",
  [],
  {},
  [null],
  [{}],
  { toString: null },
  [{ toString: null }],
  { name: null },
  [[]],
);

/** Any JSON value of a service. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  awkward,
  value.map((one) => JSON.parse(JSON.stringify(one).replaceAll(UNKNOWN, "known")) as unknown),
);

/** A change at one place of a value. */
export type Edit = (whole: unknown) => unknown;

/** One to some changes at any depth of a value, in which values from `others` come in. */
export const edits = (others: fc.Arbitrary<unknown>): fc.Arbitrary<Edit> =>
  fc
    .array(
      fc.tuple(
        fc.nat(),
        fc.oneof(
          fc.record({ kind: fc.constant("replace" as const), by: others }),
          fc.record({ kind: fc.constant("add" as const), by: others, key }),
          fc.record({ kind: fc.constant("remove" as const), by: fc.constant(undefined) }),
        ),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map(
      (steps) => (whole: unknown) =>
        steps.reduce((result, [place, step]) => {
          const paths = pathsIn(result);
          const path = paths[place % paths.length]!;
          if (step.kind === "remove") return at(result, path, () => undefined);
          return at(result, path, (old) =>
            step.kind === "add" && isBag(old)
              ? Object.fromEntries([...Object.entries(old), [step.key, step.by]])
              : step.kind === "add" && Array.isArray(old)
                ? [...old, step.by]
                : step.by,
          );
        }, whole),
    );

/** The paths of a value and of all that is in it. */
function pathsIn(whole: unknown, path: string[] = []): string[][] {
  const inner =
    typeof whole === "object" && whole !== null
      ? Object.entries(whole).flatMap(([name, item]) => pathsIn(item, [...path, name]))
      : [];
  return [path, ...inner];
}

/** A copy with another value at a path; without the member or the item where that is `undefined`. */
function at(whole: unknown, [name, ...rest]: string[], change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(whole);
  if (Array.isArray(whole))
    return whole.flatMap((item, index) =>
      String(index) === name ? [at(item, rest, change)].filter((one) => one !== undefined) : [item],
    );
  return Object.fromEntries(
    Object.entries(whole as Bag)
      .map(([other, item]) => [other, other === name ? at(item, rest, change) : item])
      .filter(([, item]) => item !== undefined),
  );
}
