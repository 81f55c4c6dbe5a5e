import { ApiError, InitFailedError } from "../../provider/core/errors";
import { create, read, remove, update } from "../../provider/faces/dynamic";
import { Lists } from "../../provider/core/lists";
import type { ResourceDefinition } from "../../provider/core/resource";
import { lineOf } from "../../provider/faces/stored";
import type { Bag } from "../../provider/core/wire";
import { servers, type Got, none } from "./server";
import { connectionTo, keeping, thing, type Script } from "./thing";

const start = servers();
const lines = (got: Got[]): string[] => got.map(({ method, url }) => `${method} ${url}`);
const writes = (got: Got[]): string[] => lines(got).filter((line) => !line.startsWith("GET"));
const a = { name: "a", size: 1, onDelete: "keep", __provider: "text" };

/** A service with records and a connection to it. */
async function service(records: Record<string, Bag> = {}, script: Record<string, Script[]> = {}) {
  const kept = new Map(Object.entries(records));
  const server = await start(keeping(kept, script));
  return { kept, got: server.got, connection: connectionTo(server) };
}

const ways: [string, ResourceDefinition][] = [
  ["looked for first", thing()],
  ["If-None-Match", thing({ create: "ifNoneMatch", etag: true })],
  ["POST", thing({ create: "post" })],
];

describe.each(ways)("a create, %s", (_, definition) => {
  test("writes what is declared", async () => {
    const { kept, connection } = await service();
    expect(await create(definition, { ...a, tags: { t: "1" } }, connection)).toMatchObject({
      id: "/things/a",
      outs: { name: "a", size: 1, tags: { t: "1" }, address: "http:///things/a" },
    });
    expect(kept.get("/things/a")).toMatchObject({ name: "a", size: 1, tags: { t: "1" } });
    expect(kept.get("/things/a")).not.toHaveProperty("onDelete");
  });

  test("whose answer is lost made it: it is not another's that is taken over, also where `adopt` is `never`", async () => {
    const lost = [{ then: "drop" as const }];
    const { kept, got, connection } = await service({}, { PUT: [...lost], POST: [...lost] });
    expect(await create(definition, { ...a, adopt: "never" }, connection)).toMatchObject({ id: "/things/a" });
    expect([...kept.keys()]).toEqual(["/things/a"]);
    expect(writes(got).filter((line) => line.startsWith("POST")).length).toBeLessThanOrEqual(1);
    expect(connection.said.info).toEqual([]);
  });

  test("whose answer does not show it ends when a look does", async () => {
    const silent = { then: { status: 201 } };
    const { got, connection } = await service({}, { PUT: [silent], POST: [silent], GET: [none, none, none] });
    await create(definition, a, connection);
    expect(lines(got).at(-1)).toBe("GET /things/a");
    expect(lines(got).filter((line) => line === "GET /things/a")).toHaveLength(4);
  });

  test("that finds its name taken does not write", async () => {
    const { kept, connection } = await service({ "/things/a": { name: "a", size: 2 } });
    await expect(create(definition, a, connection)).rejects.toThrow(
      /^\/things\/a exists already and differs from the declaration at size\./,
    );
    await expect(create(definition, { ...a, adopt: "never" }, connection)).rejects.toThrow("`adopt` is `never`");
    expect(kept.get("/things/a")).toEqual({ name: "a", size: 2 });
    expect(await create(definition, { ...a, size: 2 }, connection)).toMatchObject({ id: "/things/a" });
    expect(connection.said.info).toEqual(["took over /things/a, which exists already"]);
  });
});

