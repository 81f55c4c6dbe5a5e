import { SharedRecord } from "./sharedRecord";
import type { Bag } from "./wire";

/** What a program is about to declare, as it says itself: the engine may come to it long after it has deleted. */
export interface Announced {
  /** The part of its URN that tells it from the others of its stack. */
  line: string;
  /** Those that it had before, by its aliases. */
  aliases: string[];
  kind: string;
  /** The arguments that make its id, as far as they are given. */
  names: Bag;
  /** The Pulumi name of its explicit provider; empty for the default one. */
  provider: string;
  /** The objects that its declaration means, as claims name them, by what the program knows of the provider. */
  objects: string[];
}

/** What is announced beside a line of a provider, which knows its own configuration better than the program. */
export interface Beside extends Announced {
  /** Whether both have the same provider. */
  isOwn: boolean;
}

/** What the program of the run of an engine announces, which it writes and the providers read. */
export const announcements = (engine: string): SharedRecord<Announced> =>
  new SharedRecord<Announced>(`${engine} announced`);

/** What the program of a run has announced, as far as it has; nothing where there is no record of it. */
export class Announcements {
  /** The provider of each line, and of those that it had before. */
  private readonly providers = new Map<string, string>();
  /** What the engine has not come to yet. */
  private readonly ahead = new Map<string, Announced>();

  constructor(private readonly record?: SharedRecord<Announced>) {}

  /** Whether the program has announced a line. */
  has(line: string): boolean {
    this.listen();
    return this.providers.has(line);
  }

  /** What the engine has not come to yet, as `hasCome` tells of its lines, without what is the same as a line. */
  pending(line: string, hasCome: (line: string) => boolean): Beside[] {
    this.listen();
    for (const one of this.ahead.keys()) if (hasCome(one)) this.ahead.delete(one);
    const others = [...this.ahead.values()].filter((one) => one.line !== line && !one.aliases.includes(line));
    return others.map((one) => ({ ...one, isOwn: one.provider === this.providers.get(line) }));
  }

  private listen(): void {
    for (const one of this.record?.news() ?? []) {
      for (const line of [one.line, ...one.aliases]) this.providers.set(line, one.provider);
      this.ahead.set(one.line, one);
    }
  }
}
