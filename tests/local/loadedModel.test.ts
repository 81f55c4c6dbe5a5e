import { startSandbox, type Sandbox } from "../../sandbox";
import { Subject, type Kept } from "../subject";

let sandbox: Sandbox;
let subject: Subject;
beforeEach(async () => {
  sandbox = await startSandbox();
  subject = new Subject("local:LoadedModel", sandbox);
  await cache("tiny-chat-generic-cpu:3");
  sandbox.requests.length = 0;
});
afterEach(() => sandbox.close());

const model = "tiny-chat-generic-cpu:3";

const cache = (name: string): Promise<Kept> => new Subject("local:CachedModel", sandbox).create({ name });
const advance = (advanceSeconds: number): Promise<Response> =>
  fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds }) });
const loaded = async (): Promise<string[]> =>
  (await fetch(`${sandbox.url}/compat/loadedmodels`)).json() as Promise<string[]>;
const unload = (): Promise<Response> => fetch(`${sandbox.url}/compat/unload/${model}?force=true`);

/** The calls that change something, with their queries. */
const changes = (): [string, Record<string, string>][] =>
  sandbox.requests.filter(({ path }) => /\/(un)?load\//.test(path)).map(({ path, query }) => [path, query]);

test("is loaded with its settings, listed, and proved by one token count", async () => {
  const kept = await subject.create({ model, ttl: 3600, ep: "cpu" });
  expect(kept).toMatchObject({
    id: model,
    outs: { model, ttl: 3600, ep: "cpu", loadedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect(changes()).toEqual([[`/compat/load/${model}`, { ttl: "3600", ep: "cpu" }]]);
  expect(sandbox.requests.at(-1)).toMatchObject({ path: "/v1/chat/completions/tokenizer/encode/count", status: 200 });
});

test("without settings it sends none, and without a ready check it counts nothing", async () => {
  await subject.create({ model, readyCheck: false });
  expect(changes()).toEqual([[`/compat/load/${model}`, {}]]);
  expect(sandbox.requests.some(({ path }) => path.includes("tokenizer"))).toBe(false);
});

describe("the name", () => {
  test("without a version is the newest that is cached, in any letter case; a newer one later is no drift", async () => {
    await sandbox.close();
    sandbox = await startSandbox();
    subject = new Subject("local:LoadedModel", sandbox);
    await cache("tiny-chat-generic-cpu:2");
    const kept = await subject.create({ model: "Tiny-Chat-Generic-CPU" });
    expect(kept.id).toBe("tiny-chat-generic-cpu:2");
    await cache(model);
    expect(await subject.plan((await subject.read(kept))!, { model: "tiny-chat-generic-cpu" })).toBe("same");
    await subject.update(kept, { model: "Tiny-Chat-Generic-CPU", ttl: 60 });
    expect(await loaded()).toEqual(["tiny-chat-generic-cpu:2"]);
    await subject.delete(kept);
    expect((await subject.create({ model: "tiny-chat-generic-cpu" })).id).toBe(model);
  });

  test("that is an alias is the variant that is cached", async () => {
    expect((await subject.create({ model: "tiny-chat" })).id).toBe(model);
  });
});

test.each(["json", "text"] as const)(
  "what is not cached is an error that names CachedModel: %s",
  async (localErrors) => {
    sandbox.behaviour.localErrors = localErrors;
    for (const name of ["small-chat-generic-cpu:1", "no-such-model"]) {
      await expect(subject.create({ model: name })).rejects.toThrow(
        new RegExp(
          `GET /compat/load/${name} answered 40[04].*${name} is not in local storage: declare a \`local.CachedModel\``,
          "s",
        ),
      );
    }
  },
);

test("a failure of the load itself is the service's own", async () => {
  sandbox.faults.push({
    match: "GET /compat/load/",
    status: 500,
    body: `{"error":{"message":"Load failed: out of memory"}}`,
  });
  await expect(subject.create({ model })).rejects.toThrow(/answered 500: Load failed: out of memory(?!.*CachedModel)/s);
});

describe("an edit", () => {
  test.each([{ ttl: 900 }, { ttl: 600, ep: "cpu" }, {}])(
    "of ttl or ep unloads and loads again: %p",
    async (settings) => {
      const kept = await subject.create({ model, ttl: 600 });
      sandbox.requests.length = 0;
      await subject.update(kept, { model, ...settings });
      const query = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
      expect(changes()).toEqual([
        [`/compat/unload/${model}`, { force: "true" }],
        [`/compat/load/${model}`, query],
      ]);
    },
  );

  test("of what only steers the package asks the service for nothing", async () => {
    const kept = await subject.create({ model, ttl: 600 });
    sandbox.requests.length = 0;
    const changed = await subject.update(kept, { model, ttl: 600, keepLoaded: false, force: false, readyCheck: false });
    expect([changed.outs["loadedAt"], sandbox.requests]).toEqual([kept.outs["loadedAt"], []]);
  });
});

describe("a model that the service has unloaded", () => {
  test("counts as drift", async () => {
    const kept = await subject.create({ model, ttl: 60 });
    await advance(61);
    expect(await subject.read(kept)).toBeUndefined();
  });

  test("is none with keepLoaded false, once its time is over by the service's clock", async () => {
    const kept = await subject.create({ model, ttl: 60, keepLoaded: false });
    await advance(61);
    expect(await loaded()).toEqual([]);
    const read = (await subject.read(kept))!;
    expect(await subject.plan(read, { model, ttl: 60, keepLoaded: false })).toBe("same");
  });

  test("is drift with keepLoaded false before that time", async () => {
    const kept = await subject.create({ model, ttl: 60, keepLoaded: false });
    await unload();
    expect(await subject.read(kept)).toBeUndefined();
  });

  test("is none with keepLoaded false and no ttl", async () => {
    const kept = await subject.create({ model, keepLoaded: false });
    await unload();
    expect((await subject.read(kept))?.id).toBe(model);
  });
});

test("taking over a loaded model loads it again, because it does not tell its settings", async () => {
  await fetch(`${sandbox.url}/compat/load/${model}?ttl=5`);
  sandbox.requests.length = 0;
  const kept = await subject.create({ model, ttl: 600 });
  expect(changes().map(([path]) => path)).toEqual([`/compat/unload/${model}`, `/compat/load/${model}`]);
  expect(await subject.plan(kept, { model, ttl: 600 })).toBe("same");
  await expect(subject.create({ model, adopt: "never" })).rejects.toThrow("`adopt` is `never`");
});

test("a model that fails the ready check stays in the state, and is loaded again by the next up", async () => {
  sandbox.faults.push({ match: "tokenizer", status: 500, body: "tokenizer crashed" });
  const error = await subject.create({ model }).catch((thrown) => thrown);
  expect(error).toMatchObject({
    id: model,
    reasons: [expect.stringMatching(/is loaded, but not ready: .*tokenizer crashed/)],
  });
  const kept = { id: model, inputs: {}, outs: error.properties };
  expect(await subject.plan(kept, { model })).toBe("update");
  expect(await subject.plan((await subject.read(kept))!, { model })).toBe("update");
  const mended = await subject.update(kept, { model });
  expect(await subject.plan(mended, { model })).toBe("same");
});

test("a page neither loads a model nor proves it", async () => {
  const page = { status: 200, body: "<html>sign in</html>" };
  sandbox.faults.push({ match: "GET /compat/load/", ...page });
  await expect(subject.create({ model })).rejects.toThrow(`GET /compat/load/${model} answered 200: an HTML page`);
  sandbox.faults.push({ match: "tokenizer", ...page, times: 9 });
  await expect(subject.create({ model })).rejects.toThrow(/is loaded, but not ready/);
});

describe("a delete", () => {
  test("unloads at once", async () => {
    await subject.delete(await subject.create({ model }));
    expect(changes().at(-1)).toEqual([`/compat/unload/${model}`, { force: "true" }]);
    expect(await loaded()).toEqual([]);
  });

  test("is sent whatever a list shows, and again as long as one shows the model", async () => {
    const kept = await subject.create({ model });
    sandbox.faults.push({ match: "GET /compat/unload/", status: 200, body: "" });
    await subject.delete(kept);
    expect(await loaded()).toEqual([]);
    const again = await subject.create({ model });
    sandbox.faults.push({ match: "GET /compat/loadedmodels", status: 200, body: "[]" });
    await subject.delete(again);
    sandbox.faults.length = 0;
    expect(await loaded()).toEqual([]);
    await subject.delete(kept);
  });

  test("that is refused is an error only where the model is loaded", async () => {
    const kept = await subject.create({ model });
    const refused = { match: "GET /compat/unload/", status: 500, body: "It is in use." };
    sandbox.faults.push(refused);
    await expect(subject.delete(kept)).rejects.toThrow("answered 500: It is in use.");
    await unload();
    sandbox.faults.push(refused);
    await subject.delete(kept);
  });

  test("with force false leaves the time that it has", async () => {
    await subject.delete(await subject.create({ model, ttl: 60, force: false }));
    expect(changes().at(-1)).toEqual([`/compat/unload/${model}`, { force: "false" }]);
    expect(await loaded()).toEqual([model]);
  });
});

test("many that are read together ask for one list", async () => {
  await cache("small-chat-generic-cpu");
  const kept = await Promise.all(
    ["tiny-chat-generic-cpu", "small-chat-generic-cpu"].map((name) => subject.create({ model: name })),
  );
  sandbox.requests.length = 0;
  await Promise.all(kept.map((one) => subject.read(one)));
  expect(sandbox.requests.map(({ path }) => path)).toEqual(["/compat/loadedmodels"]);
});
