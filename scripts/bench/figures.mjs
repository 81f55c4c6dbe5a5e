// Figures as the tables show them.

/**
 * The middle one of some figures.
 * @param {number[]} values
 */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** A figure with so many digits, or a dash where there is none. */
export const round = (/** @type {number} */ value, digits = 2) =>
  Number.isFinite(value) ? value.toFixed(digits) : "–";

/**
 * How many requests of each method there were.
 * @param {{ method: string }[]} requests
 */
export function byMethod(requests) {
  const counts = new Map();
  for (const { method } of requests) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(", ") || "none";
}