test("a create that looks first overwrites nothing that appears after the looks, or that one does not show", async () => {
  const careless = keeping(new Map([["/things/a", { name: "a", size: 2 }]]), { GET: [none] });
  const server = await start((got) => careless({ ...got, headers: {} }));
  const failure = create(thing(), a, connectionTo(server));
  await expect(failure).rejects.toThrow("exists already and differs from the declaration");
  expect(writes(server.got)).toEqual([]);
  const { kept, connection } = await service({ "/things/a": { name: "a", size: 2 } }, { GET: [none, none] });
  await expect(create(thing(), a, connection)).rejects.toThrow("exists already and differs from the declaration");
  expect(kept.get("/things/a")).toEqual({ name: "a", size: 2 });
});

describe("a 404 that says nothing at all", () => {
  const silent = { status: 404 };
  const listed = thing({ list: "/things" });
  const state = { id: "/things/a", ...a };
  const withList = async (names: string[]) => {
    const list = { json: { value: names.map((name) => ({ name, size: 1 })) } };
    return service(
      { "/things/a": { name: "a", size: 1 } },
      { GET: [silent, list, silent, list, silent, list, silent, list] },
    );
  };

  test("means that it is not there where the list of the service does not have it", async () => {
    const { connection } = await withList(["b"]);
    expect(await read(listed, "/things/a", state, connection)).toEqual({ id: "" });
  });

  test("is an error where the list has it, cannot be read, or does not exist", async () => {
    const { connection } = await withList(["a"]);
    await expect(read(listed, "/things/a", state, connection)).rejects.toThrow("answered 404");
    const closed = await service({}, { GET: Array.from({ length: 8 }, () => silent) });
    await expect(read(listed, "/things/a", state, closed.connection)).rejects.toThrow("answered 404");
    const alone = await service({}, { GET: [silent] });
    await expect(read(thing(), "/things/a", state, alone.connection)).rejects.toThrow("answered 404");
  });
});

test("a refusal is not replaced by that of the look after it", async () => {
  const [taken, forbidden] = [400, 403].map((status) => ({
    status,
    json: { error: { code: `C${status}`, message: "" } },
  }));
  const { connection } = await service({}, { PUT: [taken!], GET: [forbidden!] });
  await expect(create(thing({ create: "ifNoneMatch" }), a, connection)).rejects.toThrow("answered 400 C400");
});

test("what says that it exists already keeps the service's refusal", async () => {
  const { connection } = await service({ "/things/a": { name: "a", size: 2 } });
  const failure = create(thing({ create: "ifNoneMatch" }), a, connection);
  await expect(failure).rejects.toMatchObject({
    message: expect.stringContaining("exists already and differs from the declaration at size"),
    cause: { status: 412 },
  });
});

test("nor is that of a write on an old reading", async () => {
  const [stale, forbidden] = [412, 403].map((status) => ({
    status,
    json: { error: { code: `C${status}`, message: "" } },
  }));
  const definition = thing({ etag: true, deleteEtag: true });
  const refused = async (script: Record<string, Script[]>) =>
    (await service({ "/things/a": { name: "a", size: 1 } }, script)).connection;
  const updating = await refused({ PUT: [stale!], GET: [{ json: { name: "a", size: 1 } }, forbidden!] });
  const edit = update(definition, "/things/a", a, { ...a, size: 2 }, updating);
  await expect(edit).rejects.toThrow("PUT /things/a answered 412 C412");
  const removing = await refused({ DELETE: [stale!], GET: [forbidden!] });
  const removal = remove(definition, "/things/a", { ...a, etag: '"0"' }, removing);
  await expect(removal).rejects.toThrow("DELETE /things/a answered 412 C412");
});

test("a create is one request where the service refuses what exists, answers with what it has, and gives it an ETag", async () => {
  const { got, connection } = await service();
  await create(thing({ create: "ifNoneMatch", etag: true }), a, connection);
  expect(lines(got)).toEqual(["PUT /things/a"]);
});

test("without an ETag a look tells when a write shows, whatever its answer showed", async () => {
  const { got, connection } = await service({}, { GET: [none, none, none] });
  await create(thing(), a, connection);
  const look = "GET /things/a";
  expect(lines(got)).toEqual([look, look, "PUT /things/a", look, look]);
});

