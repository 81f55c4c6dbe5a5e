import { finder } from "../../provider/core/listed";

/** What lists show of one record among many. */

const form = { url: "/groups/{group}/things/{name}", list: "/groups/{group}/things" };

test("a record is found by its name, by its id, and by an id whose path is written otherwise", () => {
  const records = [{ name: "one" }, { id: "/Groups/G/things/two" }, { id: "three" }];
  const find = finder(form, records);
  expect(["one", "two", "three"].map((name) => find(`/groups/g/things/${name}`))).toEqual(records);
});

test("letter case counts in names", () => {
  const find = finder(form, [{ name: "one" }, { id: "/groups/g/things/Two" }]);
  expect(["One", "two"].map((name) => find(`/groups/g/things/${name}`))).toEqual([undefined, undefined]);
});

test("of two records with one name, the first is meant", () => {
  expect(finder(form, [{ name: "one", first: true }, { name: "one" }])("/groups/g/things/one")).toHaveProperty("first");
});

test("many records are looked at once, however many of them are asked for", () => {
  let looks = 0;
  const records = Array.from({ length: 100 }, (_, i) => ({
    get name() {
      looks++;
      return `thing-${i}`;
    },
  }));
  const find = finder(form, records);
  for (let i = 0; i < 100; i++) expect(find(`/groups/g/things/thing-${i}`)).toBe(records[i]);
  expect(looks).toBe(100);
});
