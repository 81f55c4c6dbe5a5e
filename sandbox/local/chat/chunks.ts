import { errorBody } from "../refusal";
import type { Completion } from "./completion";

/** How an answer is streamed. */
export interface ChunkOptions {
  /** Whether a last chunk without choices tells the usage. */
  includeUsage: boolean;
  /** The number of chunks with text after which the stream ends with an error. */
  errorAfter: number | undefined;
}

/** The server-sent events of an answer; `head` is what all chunks share. */
export async function* chunksOf(completion: Completion, head: object, options: ChunkOptions): AsyncGenerator<string> {
  const { pieces, finish_reason, usage } = completion;
  const chunk = (choices: object[], more = {}) => event({ ...head, choices, ...more });
  const choice = (delta: object, reason: string | null = null) => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason: reason,
  });
  for (const [at, content] of pieces.slice(0, options.errorAfter).entries()) {
    yield chunk([choice(at === 0 ? { role: "assistant", content } : { content })]);
  }
  if (options.errorAfter !== undefined) return yield event(errorBody("server_error", "Inference failed."));
  yield chunk([choice({}, finish_reason)]);
  if (options.includeUsage) yield chunk([], { usage });
  yield "data: [DONE]\n\n";
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
