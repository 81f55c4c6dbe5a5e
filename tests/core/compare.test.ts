import "../../provider/services";
import * as z from "zod";
import { merge } from "../../provider/core/body";
import { declarable, differences, isSame, project, secondsOf } from "../../provider/core/compare";
import { emptied } from "../../provider/core/emptied";
import { caseless, duration, location, resourceId, secret, unsent, whole, writeOnly } from "../../provider/core/marks";
import { UNKNOWN } from "../../provider/core/wire";

const field = z.strictObject({
  name: z.string(),
  type: z.string().optional(),
  filterable: z.boolean().optional(),
  wait: z.string().optional().meta(duration),
});
const schema = z.strictObject({
  region: z.string().optional().meta(location),
  vault: z.string().optional().meta(resourceId),
  wait: z.string().optional().meta(duration),
  mode: z.string().optional().meta(caseless),
  tags: z.record(z.string(), z.string()).optional(),
  identity: z
    .strictObject({ type: z.string().meta(caseless), ids: z.record(z.string(), z.strictObject({})).optional() })
    .optional(),
  fields: z.array(field).optional(),
  steps: z.array(z.string()).optional(),
  traffic: z.record(z.string(), z.int()).optional().meta(whole),
  free: z.record(z.string(), z.unknown()).optional(),
  probe: z
    .union([
      z.string(),
      z.strictObject({ wait: z.string().meta(duration) }),
      z.strictObject({ every: z.string().meta(duration), mode: z.string().meta(caseless) }),
    ])
    .optional(),
  filters: z
    .array(
      z.union([z.strictObject({ name: z.string(), max: z.int() }), z.strictObject({ name: z.string(), min: z.int() })]),
    )
    .optional(),
  connection: z.strictObject({ connectionString: z.string(), container: z.string() }).optional(),
  sent: z.string().optional().meta(writeOnly),
  password: z.string().optional().meta(secret),
  onDelete: z.string().optional().meta(unsent),
  size: z.int().optional(),
  on: z.boolean().optional(),
});

/** Where a live resource differs from what is declared. */
const drift = (declared: object, live: object): string[] => differences(declared, project(schema, declared, live));

describe("no difference", () => {
  test.each<[string, object, object]>([
    ["a location in another spelling", { region: "East US" }, { region: "eastus" }],
    [
      "a resource ID in another case",
      { vault: "/subscriptions/s/resourceGroups/RG/x/" },
      { vault: "/subscriptions/s/resourcegroups/rg/x" },
    ],
    ["a duration in another form", { wait: "PT120S" }, { wait: "PT2M" }],
    ["a duration of fractions", { wait: "PT1.5S" }, { wait: "PT1.500S" }],
    ["a word in another case", { mode: "key" }, { mode: "Key" }],
    [
      "words with a blank after the comma",
      { mode: "SystemAssigned,UserAssigned" },
      { mode: "systemAssigned, userAssigned" },
    ],
    [
      "a map with entries of others, in another order",
      { tags: { a: "1", b: "2" } },
      { tags: { b: "2", cost: "x", a: "1" } },
    ],
    ["a map whose keys came in another case", { tags: { Team: "fraud" } }, { tags: { team: "fraud" } }],
    [
      "a list of named things with those of others, in another order",
      { fields: [{ name: "a" }, { name: "b" }] },
      { fields: [{ name: "x" }, { name: "b", type: "t" }, { name: "a", filterable: true }] },
    ],
    [
      "a named thing in another form",
      { fields: [{ name: "a", wait: "PT60S" }] },
      { fields: [{ name: "a", wait: "PT1M" }] },
    ],
    [
      "named things of several forms",
      { filters: [{ name: "a", max: 1 }] },
      {
        filters: [
          { name: "b", min: 3 },
          { name: "a", max: 1 },
        ],
      },
    ],
    [
      "members that the service adds",
      { identity: { type: "SystemAssigned" } },
      { identity: { type: "systemAssigned", principalId: "p", tenantId: "t" } },
    ],
    [
      "keys that the service fills",
      { identity: { type: "a", ids: { "/x/ID": {} } } },
      { identity: { type: "a", ids: { "/x/id": { clientId: "c" } } } },
    ],
    ["a name as the ID of what it names", { vault: "V1" }, { vault: "/subscriptions/s/vaults/v1" }],
    ["false left out", { on: false }, {}],
    ["an empty text as null", { mode: "" }, { mode: null }],
    ["an empty map left out", { tags: {} }, {}],
    ["an empty list as null", { steps: [], fields: [] }, { steps: null }],
    ["an object of nothings", { free: { algorithms: [], on: false, text: "" } }, { free: null }],
    ["a map that is managed whole, with empty entries", { traffic: { a: 100 } }, { traffic: { a: 100, b: null } }],
    [
      "free form with additions",
      { free: { a: { b: [1, { c: 2 }] } } },
      { free: { a: { b: [1, { c: 2, d: 3 }], e: null }, f: 1 } },
    ],
    ["write-only values", { sent: "x", password: "y" }, { sent: "old" }],
    [
      "secrets by their name",
      { connection: { connectionString: "Endpoint=x", container: "c" } },
      { connection: { connectionString: null, container: "c" } },
    ],
    ["secrets by their name, in free form", { free: { auth: { apiKey: "x" } } }, { free: { auth: { apiKey: "***" } } }],
    ["masked values", { free: { key: "x" } }, { free: { key: "<redacted>" } }],
    ["what steers the provider", { onDelete: "purge" }, {}],
    [
      "what is not known yet",
      { mode: UNKNOWN, tags: { a: UNKNOWN }, fields: [UNKNOWN] },
      { mode: "a", tags: { a: "1" }, fields: [] },
    ],
    [
      "one of several forms",
      { probe: { every: "PT60S", mode: "a" } },
      { probe: { every: "PT1M", mode: "A", extra: 1 } },
    ],
    [
      "names of the prototype",
      { tags: JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}') as object },
      { tags: JSON.parse('{"toString":"z","constructor":"y","__proto__":"x"}') as object },
    ],
  ])("%s", (_, declared, live) => {
    expect(drift(declared, live)).toEqual([]);
    expect(project(schema, declared, live)).toEqual(declared);
  });
});