test("an answer that leaves the ETag out is followed by a look, as what it leaves out would count as changed later", async () => {
  const silent = { then: { status: 201, json: { name: "a", size: 1 } } };
  const { connection } = await service({}, { PUT: [silent] });
  const definition = thing({
    create: "ifNoneMatch",
    etag: true,
    fromBody: (body) => ({ ...body, etag: body["@odata.etag"] }),
  });
  const { id, outs } = await create(definition, a, connection);
  expect(outs["etag"]).toBe('"1"');
  expect((await read(definition, id, outs, connection)).props).toEqual(outs);
});

test("the ETag of the record counts, and not that of a header, which a proxy may have weakened", async () => {
  const record = { name: "a", size: 1, "@odata.etag": '"7"' };
  const weakened = { headers: { etag: 'W/"7"' }, json: record };
  const { kept, connection } = await service(
    { "/things/a": record },
    { GET: Array.from({ length: 20 }, () => weakened) },
  );
  await update(thing({ etag: true }), "/things/a", { ...a }, { ...a, size: 2 }, connection);
  expect(kept.get("/things/a")).toMatchObject({ size: 2 });
});

test("a weak ETag, which never matches, is no condition of an update or a delete; a strong one beside it is", async () => {
  const weak = { name: "a", size: 1, "@odata.etag": 'W/"7"' };
  const definition = thing({ etag: true, deleteEtag: true, gone: "atOnce" });
  const conditions = async (etag: string): Promise<unknown[]> => {
    const shown = Array.from({ length: 2 }, () => ({ headers: { etag }, json: weak }));
    const { got, connection } = await service({ "/things/a": weak, "/things/b": weak }, { GET: shown });
    await update(definition, "/things/a", { ...a }, { ...a, size: 2 }, connection);
    await remove(definition, "/things/b", { ...a, name: "b", etag: 'W/"7"' }, connection);
    return got.filter(({ method }) => method !== "GET").map(({ headers }) => headers["if-match"]);
  };
  expect(await conditions('W/"7"')).toEqual([undefined, undefined]);
  expect((await conditions('"7"'))[0]).toBe('"7"');
});

describe("what a list shows otherwise than the state is read by itself", () => {
  const definition = thing({ list: "/things" });
  const state = { name: "a", size: 1, tags: { t: "1" }, address: "http:///things/a" };
  test.each<[string, Bag]>([
    ["an old value", { name: "a", size: 0, tags: { t: "1" }, address: "http:///things/a" }],
    ["a part of a map", { name: "a", size: 1, tags: {}, address: "http:///things/a" }],
    ["without an output", { name: "a", size: 1, tags: { t: "1" } }],
  ])("%s", async (_, entry) => {
    const { got, connection } = await service({
      "/things/a": { name: "a", size: 1, tags: { t: "1" }, address: "http:///things/a" },
      "/things/b": { name: "b", size: 1, address: "http:///things/b" },
      "/things": { value: [entry, { name: "b", size: 1, address: "http:///things/b" }] },
    });
    const lists = new Lists();
    const open: typeof connection.open = (...args) => ({ ...connection.open(...args), lists });
    const shared = { ...connection, open };
    const [one, other] = await Promise.all([
      read(definition, "/things/a", state, shared),
      read(definition, "/things/b", { name: "b", size: 1, address: "http:///things/b" }, shared),
    ]);
    expect([one.props, other.props]).toMatchObject([state, { name: "b" }]);
    expect(lines(got)).toEqual(["GET /things", "GET /things/a"]);
  });
});

