import * as z from "zod";
import { dotted, mistakesIn, withDefaults } from "../../provider/core/check";
import { didYouMean, WORDS } from "../../provider/core/didYouMean";
import { UNKNOWN } from "../../provider/core/wire";

const field = z.strictObject({
  name: z.string().regex(/^[a-z]+$/, "must be lower-case letters"),
  type: z.enum(["Edm.String", "Edm.Int32"]),
  dimensions: z.int().min(2).max(4096).optional(),
  weight: z.number().min(0).max(2).optional(),
});
const schema = z.strictObject({
  fields: z.array(field).min(1),
  tags: z.record(z.string(), z.string()).optional(),
  identity: z.strictObject({ type: z.string(), ids: z.array(z.string()).optional() }).optional(),
  shares: z
    .union([
      z.record(z.string(), z.int().min(0).max(100)),
      z.array(z.strictObject({ deployment: z.string(), percent: z.int() })),
    ])
    .optional(),
  source: z
    .union([
      z.strictObject({ kind: z.literal("blob"), container: z.string() }),
      z.strictObject({ kind: z.literal("web"), domains: z.array(z.string()) }),
    ])
    .optional(),
  limits: z
    .strictObject({ least: z.int(), most: z.int() })
    .refine(({ least, most }) => least <= most, "least must not be above most")
    .optional(),
  samples: z.int().min(1).default(20),
  words: z.array(z.string().max(4)).min(1).max(3).optional(),
  share: z.number().gt(0).optional(),
  device: z.enum(["cpu", "cuda", "webgpu", "directml"]).optional(),
});
const title = { name: "title", type: "Edm.String" };
const told = (values: object): string[] => mistakesIn(schema, values).map(({ path, reason }) => `${path}: ${reason}`);

test("every mistake is named at once, by its path", () => {
  expect(
    told({
      fields: [title, { name: "Price", type: "Edm.Strin", dimensions: 1.5, fliterable: true }],
      tags: { team: 7 },
      identity: { ids: ["a", 1] },
      sample: 3,
    }),
  ).toEqual([
    "fields[1].name: must be lower-case letters",
    "fields[1].type: must be one of `Edm.String`, `Edm.Int32`; did you mean `Edm.String`?",
    "fields[1].dimensions: must be an integer, not a number",
    "fields[1].fliterable: is not an argument",
    "tags.team: must be a string, not a number",
    "identity.type: is required",
    "identity.ids[1]: must be a string, not a number",
    "sample: is not an argument; did you mean `samples`?",
  ]);
});

test.each([
  ["null", { fields: [title], tags: { team: null } }, "tags.team: must be a string, not null"],
  ["a list for an object", { fields: [title], identity: [] }, "identity: must be an object, not an array"],
  ["not a number", { fields: [{ ...title, weight: Number.NaN }] }, "fields[0].weight: must be a number, not NaN"],
  ["too few", { fields: [] }, "fields: must not be empty"],
  ["too small", { fields: [title], samples: 0 }, "samples: must be at least 1"],
  [
    "out of two bounds",
    { fields: [{ ...title, dimensions: 5000 }] },
    "fields[0].dimensions: must be an integer between 2 and 4096",
  ],
  [
    "a number out of two bounds",
    { fields: [{ ...title, weight: 3 }] },
    "fields[0].weight: must be a number between 0 and 2",
  ],
  [
    "a bound of one form of several",
    { fields: [title], shares: { a: 101 } },
    "shares.a: must be an integer between 0 and 100",
  ],
  ["an empty list with a greatest length", { fields: [title], words: [] }, "words: must have between 1 and 3 items"],
  ["a text that is too long", { fields: [title], words: ["abcde"] }, "words[0]: must have at most 4 characters"],
  ["a number at a bound that is none", { fields: [title], share: 0 }, "share: must be more than 0"],
  ["an integer beyond all", { fields: [title], samples: 1e300 }, "samples: must be at most 9007199254740991"],
  ["a list for a map", { fields: [title], tags: [] }, "tags: must be an object, not an array"],
  ["a missing kind", { fields: [title], source: { container: "c" } }, "source.kind: must be `blob`"],
  ["a rule of an object", { fields: [title], limits: { least: 2, most: 1 } }, "limits: least must not be above most"],
  [
    "a key that is no word",
    { fields: [title], tags: { "cost center": 1 } },
    'tags["cost center"]: must be a string, not a number',
  ],
])("%s", (_, values, mistake) => expect(told(values)).toEqual([mistake]));

describe("a value of several forms", () => {
  test("is held to the form it has", () => {
    expect(told({ fields: [title], shares: { blue: "90", green: "10" } })).toEqual([
      "shares.blue: must be a number, not a string",
      "shares.green: must be a number, not a string",
    ]);
    expect(told({ fields: [title], shares: [{ deployment: "blue" }, { deploymentt: "green", percent: 10 }] })).toEqual([
      "shares[0].percent: is required",
      "shares[1].deployment: is required",
      "shares[1].deploymentt: is not an argument; did you mean `deployment`?",
    ]);
    expect(told({ fields: [title], source: { kind: "web", domain: "a" } })).toEqual([
      "source.domains: is required",
      "source.domain: is not an argument; did you mean `domains`?",
    ]);
  });

  test("that is none of them says so", () => {
    expect(told({ fields: [title], shares: "all" })).toEqual([expect.stringMatching(/^shares: must be /)]);
  });

  test("may hold what is not known yet", () => {
    expect(told({ fields: [title], shares: { blue: UNKNOWN, green: 10 } })).toEqual([]);
    expect(told({ fields: [title], shares: [{ deployment: UNKNOWN, percent: 100 }] })).toEqual([]);
    expect(told({ fields: [title], shares: [UNKNOWN] })).toEqual([]);
    expect(told({ fields: [title], source: { kind: UNKNOWN, domains: [UNKNOWN] } })).toEqual([]);
  });
});

