import { embedding, type Json, LocalCalls, newest, older } from "./localCalls";

let calls: LocalCalls;
beforeEach(async () => (calls = await LocalCalls.start()));
afterEach(() => calls.sandbox.close());

describe("the catalog", () => {
  it("lists what can be downloaded, with several variants of one alias", async () => {
    const { models } = await calls.json("/runtime/list");
    const entry = models.find(({ name }: Json) => name === newest);
    expect(entry).toMatchObject({
      displayName: "tiny-chat-generic-cpu",
      version: "3",
      alias: "tiny-chat",
      modelType: "ONNX",
      task: "chat-completion",
      providerType: "VendorLocal",
      supportsToolCalling: false,
    });
    expect(entry.fileSizeMb).toBeGreaterThan(0);
    expect(new Set(models.map(({ uri }: Json) => uri)).size).toBe(models.length);
    expect(models.filter(({ alias }: Json) => alias === "tiny-chat").length).toBeGreaterThan(2);
  });

  it("is a plain array in other versions", async () => {
    const { models } = await calls.json("/runtime/list");
    calls.sandbox.behaviour.catalogList = "array";
    expect(await calls.json("/runtime/list")).toEqual(models);
  });
});

describe("a download", () => {
  it("tells its progress and its success, and caches the model", async () => {
    const lines = await calls.download(await calls.specification(newest));
    const shares = lines.slice(0, -2).map((line) => Number(/^Total ([\d.]+)% Downloading \S+$/.exec(line)?.[1]));
    expect(shares.length).toBeGreaterThan(4);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(lines.at(-2)).toBe("[DONE] All Completed!");
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ success: true, errorMessage: null });
    expect(await calls.json("/compat/models")).toEqual([newest]);
  });

  it("has another form in other versions", async () => {
    calls.sandbox.behaviour.downloadForm = "A";
    const lines = await calls.download(await calls.specification(newest));
    expect(lines).toContain('("model.onnx.data", 0.5)');
    expect(lines.at(-2)).toBe('("", 1)');
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ Success: true, ErrorMessage: null });
  });

  it("arrives in chunks that split its JSON", async () => {
    const response = await calls.post("/compat/download", await calls.specification(newest));
    const chunks: string[] = [];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      chunks.push(Buffer.from(chunk).toString());
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.at(-1)).not.toMatch(/^\{/);
    expect(chunks.join("")).toMatch(/\{"success":true,"errorMessage":null\}\n$/);
  });

  it("of a cached model ends at once", async () => {
    await calls.cache(newest);
    const lines = await calls.download(await calls.specification(newest));
    expect(lines).toHaveLength(3);
    expect(await calls.json("/compat/models")).toEqual([newest]);
  });

  it("keeps versions beside each other", async () => {
    await calls.cache(older, newest);
    expect(await calls.json("/compat/models")).toEqual([older, newest]);
  });

  it.each([
    ["its name without a version, in any letter case", "TINY-CHAT-generic-cpu", newest],
    ["a name of the program's own", "my-model", "my-model"],
  ])("by %s is cached and loaded", async (_case, Name, listed) => {
    const { model } = await calls.specification(newest);
    await calls.download({ model: { ...model, Name } });
    expect(await calls.json("/compat/models")).toEqual([listed]);
    expect((await calls.get(`/compat/load/${Name}`)).status).toBe(200);
    expect(await calls.loaded()).toEqual([listed]);
  });

  it.each([
    ["an unknown Uri", { Uri: "hub://registry/none/1" }],
    ["the other provider type", { ProviderType: "ModelHub" }],
    ["the Uri of another model", { Name: older }],
  ])("of %s fails with status 200", async (_case, change) => {
    const { model } = await calls.specification(newest);
    const response = await calls.post("/compat/download", { model: { ...model, ...change } });
    expect(response.status).toBe(200);
    const { success, errorMessage } = (await response.json()) as Json;
    expect(success).toBe(false);
    expect(errorMessage).toMatch(/hub:/);
    expect(await calls.json("/compat/models")).toEqual([]);
  });

  it("of a gated model needs the token", async () => {
    const model = { Uri: "hub://registry/gated-chat-cpu/1", Name: "gated-chat-cpu:1", ProviderType: "ModelHub" };
    expect(await calls.download({ model })).toEqual([expect.stringContaining('"success":false')]);
    expect(await calls.download({ model, token: "wrong" })).toEqual([expect.stringContaining('"success":false')]);
    await calls.download({ model, token: "sandbox" });
    expect(await calls.json("/compat/models")).toEqual(["gated-chat-cpu:1"]);
  });

  it("fails on its way when that is scripted", async () => {
    const error = { code: "DiskFull", message: "disk space too low" };
    calls.sandbox.faults.push({ match: "POST /compat/download", outcome: { status: "Failed", error } });
    const lines = await calls.download(await calls.specification(newest));
    expect(lines.length).toBeGreaterThan(1);
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ success: false, errorMessage: "disk space too low" });
    expect(await calls.json("/compat/models")).toEqual([]);
  });

  it("that breaks off leaves nothing", async () => {
    calls.sandbox.faults.push({ match: "POST /compat/download", drop: "midway" });
    const response = await calls.post("/compat/download", await calls.specification(newest));
    await expect(response.text()).rejects.toThrow();
    expect(await calls.json("/compat/models")).toEqual([]);
  });

  it.each([
    ["what is not JSON", "{", "JSON"],
    ["a missing model", {}, "model"],
    ["a missing member", { model: { Uri: "hub://a", ProviderType: "VendorLocal" } }, "model.Name"],
    ["another provider type", { model: { Uri: "hub://a", Name: "a", ProviderType: "Vendor" } }, "model.ProviderType"],
    ["a model that is a string", { model: newest }, "model"],
  ])("refuses %s", async (_case, body, named) => {
    const response = await calls.post("/compat/download", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { message: expect.stringContaining(named), type: "invalid_request_error", param: null, code: null },
    });
  });
});

