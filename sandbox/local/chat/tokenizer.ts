import type { Message } from "../body";

type Encoding = typeof import("gpt-tokenizer/encoding/r50k_base");

/** The vocabulary, which is read when the first token is asked for. */
function encoding(): Encoding {
  return require("gpt-tokenizer/encoding/r50k_base") as Encoding;
}

/** The tokens of a text; marks of special tokens count as the text they are. */
export function encode(text: string): number[] {
  return encoding().encode(text, { disallowedSpecial: new Set<string>() });
}

/** The text of tokens, a piece per token; one that ends within a character is held back until it is whole. */
export function* decode(tokens: Iterable<number>): Generator<string> {
  yield* encoding().decodeGenerator(tokens);
}

/** The tokens of a conversation: those of its texts, three that frame each message, and three that open the answer. */
export function countTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + 3 + encode(role).length + encode(content).length, 3);
}