test("what is not known yet is no mistake at any depth, and does not hide others", () => {
  expect(told({ fields: UNKNOWN })).toEqual([]);
  expect(
    told({
      fields: [UNKNOWN, { name: UNKNOWN, type: UNKNOWN, dimensions: UNKNOWN }],
      tags: UNKNOWN,
      identity: { type: UNKNOWN },
      samples: UNKNOWN,
    }),
  ).toEqual([]);
  expect(told({ fields: [title], limits: { least: 5, most: UNKNOWN } })).toEqual([]);
  expect(told({ fields: [{ name: UNKNOWN, type: "text" }], tags: UNKNOWN, extra: UNKNOWN })).toEqual([
    "fields[0].type: must be one of `Edm.String`, `Edm.Int32`",
    "extra: is not an argument",
  ]);
});

test("a word is taken for another only when it is nearly all of it", () => {
  const one = "device: must be one of `cpu`, `cuda`, `webgpu`, `directml`";
  expect(told({ fields: [title], device: "gpu" })).toEqual([one]);
  expect(told({ fields: [title], device: "CPU" })).toEqual([`${one}; did you mean \`cpu\`?`]);
  expect(told({ fields: [title], device: "directmml" })).toEqual([`${one}; did you mean \`directml\`?`]);
});

test("what is nested too deeply is a mistake, and no overflow", () => {
  const nested = JSON.parse(`${'{"a":['.repeat(3000)}${"]}".repeat(3000)}`) as unknown;
  expect(told({ fields: [title], tags: nested })).toEqual(["tags: must be nested at most 200 levels deep"]);
});

test("no given value is repeated", () => {
  const secret = "Hunter2-Hunter2";
  const places = [
    { fields: secret },
    { fields: [{ name: secret, type: secret, dimensions: secret }] },
    { fields: [title], tags: secret },
    { fields: [title], tags: { a: [secret] } },
    { fields: [title], shares: secret },
    { fields: [title], source: { kind: secret } },
    { fields: [title], identity: { type: { [Symbol.iterator]: secret } } },
  ];
  for (const values of places) {
    expect(told(values)).not.toEqual([]);
    expect(told(values).join()).not.toContain(secret);
  }
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])(
  "`%s` is a name like any other",
  (name) => {
    const entry = JSON.parse(`{"${name}":"x"}`) as object;
    expect(told({ fields: [title], tags: entry })).toEqual([]);
    expect(told({ fields: [title], identity: { type: "a", ...entry } })).toEqual(
      name === "__proto__" ? expect.any(Array) : [`identity.${name}: is not an argument`],
    );
    expect(withDefaults(schema, { fields: [title], tags: entry })).toEqual({
      fields: [title],
      tags: entry,
      samples: 20,
    });
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  },
);

test("a hostile depth ends in a mistake, not in a crash", () => {
  let deep: unknown = "x";
  for (let level = 0; level < 2000; level++) deep = { a: deep };
  expect(told({ fields: [title], identity: deep as object })).not.toEqual([]);
});

describe("defaults", () => {
  const nested = z.strictObject({
    limits: z.strictObject({ samples: z.int().default(20), most: z.int().optional() }).optional(),
    steps: z.array(z.strictObject({ wait: z.int().default(5) })).optional(),
    byName: z.record(z.string(), z.strictObject({ wait: z.int().default(5) })).optional(),
    form: z.union([z.string(), z.strictObject({ kind: z.string(), wait: z.int().default(5) })]).optional(),
    kept: z.boolean().default(true),
  });

  test("stand in the places of missing values at any depth, and make no optional object", () => {
    expect(
      withDefaults(nested, { limits: {}, steps: [{}, { wait: 1 }], byName: { a: {} }, form: { kind: "x" } }),
    ).toEqual({
      limits: { samples: 20 },
      steps: [{ wait: 5 }, { wait: 1 }],
      byName: { a: { wait: 5 } },
      form: { kind: "x", wait: 5 },
      kept: true,
    });
    expect(withDefaults(nested, {})).toEqual({ kept: true });
  });

  test("leave alone what is given or not known yet", () => {
    const given = { limits: UNKNOWN, steps: [UNKNOWN], kept: false, form: "text" };
    expect(withDefaults(nested, given)).toEqual(given);
  });
});

test("only near names are suggested, and those that differ by letter case always", () => {
  expect(didYouMean("filterabel", ["filterable", "facetable"])).toBe("; did you mean `filterable`?");
  expect(didYouMean("EDM.STRING", ["Edm.String"])).toBe("; did you mean `Edm.String`?");
  expect(didYouMean("top_p", ["topP", "type"])).toBe("; did you mean `topP`?");
  expect(didYouMean("colour", ["type", "key"])).toBe("");
  expect(didYouMean("gpu", ["cpu", "npu"], WORDS)).toBe("");
  expect(didYouMean("x".repeat(10_000), ["type"])).toBe("");
  expect(didYouMean("a", [])).toBe("");
});

test("a path is written as in a program", () => {
  expect(dotted(["fields", 2, "type"])).toBe("fields[2].type");
  expect(dotted(["tags", "cost center"])).toBe('tags["cost center"]');
  expect(dotted([0, "a"])).toBe("[0].a");
  expect(dotted([])).toBe("");
});
