import * as fc from "fast-check";
import { InitFailedError } from "../../provider/core/errors";
import { withAdvice } from "../../provider/core/physicalName";
import { bareOperation } from "../../provider/core/engineOperation";
import { check, diff } from "../../provider/core/plan";
import type { ResourceDefinition } from "../../provider/core/resource";
import { sealed, UNKNOWN, type Bag } from "../../provider/core/wire";
import { parted, placesIn } from "../../provider/faces/hidden";
import { onlineDeployment } from "../../provider/ml/deployment/onlineDeployment";
import { endpointTraffic } from "../../provider/ml/traffic/endpointTraffic";
import { index } from "../../provider/search/index/searchIndex";
import { seed } from "../faults/sample";

/** The names of what may be replaced by creating first, as the engine asks for them: check, diff, and check anew. */

const settings = {
  get: (key: string) => (/subscriptionId|resourceGroup|providerNamespace/.test(key) ? "x" : undefined),
  need: () => "x",
  missing: () => [] as string[],
  address: () => undefined,
};
const [Index, Deployment, Traffic] = [index, onlineDeployment, endpointTraffic] as unknown as [
  ResourceDefinition,
  ResourceDefinition,
  ResourceDefinition,
];

/** What the engine keeps of a resource after an `up`, and whether that has replaced it, creating first. */
interface After {
  state: Bag;
  replaced: boolean;
  first?: boolean;
}

const checked = (definition: ResourceDefinition, olds: Bag, program: Bag, compared?: Bag): Bag => {
  const [news, hidden] = parted(program);
  const oldSecretPlaces = placesIn(compared ?? olds);
  const operation = { ...bareOperation, secretPlaces: placesIn(hidden), oldSecretPlaces };
  const { inputs, failures } = check(definition, olds, news, settings, operation, compared);
  expect(failures).toEqual([]);
  return { ...inputs, ...hidden };
};

/** One `up` of a program after another; the engine asks about a replacement as if it were new. */
function up(definition: ResourceDefinition, before: Bag, program: Bag): After {
  const inputs = checked(definition, before, program);
  if (Object.keys(before).length === 0) return { state: inputs, replaced: false };
  const { replaces, deleteBeforeReplace } = diff(definition, before, inputs, () => {});
  if (replaces === undefined) return { state: inputs, replaced: false };
  return { state: checked(definition, {}, program, before), replaced: true, first: deleteBeforeReplace === false };
}

const field = (name: string, type = "Edm.String"): Bag => ({ name, type });
const lamps = (fields: Bag[], more: Bag = {}): Bag => ({
  name: "lamps",
  onReplace: "createFirst",
  fields: [{ ...field("id"), key: true }, ...fields],
  ...more,
});
const blue = (more: Bag = {}): Bag => ({
  name: "blue",
  workspace: "lab",
  endpoint: "serve",
  model: "/models/1",
  instanceType: "small",
  instanceCount: 1,
  onReplace: "createFirst",
  ...more,
});
const nameOf = ({ state }: After): string => state["name"] as string;

test("a name is the declared one and six digits, the same on every machine and in every version", () => {
  expect(checked(Index, {}, lamps([field("title")]))).toMatchObject({ name: "lamps-5bb2af", __name: "lamps" });
  expect(checked(Deployment, {}, blue())).toMatchObject({ name: "blue-1d8a1d", __name: "blue" });
  expect(checked(Index, {}, lamps([], { onReplace: undefined }))).not.toHaveProperty("__name");
});

test("in-place edits keep the name; a replacement has another, and remembers which it replaces", () => {
  const one = up(Index, {}, lamps([field("title")]));
  const added = up(Index, one.state, lamps([field("title"), field("text")], { description: "more" }));
  expect([added.replaced, nameOf(added)]).toEqual([false, nameOf(one)]);
  const removed = up(Index, added.state, lamps([field("title")]));
  expect(removed).toMatchObject({ replaced: true, first: true, state: { __replaced: { name: nameOf(one) } } });
  expect(nameOf(removed)).not.toBe(nameOf(one));
  const back = up(Index, removed.state, lamps([field("title"), field("text")], { description: "more" }));
  expect([back.replaced, nameOf(back)]).toEqual([false, nameOf(removed)]);
});

test("a program that goes back goes back to the name of then, as often as it likes", () => {
  const [small, large] = [blue(), blue({ instanceType: "large" })];
  const one = up(Deployment, {}, small);
  const two = up(Deployment, one.state, large);
  const three = up(Deployment, two.state, small);
  const four = up(Deployment, three.state, large);
  expect([nameOf(three), nameOf(four)]).toEqual([nameOf(one), nameOf(two)]);
  expect(new Set([nameOf(one), nameOf(two)]).size).toBe(2);
});

test("turned on or off, the argument renames nothing until a replacement is due", () => {
  const plain = up(Deployment, {}, blue({ onReplace: undefined }));
  expect(nameOf(plain)).toBe("blue");
  const on = up(Deployment, plain.state, blue());
  expect([on.replaced, nameOf(on)]).toEqual([false, "blue"]);
  const other = up(Deployment, on.state, blue({ instanceType: "large" }));
  expect(other).toMatchObject({ replaced: true, first: true, state: { __replaced: { name: "blue" } } });
  const off = up(Deployment, other.state, blue({ instanceType: "large", onReplace: "deleteFirst" }));
  expect([off.replaced, nameOf(off)]).toEqual([false, nameOf(other)]);
  const last = up(Deployment, off.state, blue({ onReplace: "deleteFirst" }));
  expect(last).toMatchObject({ replaced: true, first: false, state: { name: "blue" } });
});