test("a POST whose answer is lost is looked for, and sent again when no look shows that it arrived", async () => {
  const lost = await service({}, { POST: ["drop", { status: 502 }] });
  await create(thing({ create: "post" }), { ...a, adopt: "never" }, lost.connection);
  expect(lines(lost.got).slice(0, 3)).toEqual(["POST /things", "GET /things/a", "GET /things/a"]);
  expect(writes(lost.got)).toEqual(["POST /things", "POST /things", "POST /things"]);
  // A look that has to wait for its turn takes all the time that there is for it to show.
  const late = await service(
    {},
    {
      POST: [{ then: "drop" }],
      GET: [{ status: 429, headers: { "retry-after": "5" } }, none, none],
    },
  );
  await create(thing({ create: "post" }), { ...a, adopt: "never" }, late.connection);
  expect(writes(late.got)).toEqual(["POST /things"]);
});

test("a create whose answer is lost does not count what a look still shows of a deleted one as another's", async () => {
  const before = { json: { name: "a", size: 7 } };
  const put = await service({}, { PUT: ["drop"], GET: [{ json: { name: "a", size: 1, tags: { of: "before" } } }] });
  expect(await create(thing({ create: "ifNoneMatch", etag: true }), a, put.connection)).toMatchObject({
    outs: { size: 1 },
  });
  expect([...put.kept.keys()]).toEqual(["/things/a"]);
  const post = await service({}, { POST: [{ then: "drop" }], GET: [before, before] });
  expect(await create(thing({ create: "post" }), a, post.connection)).toMatchObject({ outs: { size: 1 } });
  expect(writes(post.got)).toEqual(["POST /things"]);
  const same = { json: { name: "a", size: 1, etag: "1" } };
  const replaced = await service({}, { POST: ["drop"], GET: [same, same] });
  const definition = thing({ create: "post", etag: true });
  replaced.connection.compared.set(lineOf(definition.kind, a)!, { olds: { etag: "1" }, news: {}, oldSecretPlaces: [] });
  await create(definition, a, replaced.connection);
  expect(writes(replaced.got)).toEqual(["POST /things", "POST /things"]);
  const other = await service({ "/things/a": { name: "a", size: 7 } }, { POST: ["drop"] });
  await expect(create(thing({ create: "post" }), a, other.connection)).rejects.toThrow(
    "exists already and differs from the declaration at size",
  );
});

test("a refused create keeps nothing and tells the service's words", async () => {
  for (const [, definition] of ways) {
    const refusal = { status: 400, json: { error: { code: "Bad", message: "no" } } };
    const { connection } = await service({}, { PUT: [refusal], POST: [refusal] });
    await expect(create(definition, a, connection)).rejects.toBeInstanceOf(ApiError);
  }
});

