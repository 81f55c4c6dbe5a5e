import * as z from "zod";
import { derived, references } from "../../provider/core/marks";
import { bareOperation } from "../../provider/core/engineOperation";
import { check as checkWith, diff, type Checked } from "../../provider/core/plan";
import type { ResourceDefinition } from "../../provider/core/resource";
import { plain, sealed, UNKNOWN, type Bag } from "../../provider/core/wire";
import { thing } from "./thing";

const a = { name: "a", size: 1, onDelete: "keep" };
const settings = {
  get: () => undefined,
  need: (key: string) => key,
  missing: () => [] as string[],
  address: () => undefined,
};
const check = (definition: ResourceDefinition, olds: Bag, news: Bag, given: typeof settings): Checked =>
  checkWith(definition, olds, news, given, bareOperation);
const silent = (): void => {};
const made = (more: Partial<ResourceDefinition>): ResourceDefinition => thing({}, more);

describe("check", () => {
  const reasons = (definition: ResourceDefinition, news: Bag, more: Partial<typeof settings> = {}): string[] =>
    check(definition, {}, news, { ...settings, ...more }).failures.map(({ reason }) => reason);

  test("gives the inputs back with defaults, secrets sealed", () => {
    expect(check(thing(), {}, { name: "a", apiKey: "s", tags: sealed({ t: "1" }) }, settings)).toEqual({
      inputs: { name: "a", apiKey: sealed("s"), tags: { t: "1" }, onDelete: "keep" },
      failures: [],
      secretPlaces: [],
    });
  });

  test("names all mistakes at once, in no property of their own, and the configuration that is missing once", () => {
    const definition = made({
      apis: ["ml", "model"],
      *rules({ size }) {
        if (size === 3) yield { path: "size", reason: "must not be three" };
      },
    });
    const { failures } = check(
      definition,
      {},
      { ...a, size: 3, sise: 3, mode: 7 },
      { ...settings, missing: () => ["mlEndpoint is not configured"] },
    );
    expect(failures.map(({ property }) => property)).toEqual(["", "", "", ""]);
    expect(failures.map(({ reason }) => reason)).toEqual([
      "mode: must be a string, not a number",
      "sise: is not an argument",
      "size: must not be three",
      "mlEndpoint is not configured",
    ]);
  });

  test("lets a rule that stumbles over a mistake be silent, and shows a rule that is wrong by itself", () => {
    const definition = made({
      *rules({ parts }) {
        for (const part of parts as { name: string }[])
          if (part.name.startsWith("x")) yield { path: "parts", reason: "no x" };
      },
    });
    expect(reasons(definition, { ...a, parts: 7 })).toEqual(["parts: must be an array, not a number"]);
    expect(() => check(definition, {}, { ...a }, settings)).toThrow(TypeError);
  });

  test("null counts as not given; a number that is none is a mistake", () => {
    expect(check(thing(), {}, { ...a, mode: null, tags: null }, settings).inputs).toEqual({
      name: "a",
      size: 1,
      onDelete: "keep",
    });
    expect(reasons(thing(), { ...a, size: Number.NaN })).toEqual(["size: must be a number, not null"]);
    expect(reasons(thing(), { ...a, size: Number.POSITIVE_INFINITY })).toEqual(["size: must be a number, not null"]);
  });

  test("a value that is not known yet never fails, and defaults that depend on others wait for it", () => {
    const definition = made({ defaults: ({ size }: Bag) => ({ mode: size === UNKNOWN ? UNKNOWN : "m" }) });
    expect(
      check(
        definition,
        {},
        { name: UNKNOWN, size: UNKNOWN, tags: { t: UNKNOWN }, parts: [UNKNOWN, { name: UNKNOWN, on: UNKNOWN }] },
        settings,
      ),
    ).toMatchObject({ failures: [], inputs: { mode: UNKNOWN } });
    expect(check(definition, {}, a, settings).inputs).toMatchObject({ mode: "m" });
  });

  test("what can be derived is known; a given value of that name is not taken", () => {
    const definition = {
      ...made({}),
      outputs: z.object({ link: z.string().meta(derived) }),
      derive: ({ name }: Bag) => ({ link: `to ${String(name)}` }),
    } as unknown as ResourceDefinition;
    expect(check(definition, {}, { ...a, link: "mine" }, settings)).toMatchObject({
      failures: [],
      inputs: { link: "to a" },
    });
    expect(check(definition, {}, { ...a, tags: { t: UNKNOWN } }, settings).inputs).toMatchObject({ link: UNKNOWN });
  });

  test("what the service would refuse is told only for a change in place", () => {
    const definition = made({
      *refusals() {
        yield { path: "mode", reason: "is refused" };
      },
    });
    expect(reasons(definition, a)).toEqual([]);
    expect(check(definition, a, { ...a, mode: "m" }, settings).failures).toHaveLength(1);
    expect(check(definition, a, { ...a, mode: "m", kind: "other" }, settings).failures).toEqual([]);
  });
});

