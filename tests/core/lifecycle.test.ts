import * as z from "zod";
import { bareOperation } from "../../provider/core/engineOperation";
import { InitFailedError, OperationError, UserError } from "../../provider/core/errors";
import { create, read, remove, update } from "../../provider/faces/dynamic";
import { replace, unkept } from "../../provider/core/marks";
import { check, diff } from "../../provider/core/plan";
import { ExistsError, type ResourceDefinition } from "../../provider/core/resource";
import { compare } from "../../provider/core/ownership";
import { parted, timeoutOf } from "../../provider/faces/hidden";
import { lineOf } from "../../provider/faces/stored";
import { sealed, type Bag } from "../../provider/core/wire";
import { servers } from "./server";
import { connectionTo, keeping, thing } from "./thing";

const start = servers();
const hidden = { __provider: "text" };
const a = { name: "a", size: 1, onDelete: "keep", ...hidden };
const settings = {
  get: () => undefined,
  need: (key: string) => key,
  missing: () => [] as string[],
  address: () => undefined,
};
const silent = (): void => {};

/** A service with records and a connection to it. */
async function service(records: Record<string, Bag> = {}, configuration: Record<string, string> = {}) {
  const kept = new Map(Object.entries(records));
  const server = await start(keeping(kept));
  return { kept, got: server.got, connection: connectionTo(server, configuration) };
}

/** A definition whose verbs are told by the test; nothing is sent. */
const made = (more: Partial<ResourceDefinition>): ResourceDefinition => thing({}, more);
const nowhere = { url: "http://127.0.0.1:9" } as Parameters<typeof connectionTo>[0];