describe("what was accepted", () => {
  const accepted = (status = 202, headers: Record<string, string> = {}) => ({
    then: { status, headers: { "retry-after": "0", ...headers } },
  });

  test("is followed until it shows, at rest", async () => {
    const { connection } = await service(
      {},
      {
        PUT: [accepted()],
        GET: [
          none,
          none,
          none,
          { json: { name: "a", provisioningState: "Creating" } },
          { json: { name: "a", size: 0, provisioningState: "Succeeded" } },
        ],
      },
    );
    expect(await create(thing(), a, connection)).toMatchObject({ outs: { address: "http:///things/a" } });
  });

  test("is read again after an operation, whatever its first answer showed", async () => {
    const done = { json: { status: "Succeeded" } };
    for (const header of ["operation-location", "azure-asyncoperation"]) {
      const { connection } = await service(
        {},
        {
          PUT: [
            {
              then: {
                status: 200,
                headers: { [header]: "/operations/1", "retry-after": "0" },
                json: { name: "a", size: 1 },
              },
            },
          ],
          GET: [none, none, done],
        },
      );
      expect(await create(thing(), a, connection)).toMatchObject({ outs: { address: "http:///things/a" } });
    }
  });

  test(
    "that fails keeps its id, its state and its reasons, and what `explain` adds; a failing `explain` hides " +
      "nothing",
    async () => {
      const broken = {
        json: {
          name: "a",
          size: 1,
          address: "x",
          provisioningState: "Failed",
          properties: { error: { code: "Quota", message: "no cores" } },
        },
      };
      for (const explain of [async () => "; the log says: boom", async () => Promise.reject(new Error("no log"))]) {
        const { connection } = await service({}, { PUT: [accepted()], GET: [none, none, broken, broken] });
        const failure = await create(thing({ explain }), a, connection).catch(
          (error: unknown) => error as InitFailedError,
        );
        expect(failure).toBeInstanceOf(InitFailedError);
        expect(failure).toMatchObject({
          id: "/things/a",
          properties: { name: "a", size: 1, address: "x", provisioningState: "Failed", __provider: "text" },
        });
        expect((failure as InitFailedError).reasons[0]).toMatch(
          /^creating \/things\/a ended as Failed: \[Quota\] no cores/,
        );
      }
    },
  );

  test("a failure of before is no failure of an operation that succeeded", async () => {
    const old = { json: { name: "a", size: 1, provisioningState: "Failed" } };
    const { connection } = await service(
      { "/things/a": { name: "a", size: 1, provisioningState: "Failed" } },
      {
        PUT: [accepted(201, { "azure-asyncoperation": "/operations/1" })],
        GET: [
          old,
          { json: { status: "Succeeded" } },
          old,
          { json: { name: "a", size: 1, provisioningState: "Succeeded" } },
        ],
      },
    );
    expect(await update(thing(), "/things/a", { ...a, provisioningState: "Failed" }, a, connection)).toMatchObject({
      outs: { provisioningState: "Succeeded" },
    });
  });
});

