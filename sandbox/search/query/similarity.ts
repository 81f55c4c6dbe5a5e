/** How alike two vectors of the same length are, more being nearer, by each metric that an algorithm may have. */
export const similarities = {
  cosine: (a: number[], b: number[]): number => 1 / (2 - cosine(a, b)),
  euclidean: (a: number[], b: number[]): number =>
    1 / (1 + Math.hypot(...a.map((value, position) => value - (b[position] ?? 0)))),
  dotProduct: (a: number[], b: number[]): number => dot(a, b),
  hamming: (a: number[], b: number[]): number =>
    1 / (1 + a.reduce((sum, byte, position) => sum + ones(byte ^ (b[position] ?? 0)), 0)),
};

/** The cosine of the angle between two vectors, from -1 to 1; 0 when one has no direction. */
export function cosine(a: number[], b: number[]): number {
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, position) => sum + value * (b[position] ?? 0), 0);
}

function ones(byte: number): number {
  return byte.toString(2).replaceAll("0", "").length;
}
