import { SharedRecord } from "./sharedRecord";
import type { Bag } from "./wire";

/** What a program is about to declare, as it says itself: the engine may come to it long after it has deleted. */
export interface Announced {
  /** The part of its URN that tells it from the others of its stack. */
  line: string;
  kind: string;
  /** The arguments that make its id, as far as they are given. */
  names: Bag;
  /** The Pulumi name of its explicit provider; empty for the default one. */
  provider: string;
}

/** What the program of the run of an engine announces, which it writes and the providers read. */
export const announcements = (engine: string): SharedRecord<Announced> =>
  new SharedRecord<Announced>(`${engine} announced`);
