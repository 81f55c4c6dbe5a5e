import type { Collection, Context } from "../context";

/**
 * A named collection whose readers see, for `behaviour.staleReads` reads after a write, what it held before that write.
 */
export class Held<T> {
  readonly #values: Collection<T>;
  readonly #stale = new Map<string, { before: T | undefined; reads: number }>();

  constructor(
    private readonly context: Context,
    name: string,
  ) {
    this.#values = context.collection<T>(name);
  }

  /** The value as it is, which is what writes go by. */
  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  /** All values as they are. */
  all(): T[] {
    return this.#values.entries().map(([, value]) => value);
  }

  /** Puts a value in the place of the one before. */
  set(key: string, value: T): void {
    this.#remember(key);
    this.#values.set(key, value);
  }

  /** Removes a value; nothing happens when there is none. */
  delete(key: string): void {
    this.#remember(key);
    this.#values.delete(key);
  }

  /** The value as a reader sees it. */
  read(key: string): T | undefined {
    const stale = this.#stale.get(key);
    if (stale === undefined) return this.get(key);
    stale.reads -= 1;
    if (stale.reads === 0) this.#stale.delete(key);
    return stale.before;
  }

  /** All values as a reader sees them, in the order of their keys. */
  readAll(): T[] {
    const keys = new Set([...this.#values.entries().map(([key]) => key), ...this.#stale.keys()]);
    return [...keys].sort().flatMap((key) => this.read(key) ?? []);
  }

  #remember(key: string): void {
    const reads = this.context.behaviour.staleReads;
    if (reads > 0) this.#stale.set(key, { before: this.get(key), reads });
  }
}
