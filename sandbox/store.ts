import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Collection } from "./context";
import { exactValue, storedText } from "./json";

type Collections = Record<string, Record<string, unknown>>;

/** The named collections of the sandbox, in memory and, when a file is given, written to it after every change. */
export class Store {
  readonly #collections = new Map<string, Map<string, unknown>>();
  readonly #file: string | undefined;
  /** How often a collection has been changed. */
  revision = 0;
  #pending: NodeJS.Immediate | undefined;

  /** Reads `file` when it exists; throws when what it holds is not the sandbox's. */
  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined && existsSync(file)) {
      for (const [name, values] of Object.entries(parse(file)))
        this.#collections.set(name, new Map(Object.entries(values)));
    }
  }

  /** The collection of this name, empty at first. Its values are replaced by `set`, never changed in place. */
  collection<T>(name: string): Collection<T> {
    let values = this.#collections.get(name) as Map<string, T> | undefined;
    if (values === undefined) this.#collections.set(name, (values = new Map<string, T>()));
    const map = values;
    return {
      get: (key) => map.get(key),
      set: (key, value) => {
        map.set(key, value);
        this.#changed();
      },
      delete: (key) => {
        const existed = map.delete(key);
        if (existed) this.#changed();
        return existed;
      },
      entries: () => [...map.entries()],
    };
  }

  /** Writes what has not been written yet. */
  flush(): void {
    if (this.#pending === undefined || this.#file === undefined) return;
    clearImmediate(this.#pending);
    this.#pending = undefined;
    try {
      this.#write(this.#file);
    } catch (error) {
      // The services go on; the next change tries again.
      console.error(`${this.#file} could not be written: ${(error as Error).message}`);
    }
  }

  #write(file: string): void {
    const collections: Collections = Object.fromEntries(
      [...this.#collections].map(([name, values]) => [name, Object.fromEntries(values)]),
    );
    // A process that is killed while it writes leaves the file as it was.
    writeFileSync(`${file}.new`, storedText(collections));
    renameSync(`${file}.new`, file);
  }

  #changed(): void {
    this.revision += 1;
    if (this.#file !== undefined) this.#pending ??= setImmediate(() => this.flush());
  }
}

function parse(file: string): Collections {
  try {
    const value: unknown = exactValue(readFileSync(file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Collections;
  } catch {
    // Falls through to the one message for whatever is wrong with the file.
  }
  throw new Error(`${file} is not a data file of the sandbox; name another file or remove it`);
}
