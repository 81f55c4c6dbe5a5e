import { setImmediate as turn } from "node:timers/promises";
import { ReadableStream } from "node:stream/web";

/** An answer that is sent part by part; the generator is ended where it stands when the client breaks off. */
export function streamed(parts: AsyncIterable<string>, headers: Record<string, string>): Response {
  return new Response(ReadableStream.from(bytes(parts)) as globalThis.ReadableStream, { headers });
}

/** Every part by itself: the event loop turns after each, so that it is on its way before the next. */
async function* bytes(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) {
    yield encoder.encode(part);
    await turn();
  }
}
