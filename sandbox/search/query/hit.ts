/** A document that a query has found. */
export interface Hit {
  key: string;
  score: number;
}

/**
 * Several rankings as one, by reciprocal rank fusion: a hit gets `weight / (60 + rank)` from every ranking that it is
 * in.
 */
export function fused(rankings: { hits: Hit[]; weight: number }[]): Hit[] {
  const scores = new Map<string, number>();
  for (const { hits, weight } of rankings) {
    hits.forEach(({ key }, position) => scores.set(key, (scores.get(key) ?? 0) + weight / (61 + position)));
  }
  return [...scores].map(([key, score]) => ({ key, score })).sort(byScore);
}

/** Orders the best hit first. */
export function byScore(a: Hit, b: Hit): number {
  return b.score - a.score;
}
