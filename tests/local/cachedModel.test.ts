import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { progressOf } from "../../provider/local/model/download";
import { startSandbox, type Behaviour, type Sandbox } from "../../sandbox";
import { Subject } from "../subject";

let sandbox: Sandbox;
let subject: Subject;
beforeEach(async () => {
  sandbox = await startSandbox();
  subject = new Subject("local:CachedModel", sandbox);
});
afterEach(() => sandbox.close());

const chat = "tiny-chat-generic-cpu:3";
const gated = { name: "gated-chat-cpu:1", uri: "hub://registry/gated-chat-cpu/1", providerType: "ModelHub" };

const sent = (): string[] => sandbox.requests.map(({ method, path }) => `${method} ${path}`);
const downloads = (): unknown[] =>
  sandbox.requests.filter(({ path }) => path === "/compat/download").map(({ body }) => body);
const cached = async (): Promise<string[]> => (await fetch(`${sandbox.url}/compat/models`)).json() as Promise<string[]>;

describe("the name", () => {
  test.each([
    ["with a version", chat, chat],
    ["without one is the newest", "tiny-chat-generic-cpu", chat],
    ["in another letter case", "Tiny-Chat-Generic-CPU:2", "tiny-chat-generic-cpu:2"],
    ["that is an alias is its first variant in the catalog", "tiny-chat", "tiny-chat-cuda-gpu:3"],
  ])("%s", async (_, name, id) => {
    const kept = await subject.create({ name });
    expect(kept).toMatchObject({ id, outs: { name, version: id.at(-1), fileSizeMb: expect.any(Number) } });
    expect(await cached()).toEqual([id]);
  });

  test.each(["tiny-chat-generic-cpu:3", "tiny-chat-generic-cpu"])(
    "that the catalog does not know is an error with the nearest one, and nothing is downloaded",
    async (name) => {
      const misspelt = name.replace("cpu", "cpo");
      await expect(subject.create({ name: misspelt })).rejects.toThrow(
        `has no model ${misspelt}: a model that it does not know needs \`uri\` and \`providerType\`; did you ` +
          `mean \`${name}\`?`,
      );
      expect(downloads()).toEqual([]);
    },
  );

  test.each([
    ["lamp", "lamp", "hub://lamp/10"],
    ["lamp:9", "lamp:9", "hub://lamp/9"],
    ["lamp:11", undefined, "has no model lamp:11"],
    ["desk", undefined, "does not say where desk is downloaded from"],
  ])("%s is found in a catalog that has versions beside the names only", async (name, sentName, uri) => {
    const catalog = [
      { name: "lamp", version: 9, uri: "hub://lamp/9" },
      { name: "lamp", version: 10, uri: "hub://lamp/10" },
      { name: "desk" },
    ];
    sandbox.faults.push(
      { match: "GET /runtime/list", status: 200, body: JSON.stringify({ models: catalog }) },
      { match: "POST /compat/download", status: 200, body: `{"success":false}` },
    );
    const failed = await subject.create({ name }).catch((thrown: Error) => thrown.message);
    if (sentName === undefined) expect(failed).toContain(uri);
    else
      expect(downloads()).toEqual([
        expect.objectContaining({ model: { Uri: uri, Name: sentName, ProviderType: "VendorLocal" } }),
      ]);
  });

  test("in another letter case is no change", async () => {
    expect(await subject.plan(await subject.create({ name: chat }), { name: chat.toUpperCase() })).toBe("same");
  });
});

test("a download sends what the catalog says", async () => {
  await subject.create({ name: chat });
  expect(downloads()).toEqual([
    {
      model: {
        Uri: "hub://registry/tiny-chat-generic-cpu/3",
        Name: chat,
        ProviderType: "VendorLocal",
        Publisher: "Acme",
        PromptTemplate: expect.any(Object),
      },
      IgnorePipeReport: true,
    },
  ]);
});

test("a prompt template goes back to the service as it came", async () => {
  const promptTemplate = { user_turn: "<|user|>{Content}", Assistant: "{Content}" };
  sandbox.faults.push(
    {
      match: "GET /runtime/list",
      status: 200,
      body: JSON.stringify([{ name: "lamp", uri: "hub://lamp", promptTemplate }]),
    },
    { match: "POST /compat/download", status: 200, body: `{"success":false}` },
  );
  await expect(subject.create({ name: "lamp" })).rejects.toThrow("the download failed");
  expect(downloads()).toEqual([
    expect.objectContaining({
      model: { Uri: "hub://lamp", Name: "lamp", ProviderType: "VendorLocal", PromptTemplate: promptTemplate },
    }),
  ]);
});

test("a model that no catalog lists is downloaded by uri, providerType and token", async () => {
  const kept = await subject.create({ ...gated, token: "sandbox" });
  expect(kept).toMatchObject({ id: gated.name, outs: { version: "1" } });
  expect(downloads()).toEqual([
    { model: { Uri: gated.uri, Name: gated.name, ProviderType: "ModelHub" }, token: "sandbox", IgnorePipeReport: true },
  ]);
});

const forms: Partial<Behaviour>[] = [{ downloadForm: "A" }, { downloadForm: "B" }];
test.each(forms)("a failed download shows the service's message, though its status is 200: %p", async (form) => {
  Object.assign(sandbox.behaviour, form);
  await expect(subject.create(gated)).rejects.toThrow(
    `POST /compat/download answered 200: the download failed: ${gated.uri} needs a token that gives access to it`,
  );
  expect(downloads()).toHaveLength(1);
  await subject.create({ name: chat });
  expect(await cached()).toEqual([chat]);
});

