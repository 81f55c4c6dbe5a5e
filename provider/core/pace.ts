/**
 * One queue for all calls to one host. Calls leave in the order they came; after a refusal nobody leaves before the time the
 * service named, and then one by one, so that waiting calls never wake together. The rate is the tier's when it is known;
 * otherwise it is learnt from refusals and carefully tried upwards again.
 */
export class Pace {
  private readonly waiting: (() => void)[] = [];
  private readonly accepted: number[] = [];
  private timer: NodeJS.Timeout | undefined;
  private interval: number;
  private notBefore = 0;
  private inFlight = 0;
  private window: number;
  private refusals = 0;
  private quiet = QUIET;
  private lastRefusal = 0;
  private before: number | undefined;

  /** @param perSecond the calls per second that the service allows, when that is known. */
  constructor(perSecond?: number) {
    this.interval = perSecond === undefined ? 0 : (1000 * MARGIN) / perSecond;
    this.fixed = perSecond !== undefined;
    this.window = this.fixed ? Infinity : 2;
  }
  private readonly fixed: boolean;

  /** Resolves when it is this call's turn; the caller then reports how it ended with `accept`, `refuse` or `release`. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.pump();
    });
  }

  /** The service did the work: the window of calls under way may grow, and the rate when there was no refusal for long. */
  accept(): void {
    const now = Date.now();
    this.accepted.push(now);
    while (this.accepted[0] !== undefined && this.accepted[0] < now - 1000) this.accepted.shift();
    this.refusals = 0;
    this.window += 1;
    if (!this.fixed && this.interval > 0 && now - this.lastRefusal > this.quiet) {
      this.before = this.interval;
      this.interval = this.interval < 10 ? 0 : this.interval * 0.75;
      this.lastRefusal = now;
    }
    this.release();
  }

  /** The service refused for the rate or its load. @param seconds what `Retry-After` asked for, when it came. */
  refuse(seconds?: number): void {
    const now = Date.now();
    const pause = seconds === undefined ? Math.min(30_000, 500 * 2 ** this.refusals) : seconds * 1000;
    if (now >= this.notBefore) this.learn(now);
    this.notBefore = Math.max(this.notBefore, now + pause);
    this.release();
  }

  /** The call ended without telling anything about the rate. */
  release(): void {
    this.inFlight -= 1;
    this.pump();
  }

  /** Whether every call came back and nobody waits. */
  get idle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0;
  }

  private learn(now: number): void {
    this.refusals += 1;
    if (!this.fixed) {
      if (this.before === undefined) {
        const lately = this.accepted.filter((time) => time > now - 1000).length;
        this.interval = Math.max(this.interval, Math.min(1000, 1000 / Math.max(1, lately)) * MARGIN);
      } else {
        this.interval = this.before;
        this.before = undefined;
        this.quiet *= 2;
      }
    }
    this.lastRefusal = now;
  }

  private pump(): void {
    if (this.timer !== undefined || this.waiting.length === 0 || this.inFlight >= this.window) return;
    const wait = this.notBefore - Date.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.pump();
      }, wait);
      return;
    }
    if (this.interval > 0) this.notBefore = Math.max(this.notBefore, Date.now()) + this.interval;
    this.inFlight += 1;
    this.waiting.shift()?.();
    this.pump();
  }
}

/** Calls leave this much further apart than the rate demands: they do not arrive as evenly as they leave. */
const MARGIN = 1.1;
/** Milliseconds without a refusal after which a higher rate is tried; doubled whenever that fails. */
const QUIET = 15_000;
