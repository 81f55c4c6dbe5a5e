import "../../provider/services";
import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { secret } from "../../provider/core/marks";
import { hasSecret, markSecrets, sealAll, textsAt, secretsIn } from "../../provider/core/secrets";
import { isSealed, plain, sealed, UNKNOWN, type Bag } from "../../provider/core/wire";
import { secretPlaces } from "../../sdk/secretPlaces";

const schema = z.strictObject({
  name: z.string(),
  token: z.string().optional(),
  keys: z.array(z.string()).optional().meta(secret),
  sources: z
    .array(
      z.strictObject({
        kind: z.string(),
        connectionString: z.string().optional(),
        pin: z.string().optional().meta(secret),
      }),
    )
    .optional(),
  byName: z.record(z.string(), z.strictObject({ pin: z.string().meta(secret) })).optional(),
  auth: z
    .union([
      z.string(),
      z.strictObject({ pin: z.string().meta(secret) }),
      z.array(z.strictObject({ pin: z.string().meta(secret) })),
    ])
    .optional(),
  free: z.record(z.string(), z.unknown()).optional(),
});
const values = {
  name: "n",
  token: "s1",
  keys: ["s2", "s3"],
  sources: [
    { kind: "blob", connectionString: "s4" },
    { kind: "web", pin: "s5" },
  ],
  byName: { a: { pin: "s6" } },
  auth: { pin: "s7" },
  free: { deep: [{ apiKey: "s8", other: 1 }], token: "s9" },
};
const all = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"];

test("every secret value is sealed, by its mark or its name, at any depth and in every form", () => {
  const kept = JSON.stringify(sealAll(schema, values), (_, value: unknown) => (isSealed(value) ? "sealed" : value));
  for (const text of all) expect(kept).not.toContain(text);
  expect(plain(sealAll(schema, values))).toEqual(values);
  expect(sealAll(schema, { name: "n", auth: [{ pin: "s" }] })["auth"]).toEqual([{ pin: sealed("s") }]);
});

test("the texts to mask are found in the same places", () => expect(secretsIn(schema, values).sort()).toEqual(all));

test("what is missing or not known yet is not sealed", () => {
  const given = { name: "n", token: UNKNOWN, sources: [{ kind: "blob" }], free: { apiKey: null }, auth: UNKNOWN };
  expect(sealAll(schema, given)).toEqual(given);
});

test("names of the prototype hold no secret and do no harm", () => {
  const given = JSON.parse('{"name":"n","free":{"__proto__":{"token":"x"},"constructor":{"a":1}}}') as Bag;
  expect(plain(sealAll(schema, given))).toEqual(given);
  expect(({} as Bag)["token"]).toBeUndefined();
});

test("promises and outputs of a program pass as they are, and are marked where they are secret", () => {
  const [name, pin, whole] = [pulumi.output("n"), pulumi.output("p"), pulumi.output({ pin: "p" })];
  const marked: unknown[] = [];
  const mark = (value: unknown): unknown => (marked.push(value), "marked");
  expect(markSecrets(schema, { name, token: pin, auth: { pin } }, mark)).toEqual({
    name,
    token: "marked",
    auth: { pin: "marked" },
  });
  expect(marked).toEqual([pin, pin]);
  expect(markSecrets(schema, { name, auth: whole }, mark)["auth"]).toBe(whole);
});

test("the places at which a program has marked values are noted, and lead to these values", async () => {
  const args = {
    tags: { open: pulumi.output("a"), "a.b": pulumi.secret("b") },
    list: ["c", { d: pulumi.secret({ e: ["f", "g"] }) }],
    text: "h",
    when: Promise.resolve("i"),
  };
  const places = await secretPlaces(args);
  expect(places).toEqual([
    ["tags", "a.b"],
    ["list", "1", "d"],
  ]);
  expect(textsAt({ tags: { open: "a", "a.b": "b" }, list: ["c", { d: { e: ["f", "g"] } }] }, places!)).toEqual([
    "b",
    "f",
    "g",
  ]);
  expect(textsAt({ list: [], tags: null }, places!)).toEqual([]);
});

test("where no value is marked, nothing is noted", async () => {
  expect(secretPlaces({ text: "a", list: [1] })).toBeUndefined();
  expect(await secretPlaces({ text: pulumi.output("a") })).toBeUndefined();
});

test("a schema tells whether it can hold a secret, also one that holds itself", () => {
  const tree = z.strictObject({
    name: z.string(),
    get children() {
      return z.array(tree).optional();
    },
  });
  const withKey = z.strictObject({
    key: z.string().meta(secret),
    get children() {
      return z.array(withKey).optional();
    },
  });
  expect([
    hasSecret(schema),
    hasSecret(z.array(schema)),
    hasSecret(tree),
    hasSecret(withKey),
    hasSecret(z.record(z.string(), withKey)),
    hasSecret(z.string()),
  ]).toEqual([true, true, false, true, true, false]);
});

test("a copy for the engine holds only what it can store", () => {
  const given = {
    date: new Date(0),
    gone: undefined,
    list: [undefined, 1],
    nan: Number.NaN,
    big: 1n,
    call: () => 1,
    sealed: sealed({ a: sealed("x") }),
    ...(JSON.parse('{"__proto__":{"a":1}}') as object),
  };
  expect(JSON.stringify(plain(given))).toBe(
    '{"date":"1970-01-01T00:00:00.000Z","list":[null,1],"nan":null,"big":"1","sealed":{"a":"x"},"__proto__":{"a":1}}',
  );
});
