import * as fc from "fast-check";

/** Whether all cases run, not only a sample: `npm run test:full`. */
export const isFull = process.env["MLPLANE_TEST_FULL"] !== undefined;

/**
 * What chance does in this run: always the same in a sample, something else in every full run; set `MLPLANE_TEST_SEED`
 * to repeat one.
 */
export const seed = Number(process.env["MLPLANE_TEST_SEED"] ?? (isFull ? Date.now() % 2 ** 31 : 1));

/** All items in a full run, else `count` of them by chance. */
export function sampleOf<T>(items: readonly T[], count: number): T[] {
  if (isFull || items.length <= count) return [...items];
  const some = fc.shuffledSubarray([...items], { minLength: count, maxLength: count });
  return fc.sample(some, { seed, numRuns: 1 })[0]!;
}

/** Prints a line beside the results of the tests. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Runs a task for every item, a few at a time, and gives their results in order. */
export async function together<T, R>(items: readonly T[], task: (item: T) => Promise<R>, atATime = 16): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
