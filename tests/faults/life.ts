import { differences } from "../../provider/core/compare";
import { InitFailedError } from "../../provider/core/errors";
import { plain, type Bag } from "../../provider/core/wire";
import type { Configuration } from "../../provider/configuration";
import type { Sandbox } from "../../sandbox";
import { Subject, type Kept } from "../subject";

/** One resource in a stack: what the engine does with it, and what its state keeps between one run and the next. */
export class Life {
  /** The state; `undefined` while there is no resource. */
  kept: Kept | undefined;
  private readonly subject: Subject;
  private isHalfDone = false;
  private timeouts: object = {};

  constructor(kind: string, sandbox: Sandbox, configuration: Configuration = {}) {
    this.subject = new Subject(kind, sandbox, configuration);
  }

  /** What the option `customTimeouts` says from now on; nothing without a time. */
  within(time?: string): void {
    this.timeouts = time === undefined ? {} : { __timeouts: { create: time, update: time, delete: time, read: time } };
    if (this.kept === undefined) return;
    const timed = ({ __timeouts: _, ...values }: Bag): Bag => ({ ...values, ...this.timeouts });
    this.kept = { ...this.kept, inputs: timed(this.kept.inputs), outs: timed(this.kept.outs) };
  }

  /** `pulumi up`; gives the error that it ended with, if it did. */
  up(declared: object): Promise<Error | undefined> {
    const inputs = { ...declared, ...this.timeouts };
    return this.ended(inputs, async () => {
      if (this.kept === undefined) return this.subject.create(inputs);
      const planned = await this.subject.plan(this.kept, inputs);
      if (planned === "same" && !this.isHalfDone) return this.kept;
      if (planned !== "replace") return this.subject.update(this.kept, inputs);
      await this.subject.delete(this.kept);
      this.kept = undefined;
      return this.subject.create(inputs);
    });
  }

  /** `pulumi refresh`. */
  refresh(): Promise<Error | undefined> {
    return this.ended(undefined, () =>
      this.kept === undefined ? Promise.resolve(undefined) : this.subject.read(this.kept),
    );
  }

  /** `pulumi destroy`. */
  destroy(): Promise<Error | undefined> {
    return this.ended(undefined, async () => {
      if (this.kept !== undefined) await this.subject.delete(this.kept);
      return undefined;
    });
  }

  /** Where the service has something else than what the state declares. */
  async drift(): Promise<string[]> {
    const live = await this.subject.read(this.kept!);
    return live === undefined ? ["gone"] : differences(plain(this.kept!.inputs), plain(live.inputs));
  }

  /** What another `up` would do. */
  plan = (inputs: object): Promise<"same" | "update" | "replace"> => this.subject.plan(this.kept!, inputs);

  /** What the service has under an id, whatever the state says. */
  find = (id: string): Promise<Kept | undefined> =>
    this.subject
      .get(id)
      .catch((error: Error) => (/does not exist/.test(error.message) ? undefined : Promise.reject(error)));

  /**
   * Runs a verb; the engine keeps what an error of a write (not of a read or a delete) says about a half-done resource.
   */
  private async ended(inputs: object | undefined, run: () => Promise<Kept | undefined>): Promise<Error | undefined> {
    this.subject.beginRun();
    try {
      this.kept = await run();
      this.isHalfDone = false;
      return undefined;
    } catch (error) {
      if (error instanceof InitFailedError && inputs !== undefined) {
        this.kept = { id: error.id, inputs: await this.subject.check(inputs), outs: error.properties };
        this.isHalfDone = true;
      }
      return error as Error;
    }
  }
}
