import type { Message } from "../body";

/**
 * The answer to the last question of the user: the sentence of the context that has most in common with it, else the
 * question itself. The context is what the system says and what follows `Context:` in a message; `Question:` ends it.
 */
export function answerTo(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const question =
    last
      .split(/^question:/im)
      .at(-1)
      ?.split(/^context:/im)[0]
      ?.trim() ?? "";
  const context = messages.flatMap(({ role, content }) => (role === "system" ? [content] : contextIn(content)));
  return closest(context.flatMap(sentencesIn), question) ?? `You said: ${question}`;
}

function contextIn(content: string): string[] {
  return content
    .split(/^context:/im)
    .slice(1)
    .map((part) => part.split(/^question:/im)[0] ?? "");
}

/** The sentence that shares the most words with the question; a word counts the more, the fewer sentences have it. */
function closest(candidates: string[], question: string): string | undefined {
  const questionWords = wordsIn(question);
  const sentenceWords = candidates.map(wordsIn);
  const counts = new Map<string, number>();
  for (const word of sentenceWords.flatMap((sentence) => [...sentence])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => 1 / (counts.get(word) ?? 1);
  const scores = sentenceWords.map((sentence) =>
    [...questionWords].filter((word) => sentence.has(word)).reduce((sum, word) => sum + weight(word), 0),
  );
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return best > 0 ? candidates[scores.indexOf(best)] : undefined;
}

function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
