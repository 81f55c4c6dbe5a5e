import { LONGEST, now, onCancel } from "./time";

/** The turn of one call, which says how the call ended by one of these. */
export interface Turn {
  /** The service did the work, or refused it for what it is: more calls may be under way, and faster after a while. */
  accept(): void;
  /**
   * The service refused for the rate or its load, by the error `refusal`. `seconds` is what `Retry-After` asked for,
   * when it came.
   */
  refuse(seconds?: number, refusal?: Error): void;
  /** The call told nothing about the rate. */
  release(): void;
}

/** A call that waits for its turn. */
interface Waiting {
  /** When it must have had its turn. */
  until: number;
  answer(left: boolean): void;
}

/**
 * One queue for all calls to one host. Calls leave in the order they came; after a refusal nobody leaves before the
 * time the service named, and then one by one, so that waiting calls never wake together. Who cannot wait that long is
 * told at once. The rate is the tier's when it is known; otherwise it is learnt from refusals and carefully tried
 * upwards again.
 */
export class Pace {
  private readonly waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** How many calls may be under way. */
  private window: number;
  private underWay = 0;
  /** Milliseconds between two calls. */
  private interval: number;
  private notBefore = -Infinity;
  /** The refusal that made calls wait last. */
  refusal: Error | undefined;
  /** When the service, by its last refusal, wants calls again. */
  private refusedUntil = -Infinity;
  /** When the calls of the last second were accepted. */
  private readonly accepted: number[] = [];
  /** Refusals since the last success. */
  private refusals = 0;
  /** When the rate was changed last; what left before says nothing about the new one. */
  private changedAt = -Infinity;
  /** The interval that was kept to before a higher rate was tried. */
  private proven: number | undefined;
  private quiet = QUIET;

  /** @param perSecond the calls per second that the service allows, when that is known. */
  constructor(private readonly perSecond?: number) {
    this.interval = perSecond === undefined ? 0 : (1000 * MARGIN) / perSecond;
    this.window = perSecond === undefined ? 2 : Infinity;
    onCancel(() => this.dismiss(Infinity));
  }

  /**
   * Waits for a turn; `undefined`, as soon as that is known, when there is none `until` this time by the clock of
   * `now`.
   */
  async turn(until: number): Promise<Turn | undefined> {
    let limit: NodeJS.Timeout | undefined;
    const left = await new Promise<boolean>((resolve) => {
      const one = { until, answer: resolve };
      this.waiting.push(one);
      this.dismiss();
      this.pump();
      if (this.waiting.includes(one)) limit = setTimeout(() => this.drop(one), Math.min(until - now(), LONGEST));
    });
    clearTimeout(limit);
    return left ? this.turnSince(now()) : undefined;
  }

  /** Tells those who cannot wait until a time, by default until the service wants calls again. */
  private dismiss(time = this.refusedUntil): void {
    for (const one of this.waiting.filter(({ until }) => until <= time)) this.drop(one);
  }

  private drop(one: Waiting): void {
    const place = this.waiting.indexOf(one);
    if (place >= 0) this.waiting.splice(place, 1);
    if (this.waiting.length === 0) this.timer = void clearTimeout(this.timer);
    one.answer(false);
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
      refuse: (seconds = 0, refusal) => {
        const ownPause = Math.min(30_000, 500 * 2 ** this.refusals);
        const askedPause = seconds > BELIEVED ? 0 : seconds * 1000;
        if (leftAt > this.changedAt) this.learnRefusal();
        this.refusal = refusal;
        this.refusedUntil = Math.max(this.refusedUntil, now() + Math.max(ownPause, askedPause));
        this.notBefore = Math.max(this.notBefore, this.refusedUntil);
        this.dismiss();
        end();
      },
      release: end,
    };
  }

  private learnAcceptance(): void {
    const time = now();
    this.accepted.push(time);
    while (this.accepted[0]! < time - 1000) this.accepted.shift();
    this.refusals = 0;
    this.window += this.window < 3 && this.interval === 0 ? 0.25 : 0.01;
    if (this.perSecond !== undefined || this.interval === 0 || time - this.changedAt < this.quiet) return;
    this.proven = this.interval;
    this.interval = this.interval < 10 ? 0 : this.interval / (this.interval < SLOW ? 2 : 1.6);
    this.changedAt = time;
  }

  private learnRefusal(): void {
    this.refusals += 1;
    this.changedAt = now();
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
      const wait = this.notBefore - now();
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
      if (this.interval > 0) this.notBefore = now() + this.interval;
      this.underWay += 1;
      this.waiting.shift()!.answer(true);
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
/**
 * The most seconds for which a service keeps all calls waiting: one that asks for more tells nothing, and each call is
 * told so by itself.
 */
export const BELIEVED = 600;
