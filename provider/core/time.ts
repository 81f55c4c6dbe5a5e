import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds of a clock that nobody sets; only what lies between two of its times means something. */
export const now = (): number => performance.now();

/** The longest that a timer can wait, in milliseconds. */
export const LONGEST = 2 ** 31 - 1;

/** When an operation must have ended, by the clock of `now`; it may be moved. */
export interface Time {
  deadline: number;
}

const run = new AbortController();
setMaxListeners(0, run.signal); // as many as operations wait at the same time

/** Leaves no time to any operation of this process: calls that are on their way end, no wait goes on. */
export const cancelRun = (): void => run.abort();

/** Whether the run was cancelled. */
export const isCancelled = (): boolean => run.signal.aborted;

/** Is aborted when the run is cancelled. */
export const cancellation: AbortSignal = run.signal;

/** Lets something happen when the run is cancelled. */
export const onCancel = (then: () => void): void => cancellation.addEventListener("abort", then);

/** The time of one operation that begins now. */
export function timeOf(milliseconds: number): Time {
  let end = now() + milliseconds;
  return {
    get deadline() {
      return isCancelled() ? 0 : end;
    },
    set deadline(later) {
      end = later;
    },
  };
}

/** Waits so many milliseconds, or until the run is cancelled. */
export const pause = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal: run.signal }).catch(() => {});
