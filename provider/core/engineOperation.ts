import { silent, type Log } from "./log";

/** Names and positions that lead to a value. */
export type Place = readonly string[];

/** What the engine tells of one operation on a resource besides its values, whichever face it speaks to. */
export interface Operation {
  /** The part of the resource's URN that tells it from the others of its stack; none where only its id is known. */
  line?: string | undefined;
  /** That part of the URN under which the state holds it, as far as it is known: another one when it has an alias. */
  storedAs?: string | undefined;
  /** The milliseconds that the program gives it. */
  milliseconds?: number | undefined;
  /** The places of values that the program marks as secret. */
  secretPlaces: readonly Place[];
  /** Those places in the values of the state. */
  oldSecretPlaces: readonly Place[];
  /** The messages of the resource. */
  log: Log;
}

/** An operation of which no engine tells anything. */
export const bareOperation: Operation = { secretPlaces: [], oldSecretPlaces: [], log: silent };
