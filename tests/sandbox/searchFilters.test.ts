import fc from "fast-check";
import type { Sandbox } from "../../sandbox";
import { leaves } from "../../sandbox/search/indexes/field";
import { filterTest } from "../../sandbox/search/query/filter";
import { indexOf } from "../../sandbox/search/indexes/indexSchema";
import { type Json, callsOf, lamps, searchesOf, stock, stocked } from "./searchCalls";

let sandbox: Sandbox;
const call = callsOf(() => sandbox);
const { search, ids } = searchesOf(call);

beforeAll(async () => {
  sandbox = await stocked();
});
afterAll(() => sandbox.close());

it.each<[string, string[]]>([
  ["stock eq 4", ["p1"]],
  ["stock ne 4", ["p2", "p3"]],
  ["stock gt 0 and stock lt 4", ["p3"]],
  ["stock ge 1 and price le 300.5", ["p1", "p3"]],
  ["price gt -1e2", ["p1", "p2", "p3"]],
  ["stock eq 0 or stock eq 1 and price lt 100", ["p2"]],
  ["(stock eq 0 or stock eq 1) and price gt 100", ["p3"]],
  ["not (stock eq 0)", ["p1", "p3"]],
  ["not sold", ["p2", "p3"]],
  ["sold", ["p1"]],
  ["sold eq false", ["p2"]],
  ["sold eq null", ["p3"]],
  ["since ne null", ["p3"]],
  ["since lt 2024-05-01T00:00:01Z", ["p3"]],
  ["title eq 'Desk'", ["p3"]],
  ["title eq 'It''s'", []],
  ["search.in(id, 'p1,p3')", ["p1", "p3"]],
  ["search.in(title, 'Desk|Red floor lamp', '|')", ["p2", "p3"]],
  ["not search.in(id, 'p1 p3')", ["p2"]],
  ["tags/any(t: t eq 'desk')", ["p1", "p3"]],
  ["tags/any(t: search.in(t, 'metal, floor'))", ["p1", "p2"]],
  ["tags/all(t: t ne 'desk')", ["p2"]],
  ["tags/any()", ["p1", "p2", "p3"]],
  ["tags/any(t: t eq 'desk') and stock eq 1", ["p3"]],
])("%s lets through %j", async (filter, found) => {
  expect(await ids({ filter })).toEqual(found);
});

it("is understood or refused, whatever it says", () => {
  const words = fc.constantFrom(
    "stock",
    "title",
    "tags/any(",
    "t:",
    "eq",
    "gt",
    "'x",
    "'",
    "4",
    "null",
    "and",
    "or",
    "not",
    "(",
    ")",
    "search.in(",
    ",",
    "geo.x",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
      try {
        filterTest(parts.join(" "), leaves(indexOf(lamps).fields))(stock[0] ?? {});
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }),
  );
});

it("narrows a search without changing its scores", async () => {
  const [all, some] = [await search({ search: "lamp" }), await search({ search: "lamp", filter: "stock eq 4" })];
  expect(some.body.value).toEqual(all.body.value.filter((each: Json) => each.id === "p1"));
});

it.each<[string, string]>([
  ["colour eq 'blue'", "no field 'colour'"],
  ["text eq 'x'", "'text' is not filterable"],
  ["stock eq '4'", "'stock' is of type Edm.Int32"],
  ["title gt 4", "'title' is of type Edm.String"],
  ["stock", "needs a boolean"],
  ["tags eq 'desk'", "needs any or all"],
  ["title/any(t: t eq 'x')", "no collection"],
  ["geo.distance(title, 1) lt 3", "'geo.distance' is not supported"],
  ["stock add 1 eq 2", "the operator 'add' is not supported"],
  ["stock eq", "the end found"],
  ["(stock eq 1", "')' was expected"],
  ["stock eq 1 stock eq 2", "the end was expected"],
  ["stock = 1", "position"],
  ["title eq 'open", "position"],
  ["4 eq stock", "a field was expected"],
])("%s is refused", async (filter, part) => {
  const answer = await search({ filter });
  expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("$filter") } } });
  expect(answer.body.error.message).toContain(part);
});