describe("a difference", () => {
  test.each<[string, object, object, string[]]>([
    ["another location", { region: "East US" }, { region: "eastus2" }, ["region"]],
    ["another duration", { wait: "PT120S" }, { wait: "PT3M" }, ["wait"]],
    ["a duration that is none", { wait: "PT2M" }, { wait: "2 minutes" }, ["wait"]],
    ["case where it counts", { steps: ["a"] }, { steps: ["A"] }, ["steps[0]"]],
    ["a text in another case", { sent: "x", tags: { a: "x" } }, { tags: { a: "X" } }, ["tags.a"]],
    [
      "an entry of a map taken away",
      { tags: { a: "1", "cost center": "2" } },
      { tags: { a: "1" } },
      ['tags["cost center"]'],
    ],
    ["a whole map taken away", { tags: { a: "1" } }, {}, ["tags"]],
    [
      "an entry without members taken away",
      { identity: { type: "a", ids: { "/x": {}, "/y": {} } } },
      { identity: { type: "a", ids: { "/x": {} } } },
      ['identity.ids["/y"]'],
    ],
    [
      "a named thing changed",
      { fields: [{ name: "a" }, { name: "b", filterable: true }] },
      { fields: [{ name: "b", filterable: false }, { name: "a" }] },
      ["fields[1].filterable"],
    ],
    [
      "a named thing taken away",
      { fields: [{ name: "a" }, { name: "b" }] },
      { fields: [{ name: "b" }] },
      ["fields[0]"],
    ],
    ["an order that counts", { steps: ["a", "b"] }, { steps: ["b", "a"] }, ["steps[0]", "steps[1]"]],
    ["an item more", { steps: ["a"] }, { steps: ["a", "b"] }, ["steps"]],
    [
      "an entry more in a map that is managed whole",
      { traffic: { a: 100 } },
      { traffic: { a: 100, b: 10 } },
      ["traffic.b"],
    ],
    ["zero where it means something", { size: 0 }, {}, ["size"]],
    ["true left out", { on: true }, {}, ["on"]],
    ["another type", { size: 3 }, { size: "3" }, ["size"]],
    ["an object for a text", { mode: "a" }, { mode: { a: 1 } }, ["mode"]],
    ["another form of several", { probe: { wait: "PT1M" } }, { probe: "PT1M" }, ["probe"]],
    ["a member in free form", { free: { a: { b: 1, c: 2 } } }, { free: { a: { b: 1, c: 3 } } }, ["free.a.c"]],
  ])("%s", (_, declared, live, paths) => {
    expect(drift(declared, live)).toEqual(paths);
    expect(project(schema, declared, live)).not.toEqual(declared);
  });

  test("shows the live value, cut down to what is declared", () => {
    const declared = { region: "East US", tags: { team: "fraud" }, fields: [{ name: "a", type: "t" }] };
    const live = {
      region: "eastus",
      tags: { team: "other", cost: "x" },
      fields: [{ name: "x" }, { name: "a", type: "u", filterable: true }],
      size: 3,
    };
    expect(project(schema, declared, live)).toEqual({
      region: "East US",
      tags: { team: "other" },
      fields: [{ name: "a", type: "u" }],
    });
  });
});

