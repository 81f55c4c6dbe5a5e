/**
 * The sandbox's embedding of a text: every word is hashed to one of the dimensions with a sign, and the whole is scaled
 * to length 1. The same text always gives the same vector, and texts that share words are near each other.
 */
export function embedding(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of wordsOf(text)) {
    const hash = fnv1a(word);
    const dimension = (hash >>> 1) % dimensions;
    vector[dimension] = (vector[dimension] ?? 0) + (hash & 1 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