test("another declared name replaces; one that is the name in use changes nothing", () => {
  const one = up(Index, {}, lamps([]));
  const renamed = up(Index, one.state, lamps([], { name: "lights" }));
  expect(renamed).toMatchObject({ replaced: true, first: true, state: { name: expect.stringMatching(/^lights-/) } });
  expect(up(Index, one.state, lamps([], { name: nameOf(one) }))).toMatchObject({ replaced: false });
});

test("traffic that names a deployment by its declared name is refused once it has another, as a map and as a list", () => {
  const refusals = (traffic: unknown, more: Bag = {}): unknown => {
    const { name } = checked(Deployment, {}, blue({ endpoint: "refused", ...more }));
    const program = { workspace: "lab", endpoint: "refused", traffic };
    const { failures } = check(Traffic, {}, program, settings, bareOperation);
    return [name, failures.map(({ reason }) => reason.replace(/: .*/, ""))];
  };
  const other = expect.stringMatching(/^blue-/);
  expect(refusals({ blue: 100 })).toEqual([other, ["traffic.blue"]]);
  expect(refusals([{ deployment: "Blue", percent: 100 }])).toEqual([other, ["traffic[0].deployment"]]);
  expect(refusals({ green: 100 })).toEqual([other, []]);
  expect(refusals({ blue: 100 }, { onReplace: "deleteFirst" })).toEqual(["blue", []]);
});

test("the name is not known where what counts is not, and known where only others are not", () => {
  expect(checked(Index, {}, lamps([field("title")], { fields: UNKNOWN }))["name"]).toBe(UNKNOWN);
  expect(checked(Index, {}, lamps([], { onReplace: UNKNOWN }))["name"]).toBe(UNKNOWN);
  expect(checked(Deployment, {}, blue({ model: UNKNOWN }))["name"]).toBe(nameOf(up(Deployment, {}, blue())));
});

test("defaults and secrets do not count", () => {
  const named = (more: Bag): unknown => checked(Index, {}, lamps([field("title")], more))["name"];
  const vectorizer = (httpHeaders?: unknown): Bag => ({
    vectorSearch: {
      vectorizers: [{ name: "v", kind: "customWebApi", customWebApiParameters: { uri: "/v", httpHeaders } }],
    },
  });
  const suggester = (searchMode?: string): Bag => ({
    suggesters: [{ name: "s", sourceFields: ["title"], searchMode }],
  });
  expect(named(vectorizer(sealed({ key: "one" })))).toBe(named(vectorizer(UNKNOWN)));
  expect(named(suggester("analyzingInfixMatching"))).toBe(named(suggester()));
  const marked = (title: string): Bag => lamps([field(title)], { __secrets: [["fields", "1", "name"]] });
  expect(checked(Index, {}, marked("one"))["name"]).toBe(checked(Index, {}, marked("two"))["name"]);
});

test("advice stands with what a service says of its room, not with what a container writes", () => {
  const told = (reason: string, Failed = (one: string): Error => new Error(one)): string => {
    const error = withAdvice(Failed(reason)) as Error & { reasons?: string[] };
    return error.reasons?.join("\n") ?? error.message;
  };
  const failed = (reason: string): Error => new InitFailedError("/blue", [reason]);
  for (const one of ["Index quota has been exceeded.", "There is no capacity left for this size."])
    expect([told(one), told(one, failed)]).toEqual(Array(2).fill(expect.stringContaining(`${one}\n\`onReplace`)));
  const other = "Container crashed\nThe last lines of its inference-server:\n  Max retries exceeded";
  expect([told(other), told(other, failed)]).toEqual([other, other]);
});

describe("for any names and any history", () => {
  const runs = { seed, numRuns: 200 };
  const indexName = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{1,127}$/).filter((name) => !name.includes("--"));
  const hostName = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9-]{1,30}[a-zA-Z0-9]$/);

  test.each([
    ["indexes", Index, indexName, (name: string) => lamps([], { name }), 128],
    ["deployments", Deployment, hostName, (name: string) => blue({ name }), 32],
  ] as const)("names of %s are valid and within their limit", (_, definition, names, program, longest) => {
    fc.assert(
      fc.property(names, (declared) => {
        const name = checked(definition, {}, program(declared))["name"] as string;
        expect(name.length).toBeLessThanOrEqual(longest);
        checked(definition, {}, { ...program(name), onReplace: "deleteFirst" });
      }),
      runs,
    );
  });

  /** The same value with its keys in another order. */
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, item]) => [key, shuffled(item)]),
          )
        : value;

  const fields = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
  const types = fc.constantFrom("Edm.String", "Edm.Int32");
  const edits = fc.record({
    fields: fc.tuple(fields, types).map(([names, type]) => names.map((name) => field(name, type))),
    description: fc.constantFrom("one", "two"),
    onReplace: fc.constantFrom("createFirst", "createFirst", "createFirst", "deleteFirst"),
  });

  test("a name depends on no order of keys, is kept by edits in place, and is never the one that it replaces", () => {
    fc.assert(
      fc.property(fc.array(edits, { minLength: 2, maxLength: 8 }), (history) => {
        let before: Bag = {};
        for (const { fields: some, ...more } of history) {
          const program = lamps(some, more);
          const after = up(Index, before, program);
          expect(nameOf(up(Index, before, shuffled(program) as Bag))).toBe(nameOf(after));
          if (Object.keys(before).length > 0 && !after.replaced) expect(nameOf(after)).toBe(before["name"]);
          if (after.first === true) expect(nameOf(after)).not.toBe(before["name"]);
          before = after.state;
        }
      }),
      runs,
    );
  });
});
