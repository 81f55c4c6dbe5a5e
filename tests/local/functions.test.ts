import { ApiError } from "../../provider/core/errors";
import { startSandbox, type Behaviour, type Sandbox } from "../../sandbox";
import * as local from "../../sdk/local";
import { configurationFor } from "../subject";
import { load, messages, model } from "./chatModel";

let sandbox: Sandbox;
let options: { connection: ReturnType<typeof configurationFor> };
beforeEach(async () => {
  sandbox = await startSandbox();
  options = { connection: configurationFor(sandbox) };
});
afterEach(() => sandbox.close());

/** Lets the service answer the next request of this kind with a text. */
const answer = (match: string, body: string): void => void sandbox.faults.push({ match, body, status: 200 });

describe("the catalog", () => {
  const forms: Partial<Behaviour>[] = [{ catalogList: "object" }, { catalogList: "array" }];
  test.each(forms)("is an array of entries: %p", async (form) => {
    Object.assign(sandbox.behaviour, form);
    const catalog = await local.listCatalog({}, options);
    expect(catalog).toContainEqual(
      expect.objectContaining({
        name: model,
        displayName: "tiny-chat-generic-cpu",
        version: "3",
        modelType: "ONNX",
        task: "chat-completion",
        fileSizeMb: 812,
        supportsToolCalling: false,
        alias: "tiny-chat",
      }),
    );
  });

  test("is read where members are missing, null, in another letter case or more than documented", async () => {
    answer(
      "GET /runtime/list",
      `{"Models": [{"Name": "a-cpu:7", "FileSizeMb": 5, "supportsToolCalling": null, "extra": 1}, null, ` +
        `{"name": "b", "version": 2, "task": null}]}`,
    );
    expect(await local.listCatalog({}, options)).toEqual([
      { name: "a-cpu:7", displayName: "a-cpu", version: "7", fileSizeMb: 5, supportsToolCalling: false, extra: 1 },
      { name: "b", displayName: "b", version: "2", supportsToolCalling: false },
    ]);
  });

  test("that cannot be read is an error, never an empty catalog", async () => {
    answer("GET /runtime/list", "<html>sign in</html>");
    await expect(local.listCatalog({}, options)).rejects.toThrow(
      "GET /runtime/list answered 200 without a list of models",
    );
  });
});

test("the lists of names follow the state of the models", async () => {
  expect([await local.listCachedModels({}, options), await local.listLoadedModels({}, options)]).toEqual([[], []]);
  await load(sandbox);
  expect([await local.listCachedModels({}, options), await local.listLoadedModels({}, options)]).toEqual([
    [model],
    [model],
  ]);
});

test.each(["PascalCase", "camelCase"] as const)(
  "the status is in camelCase, when the service sends %s",
  async (statusCasing) => {
    sandbox.behaviour.statusCasing = statusCasing;
    expect(await local.getStatus({}, options)).toEqual({
      endpoints: [sandbox.url],
      modelDirPath: "/var/lib/inference/models",
      pipeName: "inference_agent",
    });
  },
);

test("a status without endpoints and pipe is read", async () => {
  answer("GET /compat/status", `{"modelDirPath": "/models", "endpoints": null}`);
  expect(await local.getStatus({}, options)).toEqual({ endpoints: [], modelDirPath: "/models", pipeName: "" });
});

test.each(["2", `"2"`, `{"deviceId": 2}`])("the GPU device is an integer, also from %s", async (body) => {
  answer("GET /compat/getgpudevice", body);
  expect(await local.getGpuDevice({}, options)).toBe(2);
});

test("tokens are counted by the service", async () => {
  await load(sandbox);
  const count = await local.countTokens({ model, messages }, options);
  const { usage } = await local.chatCompletion({ model, messages }, options);
  expect(count).toBe(usage?.promptTokens);
  answer("encode/count", `{"TokenCount": 23}`);
  expect(await local.countTokens({ model, messages }, options)).toBe(23);
  for (const body of ["{}", `{"tokenCount": null}`, `{"tokenCount": 1.5}`, `{"tokenCount": 9007199254740992}`]) {
    answer("encode/count", body);
    await expect(local.countTokens({ model, messages }, options)).rejects.toThrow("answered 200 without a tokenCount");
  }
});