test.each([
  [`Total 5.00% Downloading a\n{"success":false,"errorMessage":"disk space too low"}`, "disk space too low"],
  [`{"Success":false,"Error":"no disk"}`, "no disk"],
  [`{"success":false,\n "error": {"code": "quota", "message": "over quota"}}\n`, "over quota"],
  [`{"success":false,"errorMessage":null}`, "no reason was given"],
])("the reason is found in %p", async (body, reason) => {
  sandbox.faults.push({ match: "POST /compat/download", status: 200, body });
  await expect(subject.create({ name: chat })).rejects.toThrow(`the download failed: ${reason}`);
});

test("a reason that repeats the token does not show it", async () => {
  sandbox.faults.push({
    match: "POST /compat/download",
    status: 200,
    body: `{"success":false,"errorMessage":"hub-secret is not valid"}`,
  });
  await expect(subject.create({ name: chat, token: "hub-secret" })).rejects.toThrow("[secret] is not valid");
});

describe("a connection that breaks", () => {
  test.each([{ drop: "before" as const }, { drop: "midway" as const }, { status: 503 }])(
    "before the model is there is followed by a look and another download: %p",
    async (fault) => {
      sandbox.faults.push({ match: "POST /compat/download", ...fault });
      expect((await subject.create({ name: chat })).id).toBe(chat);
      expect(sent()).toEqual([
        "GET /runtime/list",
        "GET /compat/models",
        "POST /compat/download",
        "GET /compat/models",
        "POST /compat/download",
        "GET /compat/models",
      ]);
    },
  );

  test("after the model has arrived is followed by a look alone", async () => {
    sandbox.faults.push({ match: "POST /compat/download", drop: "after" });
    expect((await subject.create({ name: chat })).id).toBe(chat);
    expect(downloads()).toHaveLength(1);
  });
});

test("a service that never says how a download ended is not asked for ever", async () => {
  sandbox.faults.push({ match: "POST /compat/download", status: 200, body: "Total 10% Downloading a\r\n", times: 9 });
  await expect(subject.create({ name: chat })).rejects.toThrow(
    "answered 3 times without a result, and GET /compat/models does not show tiny-chat-generic-cpu:3",
  );
});

test("lines of any length cost their length", async () => {
  const lines = [`${"7".repeat(80_000)}`, "/".repeat(80_000), `("${"a".repeat(80_000)}`, " ".repeat(80_000)];
  const body = `${Array.from({ length: 10 }, () => lines.join("\n")).join("\n")}\n{"success":false,\n"errorMessage":"full"}`;
  sandbox.faults.push({ match: "POST /compat/download", status: 200, body });
  await expect(subject.create({ name: chat })).rejects.toThrow("the download failed: full");
});

test("a model that its list shows only after a while is waited for", async () => {
  sandbox.faults.push({ match: "GET /compat/models", status: 200, body: "[]", times: 2 });
  expect((await subject.create({ name: chat })).id).toBe(chat);
  expect(downloads()).toHaveLength(1);
});

test("a download ends with the time of its operation, though it goes on at the service", async () => {
  const slow = createServer((request, response) => {
    if (request.url !== "/compat/download")
      return void response.end(request.url === "/runtime/list" ? `[{"name":"huge","uri":"hub://huge"}]` : "[]");
    const tell = (): void =>
      void (
        response.destroyed || response.write("Total 12.00% Downloading model.onnx.data\n", () => setImmediate(tell))
      );
    tell();
  });
  await once(slow.listen(0, "127.0.0.1"), "listening");
  const there = new Subject("local:CachedModel", sandbox, {
    localEndpoint: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
  });
  await expect(there.create({ name: "huge", __timeouts: { create: "300ms" } })).rejects.toThrow(
    "downloading huge did not end in time; it was at 12 % model.onnx.data",
  );
  slow.closeAllConnections();
  slow.close();
});

test("one that is cached already is taken over without a download; a newer version beside it is another model", async () => {
  await subject.create({ name: "tiny-chat-generic-cpu:2" });
  sandbox.requests.length = 0;
  const kept = await subject.create({ name: "TINY-CHAT-GENERIC-CPU:2" });
  expect([kept.id, downloads()]).toEqual(["tiny-chat-generic-cpu:2", []]);
  await expect(subject.create({ name: "tiny-chat-generic-cpu:2", adopt: "never" })).rejects.toThrow(
    "`adopt` is `never`",
  );
  expect((await subject.create({ name: "tiny-chat-generic-cpu" })).id).toBe(chat);
  expect((await subject.read(kept))?.id).toBe("tiny-chat-generic-cpu:2");
});

test("an edit of the token asks the service for nothing", async () => {
  const kept = await subject.create({ ...gated, token: "sandbox" });
  expect(await subject.plan(kept, { ...gated, token: "another" })).toBe("update");
  sandbox.requests.length = 0;
  const changed = await subject.update(kept, { ...gated, token: "another" });
  expect(changed.outs).toMatchObject({ version: "1" });
  expect(sent()).toEqual([]);
});

test("a delete leaves the files and asks the service for nothing", async () => {
  const kept = await subject.create({ name: chat });
  sandbox.requests.length = 0;
  await subject.delete(kept);
  expect(sent()).toEqual([]);
  expect(await cached()).toEqual([chat]);
});

test.each([
  [`("model.onnx.data", 0.5)`, "50 % model.onnx.data"],
  [`("", 1)`, "100 %"],
  ["Total 45.67% Downloading model.onnx.data", "45 % model.onnx.data"],
  ["Total 100.01% Downloading a b.json\r", "100 % a b.json"],
  ["[DONE] All Completed!", undefined],
  [`("a", 1.2.3)`, "0 % a"],
  ["9".repeat(80_000), undefined],
])("progress is read from %p", (line, progress) => {
  expect(progressOf(line)).toBe(progress);
});
