/** The vendor's client of the local inference service, and the one of its chat interface. */
import { FoundryLocalManager } from "foundry-local-sdk/browser";
import OpenAI from "openai";
import { startSandbox, type Sandbox } from "../../sandbox";
import * as local from "../../sdk/local";
import { configurationFor, Subject } from "../subject";
import { sentBy } from "./requests";

const chat = "tiny-chat-generic-cpu:3";
const messages = [{ role: "user" as const, content: "hello" }];

let sandbox: Sandbox;
let manager: FoundryLocalManager;
beforeEach(async () => {
  sandbox = await startSandbox({ dialect: "azure" });
  manager = new FoundryLocalManager({ serviceUrl: sandbox.url, fetch });
});
afterEach(() => sandbox.close());

const connection = (): { connection: ReturnType<typeof configurationFor> } => ({
  connection: configurationFor(sandbox),
});

test("the client drives the sandbox from the catalog to an answer", async () => {
  expect(await manager.listCatalogModels()).toContainEqual(
    expect.objectContaining({ id: chat, provider: "AzureFoundry", deviceType: "CPU" }),
  );
  const progress: number[] = [];
  await manager.downloadModel(chat, undefined, undefined, false, (percent) => progress.push(percent));
  expect(progress.at(-1)).toBeGreaterThan(50);
  await expect(manager.loadModel("small-chat-generic-cpu")).rejects.toThrow("has not been downloaded yet");
  await manager.loadModel(chat);
  expect((await manager.listLoadedModels()).map(({ id }) => id)).toEqual([chat]);
  expect(await manager.getCacheLocation()).toMatch(/^\//);
  const openai = new OpenAI({ baseURL: manager.endpoint, apiKey: manager.apiKey });
  const answer = await openai.chat.completions.create({ model: chat, messages });
  expect(answer.choices[0]?.message.content).toBe("You said: hello");
  const stream = await openai.chat.completions.create({ model: chat, messages, stream: true });
  let text = "";
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
  expect(text).toBe("You said: hello");
  await manager.unloadModel(chat, undefined, true);
  expect(await manager.listLoadedModels()).toEqual([]);
});

test("the provider sends what the client sends", async () => {
  const ofModel = (request: { path: string }): boolean => /download|\/load\/|\/unload\//.test(request.path);
  const cached = new Subject("local:CachedModel", sandbox);
  const loaded = new Subject("local:LoadedModel", sandbox);
  const mine = await sentBy(
    sandbox,
    async () => {
      await cached.create({ name: chat });
      await loaded.delete(await loaded.create({ model: chat, ttl: 600 }));
    },
    ofModel,
  );
  const theirs = await sentBy(
    sandbox,
    async () => {
      await manager.downloadModel(chat, undefined, undefined, true);
      await manager.loadModel(chat);
      await manager.unloadModel(chat, undefined, true);
    },
    ofModel,
  );
  expect(mine).toEqual(theirs);
  const read = async (own: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> =>
    expect(await sentBy(sandbox, own)).toEqual(await sentBy(sandbox, other));
  await read(
    () => local.listCatalog({}, connection()),
    () => new FoundryLocalManager({ serviceUrl: sandbox.url, fetch }).listCatalogModels(),
  );
  await read(
    () => local.listCachedModels({}, connection()),
    () => manager.listCachedModels(),
  );
  await read(
    () => local.listLoadedModels({}, connection()),
    () => manager.listLoadedModels(),
  );
  await read(
    () => local.getStatus({}, connection()),
    () => manager.getCacheLocation(),
  );
  const openai = new OpenAI({ baseURL: manager.endpoint, apiKey: manager.apiKey });
  await manager.loadModel(chat);
  await read(
    () => local.chatCompletion({ model: chat, messages }, connection()),
    () => openai.chat.completions.create({ model: chat, messages }),
  );
});

test("both see the same models, in words of their own", async () => {
  await manager.downloadModel("mini-embed-cpu");
  expect(await local.listCachedModels({}, connection())).toEqual(["mini-embed-cpu:1"]);
  expect(await local.listCatalog({}, connection())).toContainEqual(
    expect.objectContaining({ name: "mini-embed-cpu:1", providerType: "ModelHub" }),
  );
  await new Subject("local:CachedModel", sandbox).create({ name: chat });
  expect((await manager.listCachedModels()).map(({ id }) => id)).toEqual(["mini-embed-cpu:1", chat]);
});