describe("diff", () => {
  // The faces give both without seals.
  const plan = (olds: Bag, news: Bag, definition = thing()): object =>
    diff(definition, plain(olds) as Bag, plain(news) as Bag, silent);

  test.each<[string, Bag, Bag, object]>([
    ["nothing", a, a, { changes: false }],
    ["an edit in place", a, { ...a, size: 2 }, { deleteBeforeReplace: true }],
    ["an edit of what is fixed", a, { ...a, kind: "k" }, { replaces: ["kind"], deleteBeforeReplace: true }],
    ["another name", a, { ...a, name: "b" }, { replaces: ["name"], deleteBeforeReplace: true }],
    ["a name that is not known yet", a, { ...a, name: UNKNOWN }, { replaces: ["name"], deleteBeforeReplace: true }],
    ["an argument that is not known yet", a, { ...a, size: UNKNOWN }, { deleteBeforeReplace: true }],
    ["an argument taken away", { ...a, mode: "m" }, a, { deleteBeforeReplace: true }],
    ["another secret", { ...a, apiKey: sealed("x") }, { ...a, apiKey: "y" }, { deleteBeforeReplace: true }],
    ["the same secret", { ...a, apiKey: sealed("x") }, { ...a, apiKey: "x" }, { changes: false }],
    ["only `adopt`", a, { ...a, adopt: "always" }, { changes: false }],
    ["only how a delete is done", a, { ...a, onDelete: "purge" }, { deleteBeforeReplace: true }],
    [
      "outputs that the program does not have",
      { ...a, etag: "1", provisioningState: "Succeeded" },
      a,
      { changes: false },
    ],
    ["a resource that is not ready", { ...a, provisioningState: "Failed" }, a, { changes: true }],
    ["an entry that holds nothing yet", {}, a, { changes: true }],
  ])("%s", (_, olds, news, expected) => expect(plan(olds, news)).toEqual(expected));

  test("without an update every change replaces; a rebuild says why", () => {
    const { update: _, ...rest } = thing();
    expect(plan(a, { ...a, size: 2 }, rest as ResourceDefinition)).toEqual({
      replaces: ["size"],
      deleteBeforeReplace: true,
    });
    const told: string[] = [];
    const definition = made({
      *rebuilds() {
        yield { key: "parts", reason: "parts[0].on: cannot be changed in place" };
      },
    });
    expect(diff(definition, a, { ...a, parts: [{ name: "p" }] }, (reason) => told.push(reason))).toEqual({
      replaces: ["parts"],
      deleteBeforeReplace: true,
    });
    expect(told).toEqual(["parts[0].on: cannot be changed in place"]);
  });

  test("one that is created first is not deleted first", () => {
    expect(plan(a, { ...a, name: "b" }, made({ createFirst: () => true }))).toEqual({
      replaces: ["name"],
      deleteBeforeReplace: false,
    });
  });

  test("a harmless reference whose target is being replaced updates, one that is fixed replaces when it is another", () => {
    const pointing = (marks: object): ResourceDefinition =>
      ({
        ...thing(),
        inputs: z.object({
          to: z.string().meta({ ...references("search:Thing", { whenReplaced: "update" }), ...marks }),
        }),
      }) as unknown as ResourceDefinition;
    const [free, fixed] = [pointing({}), pointing({ replace: true })];
    const planned = (definition: ResourceDefinition, to: string): unknown => plan({ to: "x" }, { to }, definition);
    const inPlace = { deleteBeforeReplace: true };
    expect([planned(free, UNKNOWN), planned(free, "y")]).toEqual([inPlace, inPlace]);
    expect([planned(fixed, UNKNOWN), planned(fixed, "y")]).toEqual([
      inPlace,
      { replaces: ["to"], deleteBeforeReplace: true },
    ]);
  });

  test("a reference whose target is being replaced replaces, one that points elsewhere is changed in place", () => {
    const pointing = (field: z.ZodType): ResourceDefinition =>
      ({ ...thing(), inputs: z.object({ to: field }) }) as unknown as ResourceDefinition;
    const name = z.string().meta(references("search:Thing", { whenReplaced: "replace" }));
    const forms: [z.ZodType, unknown, unknown, unknown][] = [
      [name, "x", "y", UNKNOWN],
      [z.array(name), ["x"], ["y"], [UNKNOWN]],
      [
        z.array(z.string()).meta(references("search:Thing", { whenReplaced: "replace" })),
        ["x"],
        ["y", "z"],
        ["y", UNKNOWN],
      ],
      [
        z.strictObject({ inner: z.strictObject({ name }) }),
        { inner: { name: "x" } },
        { inner: { name: "y" } },
        { inner: { name: UNKNOWN } },
      ],
      [
        z.record(z.string(), z.strictObject({ name })),
        { k: { name: "x" } },
        { k: { name: "y" } },
        { k: { name: UNKNOWN } },
      ],
      [
        z.union([z.record(z.string(), z.int()), z.array(z.strictObject({ name }))]),
        [{ name: "x" }],
        [{ name: "y" }],
        [{ name: UNKNOWN }],
      ],
      [name, "x", "y", UNKNOWN],
    ];
    for (const [field, before, elsewhere, replaced] of forms) {
      expect(plan({ to: before }, { to: elsewhere }, pointing(field))).toEqual({ deleteBeforeReplace: true });
      expect(plan({ to: before }, { to: replaced }, pointing(field))).toEqual({
        replaces: ["to"],
        deleteBeforeReplace: true,
      });
    }
  });
});
