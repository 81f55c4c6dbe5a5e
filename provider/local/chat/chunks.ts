import { createParser, type EventSourceMessage } from "eventsource-parser";
import { errorOf, parsed } from "../../core/answer";
import { ApiError, NoAnswerError } from "../../core/errors";
import type { Call } from "../../core/http";
import { isBag, member, type Bag } from "../../core/wire";

/**
 * The chunks of a streamed answer. Throws `ApiError` for an error in the stream and `NoAnswerError` for a stream that
 * ends before its end mark.
 */
export async function* chunksOf<T>(
  bits: AsyncIterable<string>,
  { method, path }: Call,
  chunkOf: (data: Bag) => T,
): AsyncGenerator<T> {
  for await (const { event, data } of eventsIn(bits)) {
    if (data.trim() === END) return;
    const record = parsed(data);
    const error = isBag(record) ? (member(record, "error") ?? undefined) : undefined;
    if (error !== undefined || event === "error" || !isBag(record)) {
      const { code, message } = errorOf(record);
      throw new ApiError(method, path, 200, code, `the answer broke off with an error: ${message}`);
    }
    yield chunkOf(record);
  }
  throw new NoAnswerError(`${method} ${path}: the answer ended before its end mark ${END}, so it is not complete`);
}

/** What marks the end of a stream. */
const END = "[DONE]";

/** The server-sent events in a text; one that is cut off at its end is none, unless it is the end mark. */
async function* eventsIn(bits: AsyncIterable<string>): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const bit of bits) {
    parser.feed(bit);
    yield* events.splice(0);
  }
  parser.feed("\n\n");
  yield* events.filter(({ data }) => data.trim() === END);
}
