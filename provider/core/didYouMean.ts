import { closest, distance } from "fastest-levenshtein";

/** How many letters a name has for each that may be wrong in it. */
const NAMES = 3;
/** The same of words that stand in a list, which have more. */
export const WORDS = 4;

/** `; did you mean …?` with the nearest of the candidates, when one is close to what was given. */
export function didYouMean(word: string, candidates: readonly string[], letters = NAMES): string {
  if (candidates.length === 0 || word.length > 64) return "";
  const near = closest(folded(word), candidates.map(folded));
  const wrong = Math.floor(near.length / letters);
  if (distance(folded(word), near) > (letters === NAMES ? Math.max(1, wrong) : wrong)) return "";
  return `; did you mean \`${candidates.find((name) => folded(name) === near)!}\`?`;
}

/** A name in which neither letter case nor the way that words are joined counts: `top_p` is `topP`. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "");