describe("adopting", () => {
  const there = { "/things/a": { name: "a", size: 2, mode: "M", tags: { t: "1", cost: "x" } } };

  test("is done without a write where all that is declared holds, and told", async () => {
    const { got, connection } = await service(there);
    expect(
      await create(thing(), { ...a, size: 2, mode: "m", tags: { t: "1" }, apiKey: "s" }, connection),
    ).toMatchObject({ id: "/things/a", outs: { mode: "m", tags: { t: "1" } } });
    expect(got.map(({ method }) => method)).toEqual(["GET"]);
    expect(connection.said.info).toEqual(["took over /things/a, which exists already"]);
  });

  test("fails with the paths that differ, by argument, configuration and default", async () => {
    const differing = { ...a, mode: "n", tags: { t: "2", "cost center": "y" } };
    for (const [configuration, rule] of [
      [{}, {}],
      [{ adopt: "identical" }, {}],
      [{ adopt: "always" }, { adopt: "identical" }],
    ] as const) {
      const { got, connection } = await service(there, configuration);
      await expect(create(thing(), { ...differing, ...rule }, connection)).rejects.toThrow(
        '/things/a exists already and differs from the declaration at size, mode, tags.t, tags["cost center"]. ' +
          'Set `adopt: "always"`',
      );
      expect(got.map(({ method }) => method)).toEqual(["GET"]);
    }
  });

  test("always brings it to the declaration, also what the service does not show, and says what it changed", async () => {
    const { kept, connection } = await service(there, { adopt: "always" });
    await create(thing(), { ...a, apiKey: "s" }, connection);
    expect(kept.get("/things/a")).toMatchObject({ size: 1, apiKey: "s", mode: "M", tags: { t: "1", cost: "x" } });
    expect(connection.said.info).toEqual(["took over /things/a, which exists already, and changed size"]);
    await create(thing(), { ...a, apiKey: "t", adopt: "always" }, connection);
    expect(kept.get("/things/a")).toMatchObject({ apiKey: "t" });
  });

  test("never fails, and does not touch it", async () => {
    const { got, connection } = await service(there);
    await expect(create(thing(), { ...a, size: 2, adopt: "never" }, connection)).rejects.toThrow(
      "/things/a exists already, and `adopt` is `never`",
    );
    expect(got.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("of what cannot be changed in place fails, even when it is always done", async () => {
    const { got, connection } = await service({ "/things/a": { name: "a", kind: "other", size: 1 } });
    await expect(create(thing(), { ...a, kind: "k", adopt: "always" }, connection)).rejects.toThrow(
      "differs at kind, which cannot be changed in place",
    );
    const rebuilt = thing(
      {},
      {
        *rebuilds() {
          yield { key: "size", reason: "size: cannot shrink" };
        },
      },
    );
    await expect(create(rebuilt, { ...a, adopt: "always" }, connection)).rejects.toThrow(
      /differs at .*size: cannot shrink/,
    );
    expect(got.every(({ method }) => method === "GET")).toBe(true);
  });

  test("mends one that is not ready", async () => {
    const { kept, connection } = await service({ "/things/a": { name: "a", size: 1, provisioningState: "Failed" } });
    await create(thing({ readOnly: ["provisioningState"] }), a, connection);
    expect(kept.get("/things/a")).not.toHaveProperty("provisioningState");
  });

  test("of what may be our own of an earlier try is silent", async () => {
    const { connection } = await service(there);
    const { find: _, ...definition } = thing(
      {},
      {
        create: async () => {
          throw new ExistsError({ id: "/things/a", inputs: there["/things/a"], outputs: {} }, true);
        },
      },
    );
    expect(await create(definition as ResourceDefinition, { ...a, size: 2, adopt: "never" }, connection)).toMatchObject(
      { id: "/things/a" },
    );
    expect(connection.said.info).toEqual([]);
  });
});

describe("read", () => {
  const live = { name: "a", size: 2, mode: "M", tags: { t: "1", cost: "x" }, extra: 1, address: "x" };

  test("shows the live values of what is declared, and the outputs, without secrets in the clear", async () => {
    const { connection } = await service({ "/things/a": { ...live, issuedKey: "k" } });
    const { id, props, inputs } = await read(
      thing(),
      "/things/a",
      { ...a, mode: "m", tags: { t: "1" }, apiKey: sealed("s"), __timeouts: { delete: "1m" } },
      connection,
    );
    expect({ id, inputs }).toEqual({
      id: "/things/a",
      inputs: {
        name: "a",
        size: 2,
        mode: "m",
        tags: { t: "1" },
        apiKey: sealed("s"),
        onDelete: "keep",
        __timeouts: { delete: "1m" },
        ...hidden,
      },
    });
    expect(props).toEqual({
      name: "a",
      size: 2,
      mode: "m",
      tags: { t: "1" },
      apiKey: sealed("s"),
      onDelete: "keep",
      address: "x",
      issuedKey: sealed("k"),
      __timeouts: { delete: "1m" },
      __service: connection.settings.address("search")!.url,
    });
  });

  test("that finds nothing says so; of an id alone it is an error, also with a state", async () => {
    const { connection } = await service();
    expect(await read(thing(), "/things/a", a, connection)).toEqual({ id: "" });
    await expect(read(thing(), "/things/a", hidden, connection)).rejects.toThrow(
      "search.Thing /things/a does not exist",
    );
    await expect(read(thing(), "/things/a", { ...a, __get: true }, connection)).rejects.toThrow("does not exist");
  });

  test("of an id alone gives all that can be declared, with defaults", async () => {
    const { connection } = await service({ "/things/a": live });
    const { inputs } = await read(thing(), "/things/a", hidden, connection);
    expect(inputs).toEqual({ name: "a", size: 2, mode: "M", tags: { t: "1", cost: "x" }, onDelete: "keep", ...hidden });
    expect(check(thing(), {}, parted(inputs!)[0], settings, bareOperation).failures).toEqual([]);
  });
});

describe("what goes wrong", () => {
  const failing = (error: unknown): Partial<ResourceDefinition> => {
    const fail = async (): Promise<never> => {
      throw error;
    };
    return { find: async () => undefined, create: fail, read: fail, update: fail, delete: fail };
  };
  const verbs: [string, (definition: ResourceDefinition, props: Bag) => Promise<unknown>][] = [
    ["create", (definition, props) => create(definition, props, connectionTo(nowhere))],
    ["read", (definition, props) => read(definition, "/things/a", props, connectionTo(nowhere))],
    ["update", (definition, props) => update(definition, "/things/a", props, props, connectionTo(nowhere))],
    ["delete", (definition, props) => remove(definition, "/things/a", props, connectionTo(nowhere))],
  ];

  test.each(verbs)("%s: whatever is thrown arrives as an Error without secrets", async (_, verb) => {
    for (const thrown of [
      new UserError("about s3cr3t"),
      new TypeError("about s3cr3t"),
      "about s3cr3t",
      { message: "about s3cr3t" },
    ]) {
      const error = (await verb(made(failing(thrown)), { ...a, apiKey: "s3cr3t" }).catch(
        (one: unknown) => one,
      )) as Error;
      expect(error).toBeInstanceOf(Error);
      expect(error.message).toBe("about [secret]");
      expect(`${String(error)} ${error.stack}`).not.toContain("s3cr3t");
    }
    for (const thrown of [undefined, null, 7, Symbol("x")])
      expect(await verb(made(failing(thrown)), a).catch((one: unknown) => one)).toBeInstanceOf(Error);
  });

  test("what the program has marked as secret is left out of errors and logs", async () => {
    const connection = connectionTo(nowhere);
    const definition = made({
      find: async () => undefined,
      create: async (_, { log }) => {
        log.warn("about s3cr3t");
        throw new UserError("about s3cr3t");
      },
    });
    await expect(
      create(definition, { ...a, tags: { t: "s3cr3t" }, __secrets: [["tags", "t"]] }, connection),
    ).rejects.toThrow("about [secret]");
    expect(connection.said.warn).toEqual(["about [secret]"]);
  });

  test("an accepted create that fails keeps all of its state, as the engine can store it", async () => {
    const outputs = {
      address: undefined,
      etag: "1",
      issuedKey: "k",
      when: new Date(0),
      odd: Number.NaN,
      mode: "not an output",
    };
    const error = (await create(
      made(failing(new InitFailedError("/things/a", ["broken by s3cr3t"], outputs as Bag))),
      { ...a, tags: { t: "1" }, apiKey: "s3cr3t", __at: "x", __timeouts: { create: "1m" } },
      connectionTo(nowhere),
    ).catch((one: unknown) => one)) as InitFailedError;
    expect(error).toMatchObject({ id: "/things/a", reasons: ["broken by [secret]"], message: "broken by [secret]" });
    expect(error.properties).toEqual({
      __made: expect.any(String),
      __service: nowhere.url,
      name: "a",
      size: 1,
      tags: { t: "1" },
      apiKey: sealed("s3cr3t"),
      onDelete: "keep",
      etag: "1",
      issuedKey: sealed("k"),
      __at: "x",
      __timeouts: { create: "1m" },
      ...hidden,
    });
    expect(JSON.parse(JSON.stringify(error.properties))).toEqual(error.properties);
  });

  test("an update that fails keeps the new declaration and what was known", async () => {
    const error = (await update(
      made(failing(new InitFailedError("/things/a", ["broken"], { provisioningState: "Failed" }))),
      "/things/a",
      { ...a, address: "known", provisioningState: "Succeeded", __made: "1" },
      { ...a, size: 2 },
      connectionTo(nowhere),
    ).catch((one: unknown) => one)) as InitFailedError;
    expect(error.properties).toEqual({
      name: "a",
      size: 2,
      onDelete: "keep",
      address: "known",
      provisioningState: "Failed",
      __made: "1",
      __service: nowhere.url,
      ...hidden,
    });
  });

  test("outputs that the engine could not store are left out", async () => {
    const outputs = { address: undefined, etag: null, provisioningState: "Succeeded", odd: () => 1 };
    const { outs } = await create(
      made({
        find: async () => undefined,
        create: async () => ({ id: "/things/a", inputs: {}, outputs: outputs as Bag }),
      }),
      a,
      connectionTo(nowhere),
    );
    expect(outs).toMatchObject({ name: "a", size: 1, onDelete: "keep", provisioningState: "Succeeded" });
  });

  test("what was created reaches the state with its id, even when our own code fails afterwards", async () => {
    const outputs = {
      get address(): string {
        throw new Error("a bug");
      },
    };
    const definition = made({
      find: async () => undefined,
      create: async () => ({ id: "/things/a", inputs: {}, outputs }),
    });
    await expect(create(definition, a, connectionTo(nowhere))).rejects.toMatchObject({
      id: "/things/a",
      reasons: ["a bug"],
      properties: { name: "a" },
      cause: { message: "a bug" },
    });
  });

  test("a failure of an operation is not one of the declaration", async () => {
    await expect(
      create(made(failing(new OperationError("ended as Failed"))), a, connectionTo(nowhere)),
    ).rejects.toMatchObject({ name: "OperationError" });
  });
});

describe("time", () => {
  test.each([
    ["10m", 600_000],
    ["1h30m", 5_400_000],
    ["90s", 90_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    ["2m0.5s", 120_500],
    ["soon", undefined],
    ["", undefined],
    [5, undefined],
    [undefined, undefined],
  ])("%p is %p milliseconds", (text, milliseconds) => {
    expect(timeoutOf({ create: text }, "create")).toBe(milliseconds);
    expect(timeoutOf(undefined, "create")).toBeUndefined();
  });

  test("of an operation is that of its verb, of its definition, or half an hour", async () => {
    const connection = connectionTo(nowhere);
    const verbs = {
      find: async () => undefined,
      create: async () => ({ id: "/a", inputs: {}, outputs: {} }),
      delete: async () => {},
      update: async () => ({ id: "/a", inputs: {}, outputs: {} }),
    };
    await create(made(verbs), { ...a, __timeouts: { create: "5m", delete: "7m" } }, connection);
    await remove(made(verbs), "/a", { ...a, __timeouts: { create: "5m", delete: "7m" } }, connection);
    await update(made({ ...verbs, minutes: 60 }), "/a", a, { ...a, __timeouts: { create: "5m" } }, connection);
    await update(
      made({ ...verbs, minutes: ({ size }: Bag) => Number(size) * 10 }),
      "/a",
      a,
      { ...a, size: 2 },
      connection,
    );
    await create(made(verbs), a, connection);
    expect(connection.opened.map(({ milliseconds }) => milliseconds / 60_000)).toEqual([5, 7, 60, 20, 30]);
  });
});

test("a delete does not remove what the same run created under the same id", async () => {
  const definition = thing({}, { createFirst: () => true });
  const { kept, connection } = await service();
  const { outs } = await create(definition, a, connection);
  await remove(definition, "/things/a", { ...a, __made: "by an earlier run" }, connection);
  expect(kept.size).toBe(1);
  await remove(definition, "/things/a", outs, connection);
  expect(kept.size).toBe(0);
});

describe("a resource that another service has", () => {
  const [there, here] = ["http://127.0.0.1:1", "http://127.0.0.1:2"];
  const stored = { ...a, etag: "1", __service: there };
  const sent = { find: fail, create: fail, read: fail, update: fail, delete: fail };
  function fail(): never {
    throw new Error("nothing is to be asked");
  }
  const connection = (): ReturnType<typeof connectionTo> =>
    connectionTo({ ...nowhere, url: here }, { resourceGroup: "new" });

  test("is replaced, and its plan says from where to where, at the same place in letter case and form", () => {
    const told: string[] = [];
    const run = { ...connection(), id: "/things/a", isReplacement: () => false };
    expect(diff(thing(), stored, a, (one) => told.push(one), run)).toEqual({
      changes: true,
      replaces: ["searchEndpoint"],
      deleteBeforeReplace: true,
    });
    expect(told).toEqual([expect.stringContaining(`moves from ${there} to ${here}`)]);
    expect(diff(thing(), { ...stored, __service: here }, a, silent, run)).toEqual({ changes: false });
    expect(diff(thing(), a, a, silent, run)).toEqual({ changes: false });
  });

  test("is replaced in another configured place; letter case tells none", () => {
    const definition = thing({}, { idForm: "/groups/{resourceGroup}/things/{name}" });
    const planned = (group: string): unknown =>
      diff(definition, a, a, silent, { ...connection(), id: `/groups/${group}/things/a`, isReplacement: () => false });
    expect(planned("old")).toEqual({ changes: true, replaces: ["resourceGroup"], deleteBeforeReplace: true });
    expect(planned("NEW")).toEqual({ changes: false });
  });

  test("is not read, and counts as there", async () => {
    await expect(read(made(sent), "/things/a", stored, connection())).rejects.toThrow(
      `/things/a is at ${there}, and its connection leads to ${here}, which does not know it. Set mlplane:searchEndpoint back`,
    );
  });

  test("is not deleted: a replaced one stays, which is told, and any other is an error", async () => {
    const [gone, replaced] = [connection(), connection()];
    await expect(remove(made(sent), "/things/a", stored, gone)).rejects.toThrow(`${here}, where nothing is deleted`);
    compare(made(sent), { id: "/things/a", isKept: false }, stored, a, { line: lineOf("search:Thing", a) }, replaced);
    await remove(made(sent), "/things/a", stored, replaced);
    expect(replaced.said.warn).toEqual([expect.stringContaining(`/things/a stays at ${there}`)]);
  });

  test("tells its replacement nothing", async () => {
    const own = connection();
    own.compared.set(lineOf("search:Thing", a)!, { olds: stored, news: a, oldSecretPlaces: [] });
    const seen: unknown[] = [];
    const definition = made({
      find: async () => undefined,
      create: async (_, { compared }) => {
        seen.push(compared);
        return { id: "/things/a", inputs: {}, outputs: {} };
      },
    });
    expect((await create(definition, a, own)).outs).toMatchObject({ __service: here });
    own.compared.set(lineOf("search:Thing", a)!, {
      olds: { ...stored, __service: here },
      news: a,
      oldSecretPlaces: [],
    });
    await create(definition, a, own);
    expect(seen).toEqual([undefined, expect.objectContaining({ news: a })]);
  });
});

test("one that goes back to the name it had writes what a look shows, which may be on its way out", async () => {
  const { got, kept, connection } = await service({ "/things/a": { name: "a", size: 1 } });
  const olds = { ...a, name: "a-2", __name: "a", __replaced: { name: "a", of: "0" } };
  connection.compared.set(lineOf("search:Thing", a)!, { olds, news: a, oldSecretPlaces: [] });
  let looks = 0;
  const rest = thing();
  const find: ResourceDefinition["find"] = async (inputs, context) => {
    const live = await rest.find!(inputs, context);
    // It is gone as soon as it has been seen.
    if (looks++ === 0) kept.clear();
    return live;
  };
  expect(await create({ ...rest, find }, a, connection)).toMatchObject({ id: "/things/a", outs: { size: 1 } });
  expect([got.map(({ method }) => method), [...kept.keys()]]).toEqual([expect.arrayContaining(["PUT"]), ["/things/a"]]);
});

test("an argument that is not kept stays out of the state, and decides by its edits", async () => {
  const definition = {
    ...thing(),
    inputs: z.object({ name: z.string().meta(replace), documents: z.array(z.string()).optional().meta(unkept) }),
    edits: (olds: Bag, news: Bag) => (olds["address"] === news["documents"] ? [] : ["documents"]),
  } as unknown as ResourceDefinition;
  const own = {
    ...definition,
    find: async () => undefined,
    create: async () => ({ id: "/things/a", inputs: {}, outputs: { address: "h" } }),
  };
  const { outs } = await create(own, { name: "a", documents: ["x"] }, connectionTo(nowhere));
  expect(outs).toEqual({ name: "a", address: "h", __made: expect.any(String), __service: nowhere.url });
  expect(diff(definition, outs, { name: "a", documents: "h" }, silent)).toEqual({ changes: false });
  expect(diff(definition, outs, { name: "a", documents: "i" }, silent)).toEqual({ deleteBeforeReplace: true });
});
