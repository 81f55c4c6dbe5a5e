import OpenAI, { BadRequestError, NotFoundError } from "openai";
import { LocalCalls, newest } from "./localCalls";

let calls: LocalCalls;
let client: OpenAI;
beforeEach(async () => {
  calls = await LocalCalls.start();
  await calls.load(newest);
  client = new OpenAI({ baseURL: `${calls.sandbox.url}/v1`, apiKey: "any", maxRetries: 0 });
});
afterEach(() => calls.sandbox.close());

/** All chunks of a stream. */
async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const messages = [{ role: "user" as const, content: "Hello there" }];

describe("a client of the chat-completion interface", () => {
  it("gets a completion", async () => {
    const completion = await client.chat.completions.create({ model: "tiny-chat", messages });
    expect(completion.choices[0]?.message.content).toBe("You said: Hello there");
    expect(completion.choices[0]?.finish_reason).toBe("stop");
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  it("gets a stream, with the usage", async () => {
    const stream = await client.chat.completions.create({
      model: newest,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await all(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("You said: Hello there");
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
  });

  it("collects the chunks of a stream into the completion", async () => {
    const completion = await client.chat.completions.stream({ model: newest, messages }).finalChatCompletion();
    expect(completion.choices[0]?.message).toMatchObject({ role: "assistant", content: "You said: Hello there" });
  });

  it("raises what the service refuses, and what breaks a stream", async () => {
    await expect(client.chat.completions.create({ model: newest, messages, temperature: 3 })).rejects.toThrow(
      BadRequestError,
    );
    await expect(client.chat.completions.create({ model: "none", messages })).rejects.toThrow(/Model not found/);
    calls.sandbox.behaviour.chatErrorAfterChunks = 1;
    const stream = await client.chat.completions.create({ model: newest, messages, stream: true });
    await expect(all(stream)).rejects.toThrow("Inference failed.");
  });

  it("does not find what the service has elsewhere or not at all", async () => {
    await expect(client.models.list()).rejects.toThrow(NotFoundError);
    await expect(client.embeddings.create({ model: newest, input: "Hello" })).rejects.toThrow(NotFoundError);
    expect(await calls.json("/compat/models")).toEqual([newest]);
  });
});
