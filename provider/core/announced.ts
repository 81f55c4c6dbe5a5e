import { SharedRecord } from "./sharedRecord";

/** What a program is about to declare, as it says itself: the engine may come to it long after it has deleted. */
export interface Announced {
  /** The part of its URN that tells it from the others of its stack. */
  line: string;
  /** Those that it had before, by its aliases. */
  aliases: string[];
  /** The objects that its declaration means, as claims name them. */
  objects: string[];
}

/** What the program of the run of an engine announces, which it writes and the providers read. */
export const announcements = (engine: string): SharedRecord<Announced> =>
  new SharedRecord<Announced>(`${engine} announced`);

/** What the program of a run has announced, as far as it has; nothing where there is no record of it. */
export class Announcements {
  private readonly lines = new Set<string>();
  /** What the engine has not come to yet. */
  private readonly ahead = new Map<string, Announced>();

  constructor(private readonly record?: SharedRecord<Announced>) {}

  /** Whether the program has announced a line. */
  has(line: string): boolean {
    this.listen();
    return this.lines.has(line);
  }

  /** What the engine has not come to yet, as `hasCome` tells of its lines, without what is the same as a line. */
  pending(line: string, hasCome: (line: string) => boolean): Announced[] {
    this.listen();
    for (const one of this.ahead.keys()) if (hasCome(one)) this.ahead.delete(one);
    return [...this.ahead.values()].filter((one) => one.line !== line && !one.aliases.includes(line));
  }

  private listen(): void {
    for (const one of this.record?.news() ?? []) {
      this.lines.add(one.line);
      this.ahead.set(one.line, one);
    }
  }
}
