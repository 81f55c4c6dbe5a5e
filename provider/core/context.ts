import type { Place } from "./engineOperation";
import type { Http } from "./http";
import type { Lists } from "./lists";
import type { Log } from "./log";
import type { Api, Settings } from "./settings";
import type { Bag } from "./wire";

/** What every verb receives besides its data: the clients of one connection, within the time of one operation. */
export interface Context extends Record<Api, Http> {
  settings: Settings;
  log: Log;
  /** Masks a secret that a service gave, from now on and in all that this connection tells. */
  keep(secret: string): void;
  /** Lets one operation at a time run under a name; the others wait for their turn. */
  oneAtATime<T>(name: string, operation: () => Promise<T>): Promise<T>;
  /** Lists that answer for many reads. */
  lists: Lists;
  /** Those of some objects, as `objects` names them, that another resource of this run holds. */
  heldByOthers(objects: readonly string[]): Set<string>;
  /** Says that this resource owns some objects, as `objects` names them, before its create or update has ended. */
  hold(objects: readonly string[]): void;
  /** Says that this operation deletes some objects, before it asks which of them others hold. */
  leave(objects: readonly string[]): void;
  /** Those of some objects that an operation of this run deletes or has deleted, whatever a search still shows. */
  left(objects: readonly string[]): Set<string>;
  /** The id of the object that this run has in the place of another, which goes when all has followed. */
  successor(kind: string, id: string): string | undefined;
  /** Whether an object is made in this run in the place of another: what had it before may have lost it since. */
  isReplacement(kind: string, id: string): boolean;
  /** How far this run has come with the resources of a kind that are `awaited`, by the id that they have. */
  works(kind: string, id: string): Work[];
  /** What one operation of this run leaves for a later one. */
  handover: Map<string, unknown>;
  /**
   * What the engine compared for this resource in this run: a create that has it re-creates what the state knows, a
   * delete that has it may make room for a replacement.
   */
  compared?: Compared | undefined;
}

/** A state and the new declaration for it, which may hold unknown values. */
export interface Compared {
  olds: Bag;
  news: Bag;
  /** The places in `olds` of values that the program marks as secret. */
  oldSecretPlaces: readonly Place[];
}

/** A resource as it is at its service. */
export interface Live {
  id: string;
  /** The values of all arguments that the service knows, declared or not. */
  inputs: Bag;
  /** What the service adds. */
  outputs: Bag;
}

/** How far a run has come with one resource for which others wait. */
export interface Work {
  /** The part of its URN that tells it from the others of its stack. */
  line: string;
  /** What it is, as claims name objects. */
  object: string;
  /** `declared`, and perhaps not as it should be; `running` while it is brought there; then `done` or `failed`. */
  stage: "declared" | "running" | "done" | "failed";
}
