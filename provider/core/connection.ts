import type { Claims } from "./claims";
import type { Log } from "./log";
import type { Compared, Context, Settings } from "./resource";
import type { Works } from "./works";

/** What the lifecycle needs of a connection. */
export interface Connection {
  settings: Settings;
  /** What operations of this run leave for later ones. */
  handover: Map<string, unknown>;
  /**
   * The clients of one operation, which tells what it does in `log`. `milliseconds` is the time it may take, `secrets`
   * are its own ones, which no text of a service may show.
   */
  open(log: Log, milliseconds: number, secrets?: () => string[]): Context;
  /** What the engine has compared so far, by the part of the URN that tells a resource from the others of its stack. */
  compared: Map<string, Compared>;
  /** Which resources of this run hold which objects. */
  claims: Claims;
  /** How far this run has come with what others wait for. */
  works: Works;
  /** Masks what is secret in a text: these secrets, and those of the connection. */
  mask(text: string, secrets: string[]): string;
}
