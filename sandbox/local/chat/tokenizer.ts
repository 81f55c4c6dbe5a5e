import type { Message } from "../body";

type Encoding = typeof import("gpt-tokenizer/encoding/r50k_base");

let read: Encoding | undefined;
/** The vocabulary, which is read when the first token is asked for. */
const encoding = (): Encoding => (read ??= require("gpt-tokenizer/encoding/r50k_base") as Encoding);

/** The tokens of a text; marks of special tokens count as the text they are. */
export function encode(text: string): number[] {
  return parts(text).flatMap((part) => encoding().encode(part, { disallowedSpecial: new Set<string>() }));
}

/** Characters that are encoded as one piece, which takes the square of their number. */
const endless = /\p{L}{1000}|\p{N}{1000}|[^\s\p{L}\p{N}]{1000}|\s{1000}/gu;

/** A text cut within words that have no end in sight, else as it is. */
function parts(text: string): string[] {
  const cuts = [...text.matchAll(endless)].map((match) => match.index + match[0].length);
  return [0, ...cuts].map((from, at) => text.slice(from, cuts[at])).filter((part) => part !== "");
}

/** The text of tokens, a piece per token; one that ends within a character is held back until it is whole. */
export function* decode(tokens: Iterable<number>): Generator<string> {
  yield* encoding().decodeGenerator(tokens);
}

/** The tokens of a conversation: those of its texts, three that frame each message, and three that open the answer. */
export function countTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + 3 + encode(role).length + encode(content).length, 3);
}
