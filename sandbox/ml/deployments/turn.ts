import type { Service } from "../core/answers";

/**
 * A number from 0 to 99 that takes every value once in a hundred calls for the same purpose, small and large ones well
 * mixed.
 */
export function turn({ context }: Service, purpose: string): number {
  const turns = context.collection<number>("ml.turns");
  const count = turns.get(purpose) ?? 0;
  turns.set(purpose, count + 1);
  return (count * 37) % 100;
}
