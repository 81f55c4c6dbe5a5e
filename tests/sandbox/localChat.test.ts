import { createParser } from "eventsource-parser";
import { embedding, type Json, LocalCalls, newest, older } from "./localCalls";

let calls: LocalCalls;
beforeEach(async () => {
  calls = await LocalCalls.start();
  await calls.load(newest);
});
afterEach(() => calls.sandbox.close());

const user = (content: string) => ({ role: "user", content });
const hello = { model: newest, messages: [user("Hello there")] };

describe("a chat completion", () => {
  it("is a record with the usage", async () => {
    const { status, body } = await calls.chat(hello);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.any(String),
      object: "chat.completion",
      created: expect.any(Number),
      model: newest,
      choices: [{ index: 0, message: { role: "assistant", content: "You said: Hello there" }, finish_reason: "stop" }],
    });
    const { prompt_tokens, completion_tokens, total_tokens } = body.usage;
    expect(completion_tokens).toBeGreaterThan(0);
    expect(prompt_tokens + completion_tokens).toBe(total_tokens);
    const counted = await calls.post("/v1/chat/completions/tokenizer/encode/count", hello);
    expect(await counted.json()).toEqual({ tokenCount: prompt_tokens });
  });

  it("answers the same to the same, each time with another id", async () => {
    const first = await calls.chat(hello);
    const second = await calls.chat(hello);
    expect(second.body.choices).toEqual(first.body.choices);
    expect(second.body.id).not.toBe(first.body.id);
  });

  const question = "What is the colour of the shades?";
  const facts =
    "The name of the shop is Lumen. The town of the shop is Ulm. The owner of the shop is Ada.\n" +
    "The age of the shop is 40. Its lamps have green shades.";

  it.each([
    ["the system", [{ role: "system", content: facts }, user(question)]],
    ["a message", [user(`Context: ${facts}\nQuestion: ${question}`)]],
    ["an earlier message", [user(`Context: ${facts}`), user(question)]],
  ])("answers by the telling words from the context that %s gives", async (_where, messages) => {
    const { body } = await calls.chat({ model: newest, messages });
    expect(body.choices[0].message.content).toBe("Its lamps have green shades.");
  });

  it("is cut at the limit of tokens", async () => {
    for (const limit of ["max_tokens", "max_completion_tokens"]) {
      const { body } = await calls.chat({ ...hello, [limit]: 2 });
      expect(body.choices[0]).toMatchObject({ message: { content: "You said" }, finish_reason: "length" });
      expect(body.usage.completion_tokens).toBe(2);
    }
  });

  it("finds the loaded model by alias, name without version, and any letter case", async () => {
    await calls.get(`/compat/unload/${newest}?force=true`);
    await calls.load(older);
    for (const model of ["tiny-chat", "Tiny-Chat-Generic-CPU", older.toUpperCase()]) {
      expect((await calls.chat({ ...hello, model })).body.model).toBe(older);
    }
  });

  it("needs a loaded model that chats", async () => {
    await calls.load(embedding);
    expect(await calls.chat({ ...hello, model: embedding })).toMatchObject({ status: 400 });
    expect(await calls.chat({ ...hello, model: "none" })).toMatchObject({ status: 404 });
    await calls.advance(600);
    expect(await calls.chat(hello)).toEqual({
      status: 400,
      body: {
        error: { message: `Model not loaded: ${newest}`, type: "invalid_request_error", param: null, code: null },
      },
    });
  });

  it.each([
    ["temperature", 0, 2, 2.1],
    ["temperature", 0, 2, -0.1],
    ["top_p", 0, 1, 1.1],
    ["top_p", 0, 1, -0.1],
    ["presence_penalty", -2, 2, 2.1],
    ["presence_penalty", -2, 2, -2.1],
    ["frequency_penalty", -2, 2, 2.1],
    ["frequency_penalty", -2, 2, -2.1],
    ["max_tokens", 1, 4096, 1.5],
  ])("takes %s from %d to %d, not %d", async (name, least, most, wrong) => {
    expect((await calls.chat({ ...hello, [name]: least })).status).toBe(200);
    expect((await calls.chat({ ...hello, [name]: most })).status).toBe(200);
    const { status, body } = await calls.chat({ ...hello, [name]: wrong });
    expect(status).toBe(400);
    expect(body.error.message).toContain(name);
  });

  it.each([
    ["model", { messages: hello.messages }],
    ["messages", { model: newest }],
    ["messages[0].role", { model: newest, messages: [{ role: "robot", content: "Hi" }] }],
    ["messages[0].content", { model: newest, messages: [{ role: "user" }] }],
    ["JSON", "not an object"],
  ])("names %s when it is missing or wrong", async (named, body) => {
    const answer = await calls.chat(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
  });
});

describe("a streamed chat completion", () => {
  /** The data of the events of a stream. */
  async function events(body: Json): Promise<string[]> {
    const response = await calls.post("/v1/chat/completions", { ...body, stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const data: string[] = [];
    const parser = createParser({ onEvent: (event) => data.push(event.data) });
    parser.feed(await response.text());
    return data;
  }

  it("tells role, pieces, reason and end", async () => {
    const data = await events(hello);
    expect(data.at(-1)).toBe("[DONE]");
    const chunks = data.slice(0, -1).map((text) => JSON.parse(text));
    expect(
      new Set(chunks.map(({ id, object, created, model }) => JSON.stringify([id, object, created, model]))).size,
    ).toBe(1);
    expect(chunks[0]).toMatchObject({ object: "chat.completion.chunk", model: newest });
    expect(chunks[0].choices[0].delta.role).toBe("assistant");
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? "").join("")).toBe("You said: Hello there");
    expect(chunks.map(({ choices }) => choices[0].finish_reason).filter(Boolean)).toEqual(["stop"]);
    expect(chunks.at(-1).choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
    expect(chunks.every(({ usage }) => usage === undefined)).toBe(true);
  });

  it("splits no character", async () => {
    const data = await events({ ...hello, messages: [user("Grüße 😀 你好")] });
    const pieces = data.slice(0, -1).map((text) => JSON.parse(text).choices[0].delta.content ?? "");
    expect(pieces.join("")).toBe("You said: Grüße 😀 你好");
    expect(pieces.filter((piece) => piece.includes("\uFFFD"))).toEqual([]);
  });

  it("ends with the usage when that is asked for", async () => {
    const data = await events({ ...hello, max_tokens: 2, stream_options: { include_usage: true } });
    const [last, before] = [data.at(-2), data.at(-3)].map((text) => JSON.parse(text ?? ""));
    expect(last).toMatchObject({ choices: [], usage: { completion_tokens: 2 } });
    expect(before.choices[0].finish_reason).toBe("length");
  });

  it("ends with an error, and without its end mark, when that is scripted", async () => {
    calls.sandbox.behaviour.chatErrorAfterChunks = 2;
    const data = await events(hello);
    expect(data).toHaveLength(3);
    expect(JSON.parse(data[2] ?? "")).toEqual({
      error: { message: expect.any(String), type: "server_error", param: null, code: null },
    });
  });

  it("breaks off when that is scripted", async () => {
    calls.sandbox.faults.push({ match: "POST /v1/chat/completions", drop: "midway" });
    const response = await calls.post("/v1/chat/completions", { ...hello, stream: true });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it("survives a client that breaks off", async () => {
    const long = { ...hello, messages: [user("word ".repeat(20_000))], stream: true };
    const response = await calls.post("/v1/chat/completions", long);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await calls.chat(hello)).status).toBe(200);
  });
});
