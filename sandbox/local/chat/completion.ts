import type { Message } from "../body";
import { answerTo } from "./answer";
import { countTokens, decode, encode } from "./tokenizer";

/** An answer of a model, before it is put into a record or into chunks. */
export interface Completion {
  /** The answer's text, about a piece per token. */
  pieces: string[];
  finish_reason: "stop" | "length";
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

/** The answer to a conversation, cut after `limit` tokens. The same conversation has always the same answer. */
export function complete(messages: readonly Message[], limit: number): Completion {
  const tokens = encode(answerTo(messages));
  const answer = tokens.slice(0, limit);
  const prompt = countTokens(messages);
  return {
    pieces: [...decode(answer)],
    finish_reason: answer.length < tokens.length ? "length" : "stop",
    usage: { prompt_tokens: prompt, completion_tokens: answer.length, total_tokens: prompt + answer.length },
  };
}
