import { startSandbox, type Sandbox } from "../../sandbox";
import { servers } from "../core/server";
import { Subject, type Kept } from "../subject";

const server = servers();
let sandbox: Sandbox;
let loadedModel: Subject;
let cachedModel: Subject;
beforeEach(async () => {
  sandbox = await startSandbox();
  loadedModel = new Subject("local:LoadedModel", sandbox);
  cachedModel = new Subject("local:CachedModel", sandbox);
});
afterEach(() => sandbox.close());

const origin = { uri: "hub://registry/tiny-chat-generic-cpu/3", providerType: "VendorLocal" };
const cache = (name: string): Promise<Kept> => cachedModel.create({ name, ...origin });
const loaded = async (): Promise<string[]> =>
  (await fetch(`${sandbox.url}/compat/loadedmodels`)).json() as Promise<string[]>;
const sent = (): string[] => sandbox.requests.map(({ path }) => path).filter((path) => /\/(un)?load\//.test(path));

describe("custom beside custom:2, which another resource has", () => {
  test("is downloaded, and gone when it is gone", async () => {
    await cache("custom:2");
    const kept = await cache("custom");
    expect(kept.id).toBe("custom");
    sandbox.faults.push({ match: "GET /compat/models", status: 200, body: '["custom:2"]' });
    expect(await cachedModel.read(kept)).toBeUndefined();
  });

  test("is downloaded again where the download breaks off", async () => {
    await cache("custom:2");
    sandbox.faults.push({ match: "POST /compat/download", drop: "before" });
    expect((await cache("custom")).id).toBe("custom");
  });

  test("is loaded, updated and unloaded alone", async () => {
    await cache("custom");
    await cache("custom:2");
    await loadedModel.create({ model: "custom:2" });
    const kept = await loadedModel.create({ model: "custom" });
    expect([kept.id, await loaded()]).toEqual(["custom", ["custom:2", "custom"]]);
    const changed = await loadedModel.update(kept, { model: "custom", ttl: 60 });
    sandbox.requests.length = 0;
    await loadedModel.delete(changed);
    expect([sent(), await loaded()]).toEqual([["/compat/unload/custom"], ["custom:2"]]);
    expect(await loadedModel.read(changed)).toBeUndefined();
  });

  test("asks for no unload once it is unloaded, because the service might take its name for the other", async () => {
    await cache("custom");
    await cache("custom:2");
    await loadedModel.create({ model: "custom:2" });
    const kept = await loadedModel.create({ model: "custom" });
    await fetch(`${sandbox.url}/compat/unload/custom?force=true`);
    sandbox.requests.length = 0;
    await loadedModel.delete(kept);
    expect(sent()).toEqual([]);
  });
});

test.each(["/compat/models", "/compat/loadedmodels", "/runtime/list"])(
  "a 500 of a read passes: GET %s",
  async (list) => {
    sandbox.faults.push({ match: `GET ${list}`, status: 500 });
    await cachedModel.create({ name: "tiny-chat-generic-cpu:3" });
    expect((await loadedModel.create({ model: "tiny-chat-generic-cpu:3" })).id).toBe("tiny-chat-generic-cpu:3");
    expect(sandbox.requests.filter(({ path, status }) => path === list && status === 500)).toHaveLength(1);
  },
);

test("a name without a version that is looked up is the newest one", async () => {
  await cache("custom:2");
  await loadedModel.create({ model: "custom:2" });
  expect((await loadedModel.get("Custom"))?.id).toBe("custom:2");
  expect((await cachedModel.get("Custom"))?.id).toBe("custom:2");
});

describe("an unload", () => {
  /** A service that shows a model for some looks after its unload, and refuses what is asked of it meanwhile. */
  const slow = (looks: number, first: object = {}) => {
    let unloads = 0;
    return server(({ url }) => {
      if (url === "/compat/loadedmodels") return { json: unloads > 0 && looks-- <= 0 ? [] : ["custom"] };
      return ++unloads === 1 ? first : { status: 400, text: "It is not loaded." };
    });
  };
  const at = (localEndpoint: string): Subject => new Subject("local:LoadedModel", sandbox, { localEndpoint });
  const kept = { id: "custom", inputs: {}, outs: { model: "custom", force: true, __provider: "text" } };

  test("that was accepted is waited for, whatever is answered to another one", async () => {
    const { url, got } = await slow(6);
    await at(url).delete(kept);
    expect(got.filter((one) => one.url.includes("unload/")).length).toBeLessThan(3);
  }, 20_000);

  test("that a page answers is sent again", async () => {
    let unloads = 0;
    const { url } = await server(({ url: path }) => {
      if (path === "/compat/loadedmodels") return { json: unloads > 1 ? [] : ["custom"] };
      return ++unloads === 1 ? { text: "<html>sign in</html>" } : {};
    });
    await at(url).delete(kept);
    expect(unloads).toBe(2);
  });
});
