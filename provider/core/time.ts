/** Milliseconds of a clock that nobody sets; only what lies between two of its times means something. */
export const now = (): number => performance.now();

/** The longest that a timer can wait, in milliseconds. */
export const LONGEST = 2 ** 31 - 1;
