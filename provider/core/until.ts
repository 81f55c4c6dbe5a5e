import { retryAfter } from "./answer";
import { overTime } from "./errors";
import type { Http } from "./call";
import { isCancelled, now, pause } from "./time";

/** What one look gave: the end, or why there must be another. */
export type Look<T> =
  | { end: T }
  | {
      end?: never;
      /** The state of what is waited for. */
      state?: string | undefined;
      /** The headers of the answer, which may ask for a time to wait. */
      headers?: Record<string, string> | undefined;
      /** The refusal that is waited out. */
      refusal?: Error;
    };

/** How something is waited for. */
export interface Wait {
  /** The client whose operation must end in time. */
  http: Http;
  /** What is waited for, for messages: `creating /things/a`. */
  what: string;
  /** Milliseconds after which a look is late; default is the time of the operation. */
  patience?: number;
  /** How many looks there are before one is late, however long they take; default is some where there is patience. */
  looks?: number;
  /** Shows what is waited for. */
  progress?(text: string): void;
}

/**
 * Looks again and again until a look gives the end; every wait of the package is one of these. Between looks it waits
 * what the service asks for, but never less than 0.2 s at first and up to 5 s. A look that is late has to come to a
 * decision, or waits on. Throws what a look throws, and `TimeoutError` with the last state and refusal at the end of
 * the operation's time.
 */
export async function until<T>(
  look: (late: boolean, looks: number) => Promise<Look<T>>,
  { http, what, patience = Infinity, looks = patience === 0 ? 0 : LOOKS, progress }: Wait,
): Promise<T> {
  const started = now();
  for (let polls = 0; ; polls++) {
    const late = (now() - started >= patience && polls >= looks) || http.left < 2 * LAST_LOOK;
    const result = await look(late, polls);
    if ("end" in result) return result.end as T;
    const { state, headers = {}, refusal } = result;
    const left = http.left - LAST_LOOK;
    if (left <= 0 || isCancelled())
      throw overTime(
        `${what} did not end in time${state === undefined ? "" : `; its last state is ${state}`}`,
        refusal,
      );
    progress?.(`${what}: ${state ?? refusal?.message ?? "waiting until it shows"}`);
    const ownPause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.4 ** polls);
    await pause(Math.min(left, Math.max(ownPause, 1000 * (retryAfter(headers) ?? 0))));
  }
}

/**
 * What a look finds, looked for some times: what was written a moment ago may not show yet, and one answer that
 * something is not there may be wrong.
 */
export const lookedFor = <T>(
  look: () => Promise<T | undefined>,
  wait: Pick<Wait, "http" | "what">,
  looks = LOOKS,
): Promise<T | undefined> =>
  until(
    async (late) => {
      const there = await look();
      return there !== undefined || late ? { end: there } : { state: "not there" };
    },
    { ...wait, patience: 0, looks },
  );

/** Milliseconds between the first two looks. */
const FIRST_PAUSE = 200;
/** Milliseconds between two looks after a while. */
const LONGEST_PAUSE = 5_000;
/** Milliseconds that are kept for the last look. */
const LAST_LOOK = 500;

/** Milliseconds within which an accepted write shows in a read. */
export const VISIBLE = 30_000;
/** How often one that does not show is looked for again at least, however long a look takes. */
export const LOOKS = 3;
