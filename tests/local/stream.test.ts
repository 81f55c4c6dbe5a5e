import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError, NoAnswerError } from "../../provider/core/errors";
import { startSandbox, type Sandbox } from "../../sandbox";
import { streamChatCompletion, type StreamChatCompletionResult } from "../../sdk/local";
import { configurationFor } from "../subject";
import { load, messages, model } from "./chatModel";

type Chunk = StreamChatCompletionResult;
type Chunks = AsyncIterable<Chunk>;

let sandbox: Sandbox;
let options: { connection: ReturnType<typeof configurationFor> };
beforeEach(async () => {
  sandbox = await startSandbox();
  options = { connection: configurationFor(sandbox) };
  await load(sandbox);
  sandbox.requests.length = 0;
});
afterEach(() => sandbox.close());

/** All chunks up to the end, or up to the error that ends them. */
async function all(chunks: Chunks): Promise<{ text: string; last: Chunk | undefined; error?: Error }> {
  let text = "";
  let last: Chunk | undefined;
  try {
    for await (const chunk of chunks) {
      text += chunk.choices[0]?.delta.content ?? "";
      last = chunk;
    }
  } catch (error) {
    return { text, last, error: error as Error };
  }
  return { text, last };
}

test("to the end: chunks in camelCase that make up the answer", async () => {
  const { text, last, error } = await all(streamChatCompletion({ model, messages }, options));
  expect([text, error]).toEqual(["You said: Hello there", undefined]);
  expect(last).toMatchObject({
    id: expect.any(String),
    object: "chat.completion.chunk",
    model,
    choices: [{ index: 0, delta: {}, finishReason: "stop" }],
  });
  expect(sandbox.requests.map(({ body }) => body)).toEqual([{ model, messages, stream: true }]);
});

test("awaited first, it tells whether the service accepted the call", async () => {
  const chunks = await streamChatCompletion({ model, messages, maxTokens: 2 }, options);
  expect((await all(chunks)).text).toBe("You said");
  await expect(streamChatCompletion({ model: "tiny-chat-generic-cpu:2", messages }, options)).rejects.toMatchObject({
    status: 400,
    reason: "Model not loaded: tiny-chat-generic-cpu:2",
  });
});

test("a wrong argument is told before any call, awaited or iterated", async () => {
  const wrong = { model, messages, temperature: 3 };
  await expect(streamChatCompletion(wrong, options)).rejects.toThrow(/^local.streamChatCompletion: temperature: /);
  expect((await all(streamChatCompletion(wrong, options))).error?.message).toMatch(
    /^local.streamChatCompletion: temperature: /,
  );
  expect(sandbox.requests).toEqual([]);
});

test("an error event raises ApiError after the chunks that came before it", async () => {
  sandbox.behaviour.chatErrorAfterChunks = 2;
  const { text, error } = await all(streamChatCompletion({ model, messages }, options));
  expect(text).toBe("You said");
  expect(error).toBeInstanceOf(ApiError);
  expect(error?.message).toBe(
    "POST /v1/chat/completions answered 200: the answer broke off with an error: Inference failed.",
  );
});

test("a connection that breaks raises, and never looks like the end", async () => {
  sandbox.faults.push({ match: "chat/completions", drop: "midway" });
  const { text, error } = await all(streamChatCompletion({ model, messages }, options));
  expect(text).toBe("You");
  expect(error).toBeInstanceOf(NoAnswerError);
  expect(error?.message).toContain("broke off its answer");
});

test.each([
  [
    "without an end mark",
    `data: {"choices": [{"delta": {"content": "Hi"}}]}\n\n`,
    "Hi",
    "the answer ended before its end mark [DONE]",
  ],
  [
    "in the middle of an event",
    `data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: {"choi`,
    "Hi",
    "the answer ended before its end mark [DONE]",
  ],
  [
    "without a blank line after its end mark",
    `data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: [DONE]`,
    "Hi",
    undefined,
  ],
  [
    "with CRLF and comments",
    `: ping\r\n\r\ndata: {"choices": [{"delta": {"content": "Hi"}}]}\r\n\r\ndata: [DONE]\r\n\r\n`,
    "Hi",
    undefined,
  ],
  [
    "with an error of its own event name",
    `event: error\ndata: {"message": "out of memory"}\n\n`,
    "",
    "the answer broke off with an error: out of memory",
  ],
])("a stream that ends %s", async (_, body, text, message) => {
  sandbox.faults.push({ match: "chat/completions", status: 200, body });
  const result = await all(streamChatCompletion({ model, messages }, options));
  expect(result.text).toBe(text);
  if (message === undefined) expect(result.error).toBeUndefined();
  else expect(result.error?.message).toContain(message);
});

/** A service that answers every request as it is told to. */
async function service(answer: RequestListener): Promise<{ server: Server; connection: { localEndpoint: string } }> {
  const server = createServer(answer);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, connection: { localEndpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } };
}
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends the parts one after another, for ever when they never end. */
const inParts =
  (parts: () => Iterable<string | Uint8Array>): RequestListener =>
  (_, response) => {
    const rest = parts()[Symbol.iterator]();
    const send = (): void => {
      const { value, done } = rest.next();
      if (done === true) response.end();
      else if (!response.destroyed) response.write(value, () => setImmediate(send));
    };
    send();
  };

test("a character whose bytes arrive in parts is put together", async () => {
  const bytes = Buffer.from(`data: {"choices":[{"delta":{"content":"Grüße 😀"}}]}\n\ndata: [DONE]\n\n`);
  const { connection } = await service(inParts(() => Array.from(bytes, (byte) => Uint8Array.of(byte))));
  expect(await all(streamChatCompletion({ model, messages }, { connection }))).toMatchObject({ text: "Grüße 😀" });
});

test.each([
  [
    "break",
    async (chunks: Chunks) => {
      for await (const _ of chunks) break;
    },
  ],
  [
    "an error of the reader's own",
    async (chunks: Chunks) => {
      await expect(
        (async () => {
          for await (const _ of chunks) throw new Error("enough");
        })(),
      ).rejects.toThrow("enough");
    },
  ],
])("broken off by %s, it closes the connection to a model that never stops talking", async (_, read) => {
  const { server, connection } = await service(
    inParts(function* () {
      for (;;) yield `data: {"choices":[{"delta":{"content":"and "}}]}\n\n`;
    }),
  );
  const answering = once(server, "request");
  const reading = read(streamChatCompletion({ model, messages }, { connection }));
  const [, response] = (await answering) as [unknown, ServerResponse];
  const closed = once(response, "close");
  await reading;
  await closed;
  expect(response.writableFinished).toBe(false);
});