describe("an update", () => {
  test("changes what is declared, clears what is declared no more, and keeps what others wrote", async () => {
    const { kept, got, connection } = await service({
      "/things/a": {
        name: "a",
        size: 1,
        mode: "m",
        tags: { t: "1", cost: "x" },
        parts: [{ name: "p" }, { name: "theirs" }],
        other: true,
      },
    });
    await update(
      thing(),
      "/things/a",
      { ...a, mode: "m", tags: { t: "1" }, parts: [{ name: "p" }] },
      { ...a, size: 2 },
      connection,
    );
    expect(kept.get("/things/a")).toMatchObject({
      name: "a",
      size: 2,
      tags: { cost: "x" },
      parts: [{ name: "theirs" }],
      other: true,
    });
    expect(kept.get("/things/a")).not.toHaveProperty("mode");
    expect(writes(got)).toEqual(["PUT /things/a"]);
  });

  test("that only steers the provider writes nothing", async () => {
    const { got, connection } = await service({ "/things/a": { name: "a", size: 1 } });
    await update(thing(), "/things/a", a, { ...a, onDelete: "purge" }, connection);
    expect(writes(got)).toEqual([]);
  });

  test("is written although a reading seems to show it already: readings may be old", async () => {
    const { kept, connection } = await service(
      { "/things/a": { name: "a", size: 2 } },
      { GET: [{ json: { name: "a", size: 1 } }] },
    );
    await update(thing(), "/things/a", { ...a, size: 2 }, a, connection);
    expect(kept.get("/things/a")).toMatchObject({ size: 1 });
  });

  test("rests on a fresh reading when somebody else wrote in between, and on its own lost success", async () => {
    const record = { name: "a", size: 1, "@odata.etag": '"x"' };
    const { kept, got, connection } = await service(
      { "/things/a": { ...record, "@odata.etag": '"y"', other: 1 } },
      { GET: [{ json: record }] },
    );
    await update(thing({ etag: true }), "/things/a", a, { ...a, size: 2 }, connection);
    expect(kept.get("/things/a")).toMatchObject({ size: 2, other: 1 });
    expect(got.filter(({ method }) => method === "PUT").map(({ headers }) => headers["if-match"])).toEqual([
      '"x"',
      '"y"',
    ]);
    const lost = await service({ "/things/a": record }, { PUT: [{ then: "drop" }] });
    await update(thing({ etag: true }), "/things/a", a, { ...a, size: 2 }, lost.connection);
    expect(writes(lost.got)).toEqual(["PUT /things/a", "PUT /things/a"]);
  });

  test("whose reading does not show it yet is no create", async () => {
    const { kept, connection } = await service({ "/things/a": { name: "a", size: 1, others: true } }, { GET: [none] });
    await update(thing({ create: "ifNoneMatch", etag: true }), "/things/a", a, { ...a, size: 2 }, connection);
    expect(kept.get("/things/a")).toMatchObject({ size: 2, others: true });
  });

  test.each(ways)("of what is not there any more creates it and says so: %s", async (_, definition) => {
    const { kept, connection } = await service();
    await update(definition, "/things/a", a, { ...a, size: 2 }, connection);
    expect(kept.get("/things/a")).toMatchObject({ size: 2 });
    expect(connection.said.info).toEqual(["/things/a is gone; creating it again"]);
  });

  test.each(ways)("believes no single look that it is gone, and then overwrites nothing: %s", async (_, definition) => {
    const theirs = { name: "a", size: 1, tags: { of: "others" } };
    for (const looks of [1, 2, 3, 4]) {
      const { kept, connection } = await service({ "/things/a": { ...theirs } }, { GET: Array(looks).fill(none) });
      await update(definition, "/things/a", a, { ...a, size: 2 }, connection).catch(() => {});
      expect(kept.get("/things/a")).toMatchObject({ tags: { of: "others" } });
    }
  });

  test("of what is made once does not make it again", async () => {
    const { got, connection } = await service();
    const failure = update(thing({ once: "it is made once" }), "/things/a", a, { ...a, size: 2 }, connection);
    await expect(failure).rejects.toThrow("/things/a is gone, and it is made once");
    expect(writes(got)).toEqual([]);
  });

  test("that fails keeps the outputs of before, where nothing else is known", async () => {
    const { connection } = await service(
      { "/things/a": { name: "a", size: 1 } },
      {
        PUT: [{ status: 202, headers: { "azure-asyncoperation": "/operations/1", "retry-after": "0" } }],
        GET: [{ json: { name: "a", size: 1 } }, { json: { status: "Failed" } }, { status: 403 }],
      },
    );
    const failure = await update(
      thing(),
      "/things/a",
      { ...a, address: "known", issuedKey: "k" },
      { ...a, size: 2 },
      connection,
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({ properties: { size: 2, address: "known" } });
    expect(JSON.stringify((failure as InitFailedError).properties)).toContain(
      '"issuedKey":{"4dabf18193072939515e22adb298388d"',
    );
  });
});

test("a read looks some times for what was stored before it counts as gone; what never was stored is asked for once", async () => {
  const { kept, got, connection } = await service({ "/things/a": { name: "a", size: 1 } }, { GET: [none, none, none] });
  expect(await read(thing(), "/things/a", a, connection)).toMatchObject({ id: "/things/a", props: { size: 1 } });
  expect(lines(got)).toHaveLength(4);
  kept.clear();
  expect(await read(thing(), "/things/a", a, connection)).toEqual({ id: "" });
  got.length = 0;
  await expect(read(thing(), "/things/a", { __provider: "text" }, connection)).rejects.toThrow("does not exist");
  expect(lines(got)).toHaveLength(1);
});

describe("a delete", () => {
  const there = { "/things/a": { name: "a", size: 1, "@odata.etag": '"1"' } };

  test("returns when the name is free again; one that is gone already is a success", async () => {
    const { got, connection } = await service(there, {
      DELETE: [{ then: { status: 204 } }],
      GET: [{ json: { name: "a", provisioningState: "Deleting" } }, { json: { name: "a" } }],
    });
    await remove(thing(), "/things/a", a, connection);
    expect(lines(got)).toEqual(["DELETE /things/a", "GET /things/a", "GET /things/a", "GET /things/a"]);
    await remove(thing(), "/things/a", a, connection);
    await remove(thing({ etag: true, gone: "atOnce" }), "/things/a", a, connection);
  });

  test("of one that had failed is no failure; one that fails while it is deleted is", async () => {
    const broken = { json: { name: "a", provisioningState: "Failed" } };
    const { connection } = await service(there, { DELETE: [{ then: { status: 202 } }], GET: [broken, broken] });
    await remove(thing(), "/things/a", a, connection);
    const stuck = await service(there, {
      DELETE: [{ status: 202 }],
      GET: [{ json: { name: "a", provisioningState: "Deleting" } }, broken],
    });
    await expect(remove(thing(), "/things/a", a, stuck.connection)).rejects.toThrow(
      "deleting /things/a ended as Failed",
    );
  });

  test("that is only accepted believes no single look that it is gone: it may fail yet", async () => {
    const state = (provisioningState: string) => ({ json: { name: "a", provisioningState } });
    const { connection } = await service(there, {
      DELETE: [{ status: 202 }],
      GET: [state("Deleting"), none, none, state("Deleting"), none, state("Failed")],
    });
    await expect(remove(thing(), "/things/a", a, connection)).rejects.toThrow("deleting /things/a ended as Failed");
  });

  test("is one request where the service answers at once", async () => {
    const { got, connection } = await service(there);
    await remove(thing({ etag: true, gone: "atOnce" }), "/things/a", a, connection);
    expect(got.map(({ method, headers }) => [method, headers["if-match"]])).toEqual([["DELETE", undefined]]);
  });

  test("is sent though a reading does not show the resource yet", async () => {
    const { kept, connection } = await service({ "/things/a": { name: "a" } }, { GET: [none] });
    await remove(thing({ etag: true, deleteEtag: true, gone: "atOnce" }), "/things/a", a, connection);
    expect(kept.size).toBe(0);
  });

  test("carries the ETag that the state knows, and that of a fresh reading only when somebody wrote since", async () => {
    const conditional = thing({ etag: true, deleteEtag: true, gone: "atOnce" });
    const sent = async (etag: string | undefined, before: Parameters<typeof service>[1] = {}): Promise<unknown[]> => {
      const { kept, got, connection } = await service(there, before);
      await remove(conditional, "/things/a", { ...a, etag }, connection);
      expect(kept.size).toBe(0);
      return got.map(({ method, headers }) => [method, headers["if-match"]]);
    };
    expect(await sent('"1"')).toEqual([["DELETE", '"1"']]);
    expect(await sent('"0"')).toEqual([
      ["DELETE", '"0"'],
      ["GET", undefined],
      ["DELETE", '"1"'],
    ]);
    expect(await sent(undefined, { GET: [{ json: { "@odata.etag": '"old"' } }] })).toEqual([
      ["GET", undefined],
      ["DELETE", '"old"'],
      ["GET", undefined],
      ["DELETE", '"1"'],
    ]);
  });
});

describe("a delete that is said to find nothing", () => {
  const there = { "/things/a": { name: "a", size: 1, "@odata.etag": '"1"' } };
  const old = { json: there["/things/a"] };
  const atOnce = thing({ etag: true, deleteEtag: true, gone: "atOnce" });
  const stored = { ...a, etag: '"1"' };

  test.each([
    ["waited for", thing()],
    ["gone at once", atOnce],
  ])("is sent again as long as a look shows the resource: %s", async (_, definition) => {
    const { kept, got, connection } = await service(there, { DELETE: [none, none], GET: [none, none, none] });
    await remove(definition, "/things/a", stored, connection);
    expect(kept.size).toBe(0);
    expect(writes(got)).toHaveLength(3);
    expect(lines(got).slice(0, 6)).toEqual([
      "DELETE /things/a",
      ...Array.from({ length: 4 }, () => "GET /things/a"),
      "DELETE /things/a",
    ]);
  });

  test("is one request, and some looks, where it is gone", async () => {
    const { got, connection } = await service({}, { DELETE: [none] });
    await remove(atOnce, "/things/a", stored, connection);
    expect(lines(got)).toEqual(["DELETE /things/a", ...Array.from({ length: 4 }, () => "GET /things/a")]);
  });

  test("after an answer that was lost ends when looks show no more what was there", async () => {
    const { got, connection } = await service(there, { DELETE: [{ then: "drop" }, none, none], GET: [old, none, old] });
    await remove(atOnce, "/things/a", stored, connection);
    expect(lines(got).at(-1)).toBe("GET /things/a");
  });

  test("does not delete what somebody has made in the meantime", async () => {
    const other = { "/things/a": { name: "a", size: 2, "@odata.etag": '"2"' } };
    const { kept, connection } = await service(other, { DELETE: [none] });
    await expect(remove(atOnce, "/things/a", stored, connection)).rejects.toThrow(
      /^DELETE \/things\/a answered 404 NotFound: none\nNow its name belongs to something that somebody has made .*`pulumi state delete`/,
    );
    expect(kept.size).toBe(1);
    await remove(atOnce, "/things/a", stored, connection);
    expect(kept.size).toBe(0);
  });

  test("does not delete either what came after a version that the state does not know", async () => {
    const [edited, other] = ['"5"', '"6"'].map((etag) => ({ json: { ...a, "@odata.etag": etag } }));
    const stale = { status: 412, json: { error: { code: "", message: "stale" } } };
    const { got, connection } = await service(there, {
      DELETE: [stale, { then: none }],
      GET: [edited!, ...Array.from({ length: 9 }, () => other!)],
    });
    await expect(remove(atOnce, "/things/a", stored, connection)).rejects.toThrow("Now its name belongs to something");
    expect(writes(got)).toHaveLength(2);
  });

  test("waits where a look shows that it is being deleted", async () => {
    const going = { json: { ...a, provisioningState: "Deleting" } };
    const { got, connection } = await service(there, { DELETE: [{ then: none }], GET: [going, going, going] });
    await remove(thing(), "/things/a", a, connection);
    expect(writes(got)).toHaveLength(1);
  });

  test("is not believed where a page says that it is done", async () => {
    const page = { status: 200, text: "<html>sign in</html>" };
    const { kept, connection } = await service(there, { DELETE: [page] });
    const failure = remove(atOnce, "/things/a", stored, connection);
    await expect(failure).rejects.toThrow("DELETE /things/a answered 200: an HTML page");
    expect(kept.size).toBe(1);
  });

  test("is an error that says what to do where the service stays with that, and shows it", async () => {
    const { connection } = await service(there, { DELETE: Array.from({ length: 20 }, () => none) });
    const failure = remove(thing(), "/things/a", { ...a, __timeouts: { delete: "2s" } }, connection);
    await expect(failure).rejects.toThrow(
      /^DELETE \/things\/a answered 404 NotFound: none\nGET \/things\/a still shows it, so it stays in the state: .*`pulumi refresh`/,
    );
  });
});

test("a write waits while another operation runs", async () => {
  const busy = { status: 409, json: { error: { code: "Busy", message: "updating" } } };
  const isBusy = (error: ApiError): boolean => error.code === "Busy";
  const { got, connection } = await service({}, { PUT: [busy, busy], DELETE: [busy] });
  await create(thing({ isBusy }), a, connection);
  await remove(thing({ isBusy }), "/things/a", a, connection);
  expect(writes(got)).toEqual([
    "PUT /things/a",
    "PUT /things/a",
    "PUT /things/a",
    "DELETE /things/a",
    "DELETE /things/a",
  ]);
  expect(connection.said.progress).toContain("waiting for another operation: updating");
});