describe("loading", () => {
  it("of a cached model answers without a body, and the model is listed", async () => {
    await calls.cache(newest);
    expect(await calls.get(`/compat/load/${encodeURIComponent(newest)}?ttl=60&ep=cpu`)).toEqual({
      status: 200,
      text: "",
    });
    expect(await calls.loaded()).toEqual([newest]);
  });

  it("has no regard to letter case, and takes the newest cached version or the cached variant of an alias", async () => {
    await calls.cache(older);
    await calls.get("/compat/load/Tiny-Chat");
    expect(await calls.loaded()).toEqual([older]);
    await calls.cache(newest);
    await calls.get("/compat/load/TINY-CHAT-GENERIC-CPU");
    expect(await calls.loaded()).toEqual([older, newest]);
  });

  it("of what is not cached is 400, of what is unknown 404", async () => {
    expect(await calls.json(`/compat/load/${newest}`)).toEqual({
      error: {
        message: "Model not cached: Model must be downloaded before loading",
        type: "invalid_request_error",
        param: null,
        code: null,
      },
    });
    expect((await calls.get(`/compat/load/${newest}`)).status).toBe(400);
    expect((await calls.get("/compat/load/none:1")).status).toBe(404);
    calls.sandbox.behaviour.localErrors = "text";
    expect(await calls.get(`/compat/load/${newest}`)).toEqual({
      status: 400,
      text: `No CompatService provider found for modelName: ${newest}`,
    });
  });

  it.each(["ttl=soon", "ttl=1.5", "ep=tpu"])("refuses %s", async (query) => {
    await calls.cache(newest);
    const { status, text } = await calls.get(`/compat/load/${newest}?${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toContain(query.split("=")[0]);
    expect(await calls.loaded()).toEqual([]);
  });

  it("ends by itself after the ttl, which is 600 seconds when not given", async () => {
    await calls.load(newest, "?ttl=60");
    await calls.load(older);
    await calls.advance(30);
    expect(await calls.loaded()).toEqual([newest, older]);
    await calls.advance(30);
    expect(await calls.loaded()).toEqual([older]);
    await calls.advance(500);
    expect(await calls.loaded()).toEqual([older]);
    await calls.advance(40);
    expect(await calls.loaded()).toEqual([]);
    expect(await calls.json("/compat/models")).toEqual([newest, older]);
  });

  it("again gives another ttl, and use starts it anew", async () => {
    await calls.load(newest, "?ttl=60");
    await calls.get(`/compat/load/${newest}?ttl=100`);
    await calls.advance(70);
    await calls.chat({ model: newest, messages: [{ role: "user", content: "Hi" }] });
    await calls.advance(70);
    expect(await calls.loaded()).toEqual([newest]);
    await calls.advance(30);
    expect(await calls.loaded()).toEqual([]);
  });

  it("is undone at once with force, and otherwise when the ttl is over", async () => {
    await calls.load(newest, "?ttl=60");
    expect(await calls.get(`/compat/unload/${newest}`)).toEqual({ status: 200, text: "" });
    expect(await calls.loaded()).toEqual([newest]);
    expect(await calls.get(`/compat/unload/${newest}?force=true`)).toEqual({ status: 200, text: "" });
    expect(await calls.loaded()).toEqual([]);
    expect(await calls.json("/compat/models")).toEqual([newest]);
    expect((await calls.get(`/compat/unload/${newest}?force=true`)).status).toBe(200);
    expect((await calls.get("/compat/unload/none:1")).status).toBe(404);
    expect((await calls.get(`/compat/unload/${newest}?force=maybe`)).status).toBe(400);
  });

  it("tells what it did in other versions", async () => {
    calls.sandbox.behaviour.localAnswers = "status";
    await calls.cache(newest);
    expect(await calls.json(`/compat/load/${newest}`)).toEqual({ status: "loaded" });
    expect(await calls.json(`/compat/load/${newest}`)).toEqual({ status: "already_loaded" });
    expect(await calls.json(`/compat/unload/${newest}?force=true`)).toEqual({ status: "unloaded" });
    expect(await calls.json(`/compat/unload/${newest}?force=true`)).toEqual({ status: "not_loaded" });
  });
});

describe("the server", () => {
  it("tells its status", async () => {
    const status = await calls.json("/compat/status");
    expect(status).toEqual({
      Endpoints: [calls.sandbox.url],
      ModelDirPath: expect.any(String),
      PipeName: expect.any(String),
    });
    calls.sandbox.behaviour.statusCasing = "camelCase";
    expect(await calls.json("/compat/status")).toEqual({
      endpoints: status.Endpoints,
      modelDirPath: status.ModelDirPath,
      pipeName: status.PipeName,
    });
  });

  it("keeps the GPU device that is set", async () => {
    expect(await calls.json("/compat/getgpudevice")).toBe(0);
    expect(await calls.get("/compat/setgpudevice/2")).toEqual({ status: 200, text: "" });
    expect(await calls.json("/compat/getgpudevice")).toBe(2);
  });

  it.each(["4", "-1", "1.5", "first"])("refuses the GPU device %s", async (id) => {
    expect((await calls.get(`/compat/setgpudevice/${id}`)).status).toBe(400);
    expect(await calls.json("/compat/getgpudevice")).toBe(0);
  });

  it("answers in its own error shape where there is nothing", async () => {
    const { status, text } = await calls.get("/compat/unloadall");
    expect(status).toBe(404);
    expect(JSON.parse(text).error.type).toBe("invalid_request_error");
  });
});

describe("the token count", () => {
  const count = async (messages: Json, model = newest) =>
    calls.post("/v1/chat/completions/tokenizer/encode/count", { model, messages });

  it("is the tokenizer's, for a cached model", async () => {
    await calls.cache(newest);
    const tokens = async (content: string) =>
      ((await (await count([{ role: "user", content }])).json()) as Json).tokenCount;
    const empty = await tokens("");
    expect((await tokens("hello world")) - empty).toBe(2);
    expect((await tokens("antidisestablishmentarianism")) - empty).toBeGreaterThan(2);
    expect((await tokens("<|endoftext|>")) - empty).toBeGreaterThan(1);
  });

  it("needs a known, cached model and messages of the known roles", async () => {
    const messages = [{ role: "user", content: "Hi" }];
    expect((await count(messages)).status).toBe(400);
    expect((await count(messages, "none")).status).toBe(404);
    await calls.cache(newest, embedding);
    expect((await count([{ role: "robot", content: "Hi" }])).status).toBe(400);
    expect((await count([])).status).toBe(400);
    expect((await count(messages)).status).toBe(200);
  });
});
