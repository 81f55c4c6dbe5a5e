/** The turn of one call, which says how the call ended by one of these. */
export interface Turn {
  /** The service did the work, or refused it for what it is: more calls may be under way, and faster after a while. */
  accept(): void;
  /** The service refused for the rate or its load. `seconds` is what `Retry-After` asked for, when it came. */
  refuse(seconds?: number): void;
  /** The call told nothing about the rate. */
  release(): void;
}

/**
 * One queue for all calls to one host. Calls leave in the order they came; after a refusal nobody leaves before the
 * time the
 * service named, and then one by one, so that waiting calls never wake together. The rate is the tier's when it is
 * known;
 * otherwise it is learnt from refusals and carefully tried upwards again.
 */
export class Pace {
  private readonly waiting: ((left: boolean) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** How many calls may be under way. */
  private window: number;
  private underWay = 0;
  /** Milliseconds between two calls. */
  private interval: number;
  private notBefore = 0;
  /** When the calls of the last second were accepted. */
  private readonly accepted: number[] = [];
  /** Refusals since the last success. */
  private refusals = 0;
  /** When the rate was changed last; what left before says nothing about the new one. */
  private changedAt = 0;
  /** The interval that was kept to before a higher rate was tried. */
  private proven: number | undefined;
  private quiet = QUIET;

  /** @param perSecond the calls per second that the service allows, when that is known. */
  constructor(private readonly perSecond?: number) {
    this.interval = perSecond === undefined ? 0 : (1000 * MARGIN) / perSecond;
    this.window = perSecond === undefined ? 2 : Infinity;
  }

  /** Waits for a turn; `undefined` when there is none `until` this time, in milliseconds since 1970. */
  async turn(until: number): Promise<Turn | undefined> {
    let limit: NodeJS.Timeout | undefined;
    const left = await new Promise<boolean>((resolve) => {
      this.waiting.push(resolve);
      this.pump();
      if (!this.waiting.includes(resolve)) return;
      limit = setTimeout(
        () => {
          this.waiting.splice(this.waiting.indexOf(resolve), 1);
          if (this.waiting.length === 0) this.timer = void clearTimeout(this.timer);
          resolve(false);
        },
        Math.min(until - Date.now(), LONGEST),
      );
    });
    clearTimeout(limit);
    return left ? this.turnSince(Date.now()) : undefined;
  }

  /** Whether every call came back and nobody waits. */
  get idle(): boolean {
    return this.underWay === 0 && this.waiting.length === 0;
  }

  private turnSince(leftAt: number): Turn {
    const end = (): void => {
      this.underWay -= 1;
      this.pump();
    };
    return {
      accept: () => {
        this.learnAcceptance();
        end();
      },
      refuse: (seconds) => {
        const pause = seconds === undefined ? Math.min(30_000, 500 * 2 ** this.refusals) : seconds * 1000;
        if (leftAt > this.changedAt) this.learnRefusal();
        this.notBefore = Math.max(this.notBefore, Date.now() + pause);
        end();
      },
      release: end,
    };
  }

  private learnAcceptance(): void {
    const now = Date.now();
    this.accepted.push(now);
    while (this.accepted[0]! < now - 1000) this.accepted.shift();
    this.refusals = 0;
    this.window += this.window < 3 && this.interval === 0 ? 0.25 : 0.01;
    if (this.perSecond !== undefined || this.interval === 0 || now - this.changedAt < this.quiet) return;
    this.proven = this.interval;
    this.interval = this.interval < 10 ? 0 : this.interval / (this.interval < SLOW ? 2 : 1.6);
    this.changedAt = now;
  }

  private learnRefusal(): void {
    this.refusals += 1;
    this.changedAt = Date.now();
    if (this.perSecond !== undefined) return;
    this.window = Math.min(this.window, 2);
    if (this.proven !== undefined) {
      this.interval = this.proven;
      this.proven = undefined;
      this.quiet *= 2;
    } else {
      const lately = this.accepted.filter((time) => time > this.changedAt - 1000).length;
      const guess = this.interval > 0 ? this.interval * 2 : lately < 2 ? 200 : 1000 / lately;
      this.interval = Math.min(1000, guess) * MARGIN;
    }
  }

  private pump(): void {
    while (this.timer === undefined && this.waiting.length > 0 && this.underWay < Math.floor(this.window)) {
      const wait = this.notBefore - Date.now();
      if (wait > 0) {
        this.timer = setTimeout(
          () => {
            this.timer = undefined;
            this.pump();
          },
          Math.min(wait, LONGEST),
        );
        return;
      }
      if (this.interval > 0) this.notBefore = Date.now() + this.interval;
      this.underWay += 1;
      this.waiting.shift()!(true);
    }
  }
}

/** Calls leave this much further apart than the rate demands: they do not arrive as evenly as they leave. */
const MARGIN = 1.1;
/** Milliseconds without a refusal after which a higher rate is tried; doubled whenever that fails. */
const QUIET = 15_000;
/**
 * Milliseconds between two calls from which on a higher rate is tried more carefully: of few calls in a second, each
 * too early is refused.
 */
const SLOW = 100;
/** The longest that a timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
