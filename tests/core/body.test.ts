import { fromBody, merge, toBody, without } from "../../provider/core/body";

describe("the body of flat values", () => {
  const shape = { under: "properties", top: ["location", "tags"] };

  test("has them where the service wants them, and without what is missing", () => {
    expect(toBody(shape, { location: "eastus", tags: {}, description: "x", compute: undefined })).toEqual({
      location: "eastus",
      tags: {},
      properties: { description: "x" },
    });
    expect(toBody({}, { name: "a", fields: [] })).toEqual({ name: "a", fields: [] });
  });

  test("gives the flat values back; a name in two places counts where the service wants it", () => {
    expect(
      fromBody(shape, {
        id: "/a",
        location: "eastus",
        description: "of the envelope",
        properties: { description: "x", location: "inner" },
      }),
    ).toMatchObject({ id: "/a", location: "eastus", description: "x" });
    expect(fromBody(shape, { location: "eastus", properties: null })).toMatchObject({ location: "eastus" });
    expect(fromBody({}, { name: "a" })).toEqual({ name: "a" });
  });
});

describe("a declaration merged into what is there", () => {
  test("keeps what others and the service wrote", () => {
    const live = {
      tags: { team: "a", cost: "x" },
      properties: { traffic: { blue: 100 }, description: "old", added: true },
    };
    expect(
      merge(
        live,
        { tags: { team: "a" }, properties: { description: "old" } },
        { tags: { team: "b" }, properties: { description: "new" } },
      ),
    ).toEqual({
      tags: { team: "b", cost: "x" },
      properties: { traffic: { blue: 100 }, description: "new", added: true },
    });
  });

  test("takes away what was declared and is not any more, and nothing else", () => {
    expect(
      merge(
        { tags: { team: "a", env: "dev", cost: "x" }, description: "d", other: 1 },
        { tags: { team: "a", env: "dev" }, description: "d" },
        { tags: { team: "a" } },
      ),
    ).toEqual({ tags: { team: "a", cost: "x" }, other: 1 });
  });

  test("merges things with a name by it, in the order in which the service has them; new ones come last", () => {
    const live = [
      { name: "id", key: true, stored: true },
      { name: "theirs" },
      { name: "gone" },
      { name: "title", analyzer: "en" },
    ];
    expect(
      merge(
        live,
        [{ name: "id" }, { name: "gone" }, { name: "title", searchable: true }],
        [{ name: "title" }, { name: "new" }, { name: "id", key: true }],
      ),
    ).toEqual([
      { name: "id", key: true, stored: true },
      { name: "theirs" },
      { name: "title", analyzer: "en" },
      { name: "new" },
    ]);
  });

  test("takes all of ours from a list with names and keeps those of others", () => {
    expect(merge([{ name: "ours" }, { name: "theirs" }], [{ name: "ours" }], [])).toEqual([{ name: "theirs" }]);
  });

  test("replaces lists without names, texts and what changed its type", () => {
    expect(
      merge(
        { a: ["x", "y"], b: { c: 1 }, d: [{ path: "/x" }] },
        { a: ["x"] },
        { a: ["z"], b: "text", d: [{ path: "/y" }] },
      ),
    ).toEqual({ a: ["z"], b: "text", d: [{ path: "/y" }] });
  });

  test("writes over a key that came back in another letter case instead of sending both", () => {
    expect(merge({ ids: { "/rg/A": { clientId: "c" } } }, {}, { ids: { "/RG/a": {} } })).toEqual({
      ids: { "/RG/a": { clientId: "c" } },
    });
    expect(merge({ env: { path: "x", PATH: "y" } }, {}, { env: { PATH: "z" } })).toEqual({
      env: { path: "x", PATH: "z" },
    });
    expect(merge({ env: { Path: "x" } }, { env: { path: "x" } }, { env: {} })).toEqual({ env: {} });
  });

  test("of the same declaration changes nothing", () => {
    const live = {
      tags: { b: "2", a: "1" },
      fields: [{ name: "x", stored: true }, { name: "y" }],
      properties: { p: null },
    };
    expect(merge(live, { tags: { a: "1" } }, { tags: { a: "1" }, fields: [{ name: "y" }] })).toEqual(live);
  });

  test("treats names of the prototype like any other", () => {
    const entry = JSON.parse('{"__proto__":"x","constructor":"y"}') as object;
    const merged = merge({ tags: { a: "1" } }, {}, { tags: entry });
    expect(JSON.parse(JSON.stringify(merged))).toEqual({
      tags: JSON.parse('{"a":"1","__proto__":"x","constructor":"y"}'),
    });
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

test("a member that has a dot in its name is one", () => {
  expect(without({ "@odata.context": "x", id: "a" }, ["@odata.context"])).toEqual({ id: "a" });
});

test("a body without the members at dotted paths", () => {
  expect(
    without({ id: "a", properties: { state: "x", keep: 1, inner: { n: 1, m: 2 } } }, [
      "id",
      "properties.state",
      "properties.inner.n",
      "absent",
      "id.deeper",
    ]),
  ).toEqual({ properties: { keep: 1, inner: { m: 2 } } });
});
