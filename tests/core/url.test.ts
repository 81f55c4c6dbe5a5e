import { path, segment } from "../../provider/core/http";
import { fill, namesIn, parse } from "../../provider/core/url";
import { UNKNOWN } from "../../provider/core/wire";

const settings = {
  get: () => undefined,
  missing: () => [],
  address: () => undefined,
  need: (key: string) => (key === "group" ? "rg" : fail(key)),
};
const fail = (key: string): never => {
  throw new Error(`${key} is not configured`);
};
const template = "/groups/{group}/places/{place}/things/{name}";

test("a path is filled from the arguments, then from the configuration", () => {
  expect(namesIn(template)).toEqual(["group", "place", "name"]);
  expect(fill(template, { place: "p", name: "n" }, settings)).toBe("/groups/rg/places/p/things/n");
  expect(fill(template, { group: "own", place: "p", name: 7 }, settings)).toBe("/groups/own/places/p/things/7");
  expect(() => fill(template, { name: "n" }, settings)).toThrow("place is not configured");
  expect(() => fill(template, { place: UNKNOWN, name: "n" }, settings)).toThrow("`place` is not known yet");
});

test.each([
  "a b",
  "a/b",
  "a?b=c",
  "a#b",
  "50%",
  "ü",
  "日本",
  "a\\b",
  "a;b",
  "'quoted'",
  "fraud:3",
  "a%2Fb",
  "%2e%2e",
  "...",
  "$&",
  "a\nb",
  "😀",
])("`%s` stays one segment of the URL, there and back", (name) => {
  const filled = fill(template, { place: "p", name }, settings);
  const url = new URL(`http://host${filled}`);
  expect(url.pathname.split("/")).toHaveLength(7);
  expect([url.search, url.hash]).toEqual(["", ""]);
  expect(parse(template, url.pathname)).toEqual({ group: "rg", place: "p", name });
});

test.each([
  ["..", "`.` or `..`"],
  [".", "`.` or `..`"],
  ["", "empty"],
  ["\ud800", "not text"],
])("%j is refused", (name, reason) => {
  expect(() => segment(name)).toThrow(reason);
  expect(() => path`/a/${name}`).toThrow(reason);
});

test("a version stays readable in a URL", () => expect(segment("fraud:3")).toBe("fraud:3"));

test("a path is parsed without regard to the letter case of its fixed parts", () => {
  expect(parse(template, "/GROUPS/RG/Places/p/things/N")).toEqual({ group: "RG", place: "p", name: "N" });
  expect(parse(template, "/groups/rg/places/p/things/n/")).toEqual({ group: "rg", place: "p", name: "n" });
  expect(parse("/v1.0/{name}", "/v1.0/a%zz")).toEqual({ name: "a%zz" });
  expect(parse("{name}", "hub/chat:1")).toEqual({ name: "hub/chat:1" });
});

test.each(["/groups/rg/places/p", "things", "/groups/rg/places/p/things/n/more", "/v1x0", ""])(
  "a path of another form is an error that shows the form: `%s`",
  (id) => {
    expect(() => parse(template, id)).toThrow(`the id must have the form ${template}`);
    expect(() => parse("/v1.0", "/v1x0")).toThrow("must have the form");
  },
);