describe("two declarations", () => {
  test.each<[string, object, object]>([
    [
      "in another spelling",
      { region: "East US", wait: "PT60S", mode: "a", vault: "/A" },
      { region: "eastus", wait: "PT1M", mode: "A", vault: "/a" },
    ],
    [
      "with maps and named lists in another order",
      { tags: { a: "1", b: "2" }, fields: [{ name: "a" }, { name: "b" }] },
      { fields: [{ name: "b" }, { name: "a" }], tags: { b: "2", a: "1" } },
    ],
    ["with an empty list, map or null for nothing", { steps: [], tags: {}, free: null }, {}],
    [
      "of the same form among several",
      { probe: { every: "PT60S", mode: "a" } },
      { probe: { mode: "A", every: "PT1M" } },
    ],
  ])("are the same: %s", (_, one, other) => {
    expect([isSame(schema, one, other), isSame(schema, other, one)]).toEqual([true, true]);
  });

  test.each<[string, object, object]>([
    ["a named thing more", { fields: [{ name: "a" }] }, { fields: [{ name: "a" }, { name: "b" }] }],
    ["an entry of a map more", { tags: { a: "1" } }, { tags: { a: "1", b: "2" } }],
    ["an entry with an empty text more", { tags: { a: "1" } }, { tags: { a: "1", b: "" } }],
    ["false instead of nothing", { fields: [{ name: "a", filterable: false }] }, { fields: [{ name: "a" }] }],
    ["an empty text instead of nothing", { mode: "" }, {}],
    ["an argument more", { size: 1 }, {}],
    ["zero instead of nothing", { size: 0 }, {}],
    ["another write-only value", { sent: "a" }, { sent: "b" }],
    [
      "another secret",
      { connection: { connectionString: "a", container: "c" } },
      { connection: { connectionString: "b", container: "c" } },
    ],
    ["another secret in free form", { free: { a: [{ apiKey: "a" }] } }, { free: { a: [{ apiKey: "b" }] } }],
    ["a masked value", { free: { key: "x" } }, { free: { key: "<redacted>" } }],
    ["an item of free form more", { free: { a: [1] } }, { free: { a: [1, 2] } }],
    ["a member of free form more", { free: { a: { b: 1 } } }, { free: { a: { b: 1, c: null, d: 2 } } }],
    ["what is not known yet", { mode: "a" }, { mode: UNKNOWN }],
    ["an order that counts", { steps: ["a", "b"] }, { steps: ["b", "a"] }],
    ["what steers the provider", { onDelete: "purge" }, { onDelete: "softDelete" }],
    ["an entry named like a member of the prototype", { tags: {} }, { tags: { constructor: "x" } }],
  ])("differ by %s", (_, one, other) => {
    expect([isSame(schema, one, other), isSame(schema, other, one)]).toEqual([false, false]);
  });

  test("when nothing differs at the service, what is stored after a reading is the declaration", () => {
    const declared = {
      region: "East US",
      on: false,
      tags: {},
      fields: [{ name: "a", filterable: false }],
      free: { a: [] },
    };
    const live = { region: "eastus", fields: [{ name: "a", type: "t" }], free: {} };
    expect(isSame(schema, project(schema, declared, live), declared)).toBe(true);
  });
});

describe("a live value as somebody would declare it", () => {
  const kinds = z.strictObject({
    kind: z.enum(["hnsw", "exhaustiveKnn"]),
    fields: z.array(field).optional(),
    tags: z.record(z.string(), z.string()).optional(),
    probe: schema.shape.probe,
  });

  test("has only arguments, and no nothings", () => {
    expect(
      declarable(kinds, {
        kind: "HNSW",
        fields: [{ name: "a", type: null, analyzer: "x" }],
        tags: {},
        etag: "1",
        probe: null,
      }),
    ).toEqual({ kind: "hnsw", fields: [{ name: "a" }] });
    expect(declarable(kinds, { kind: "hnsw", probe: { every: "PT1M", mode: "a", extra: 1 } })).toEqual({
      kind: "hnsw",
      probe: { every: "PT1M", mode: "a" },
    });
  });

  test("keeps false, zero and names of the prototype", () => {
    expect(
      declarable(schema, JSON.parse('{"on":false,"size":0,"tags":{"constructor":"x"},"constructor":"y"}')),
    ).toEqual({ on: false, size: 0, tags: { constructor: "x" } });
  });
});

test.each([
  ["PT2M", 120],
  ["pt120s", 120],
  ["P1DT1H", 90_000],
  ["P1W", 604_800],
  ["PT0.5S", 0.5],
  ["-PT5S", -5],
  ["5 minutes", undefined],
  ["", undefined],
  ["PT", undefined],
])("%s lasts %s seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test("of thousands of named things in another order, what is same, different, left out and written is told at once", () => {
  const many = (more: object = {}): object[] =>
    Array.from({ length: 5_000 }, (_, place) => ({ name: `f${place}`, type: "Edm.String", ...more }));
  const [ours, theirs] = [{ fields: many() }, { fields: many().toReversed() }];
  expect(isSame(schema, ours, theirs)).toBe(true);
  expect(isSame(schema, ours, { fields: many({ filterable: true }).toReversed() })).toBe(false);
  expect(project(schema, ours, theirs)).toEqual(ours);
  expect(differences(ours, { fields: many({ type: "Edm.Int32" }).toReversed() })).toHaveLength(5_000);
  expect(emptied(schema, ours, theirs, ours)).toEqual(theirs);
  expect(merge(theirs, ours, ours)).toEqual(theirs);
});