describe("a chat completion", () => {
  beforeEach(() => load(sandbox));

  test("is a record in camelCase", async () => {
    const completion = await local.chatCompletion({ model, messages, maxTokens: 2 }, options);
    expect(completion).toMatchObject({
      id: expect.any(String),
      object: "chat.completion",
      created: expect.any(Number),
      model,
      choices: [{ index: 0, message: { role: "assistant", content: "You said" }, finishReason: "length" }],
      usage: { completionTokens: 2 },
    });
  });

  test("sends the document's names and nothing that was not given", async () => {
    await local.chatCompletion(
      { model, messages, temperature: 0, topP: 1, maxTokens: 5, presencePenalty: -2, frequencyPenalty: 2 },
      options,
    );
    await local.chatCompletion({ model, messages }, options);
    const bodies = sandbox.requests.filter(({ path }) => path === "/v1/chat/completions").map(({ body }) => body);
    expect(bodies).toEqual([
      { model, messages, temperature: 0, top_p: 1, max_tokens: 5, presence_penalty: -2, frequency_penalty: 2 },
      { model, messages },
    ]);
  });

  test("keeps the words of the model as they are, and is read without usage and model", async () => {
    answer(
      "chat/completions",
      `{"id": null, "model": null, "choices": [{"index": 0, "message": {"role": "assistant", "content": ` +
        `"finish_reason {\\"a_b\\": 1}"}, "finish_reason": null}]}`,
    );
    expect(await local.chatCompletion({ model, messages }, options)).toEqual({
      id: "",
      object: "",
      created: 0,
      model,
      choices: [{ index: 0, message: { role: "assistant", content: `finish_reason {"a_b": 1}` }, finishReason: null }],
    });
  });

  test("that is none is an error", async () => {
    answer("chat/completions", `{}`);
    await expect(local.chatCompletion({ model, messages }, options)).rejects.toThrow(
      "POST /v1/chat/completions answered 200 without a chat completion",
    );
  });

  test("names every argument out of its bounds, and the role, before any call", async () => {
    sandbox.requests.length = 0;
    const wrong = {
      model: "",
      messages: [{ role: "users", content: 1 }],
      temperature: 2.1,
      topP: -1,
      maxTokens: 0,
      presencePenalty: -3,
      frequencyPenalty: 3,
      temprature: 1,
    };
    const error = await local.chatCompletion(wrong as never, options).catch((thrown: Error) => thrown);
    for (const path of [
      "model",
      "messages[0].role: must be one of `system`, `user`, `assistant`; did you mean `user`?",
      "messages[0].content",
      "temperature",
      "topP",
      "maxTokens",
      "presencePenalty",
      "frequencyPenalty",
      "temprature: is not an argument",
    ]) {
      expect((error as Error).message).toContain(path);
    }
    expect(sandbox.requests).toEqual([]);
  });

  test.each(["json", "text"] as const)(
    "of a model that is not loaded shows the service's reason: %s",
    async (localErrors) => {
      sandbox.behaviour.localErrors = localErrors;
      const error = await local
        .chatCompletion({ model: "tiny-chat-generic-cpu:2", messages }, options)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 400,
        method: "POST",
        path: "/v1/chat/completions",
        reason: "Model not loaded: tiny-chat-generic-cpu:2",
      });
    },
  );

  test("is asked for again after a refusal that passes", async () => {
    sandbox.faults.push(
      { match: "chat/completions", status: 503, retryAfter: 0 },
      { match: "chat/completions", drop: "before" },
    );
    expect((await local.chatCompletion({ model, messages }, options)).choices[0]?.message.content).toBe(
      "You said: Hello there",
    );
  });
});
