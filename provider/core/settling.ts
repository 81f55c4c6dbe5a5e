import type * as z from "zod";
import { asError, InitFailedError, OperationError } from "./errors";
import type { Answer } from "./http";
import { failed, follow, hasFailed, hasSucceeded, isRunning, operationOf, pause, stateOf } from "./operation";
import type { RecordForm } from "./record";
import type { Context, Live } from "./resource";
import type { Rest } from "./restForm";
import { isBag, type Bag } from "./wire";

/** How what was written comes to rest at a service. */
export interface Settling {
  /** What an accepted write leads to. From here on a failure keeps the resource in the state. */
  accepted(id: string, inputs: Bag, answer: Answer, what: string, context: Context): Promise<Live>;
  /**
   * The existing resource, at rest; one that is being deleted is waited for until it is gone. `patience` is how long it
   * may not
   * show yet, in milliseconds, or show another than the one that is meant.
   */
  found(id: string, context: Context, patience?: number, isMeant?: (live: Live) => boolean): Promise<Live | undefined>;
  /** Waits until the resource is gone. */
  gone(id: string, what: string, context: Context): Promise<void>;
}

/** How the records of resources at one URL come to rest. */
export function settling(rest: Rest<z.ZodObject, z.ZodObject>, record: RecordForm): Settling {
  /**
   * Waits until the resource is there, at rest, and shows what was written; services may show the state before for a
   * while.
   */
  const settle = async (id: string, inputs: Bag, what: string, context: Context, hasEnded: boolean): Promise<Live> => {
    const http = context[rest.api];
    const patience = Math.min(http.deadline, Date.now() + VISIBLE);
    for (let polls = 0; ; polls++) {
      const found = await record.get(http, id);
      const state = stateOf(found?.body);
      const isLate = Date.now() > patience && polls >= LOOKS;
      if (found === undefined) {
        if (isLate) throw new OperationError(`${what} was accepted, but GET ${id} still answers 404`);
      } else if (!isRunning(state)) {
        const live = record.liveOf(id, found.body, context);
        const stale = record.differing(inputs, live);
        // An operation that succeeded does not leave a failure: that is of the one before.
        if (hasFailed(state) && (isLate || (stale.length === 0 && !hasEnded)))
          throw failed(http, what, state!, found.body);
        if (!hasFailed(state) && stale.length === 0) return live;
        if (isLate) {
          context.log.warn(
            `${id}: the service accepted the declaration but shows something else at ${stale.join(", ")}`,
          );
          return live;
        }
      }
      context.log.progress(`${what}: ${state ?? "waiting until it shows"}`);
      await pause(http, found?.headers ?? {}, polls, what, state);
    }
  };

  return {
    async accepted(id, inputs, answer, what, context) {
      const http = context[rest.api];
      try {
        await follow(http, answer, { what, progress: context.log.progress });
        const hasEnded = operationOf(answer) !== undefined;
        // A service with ETags answers with what it has; one without may show the state before for a while, so that
        // only a look tells.
        if (rest.etag && !hasEnded && isBag(answer.body) && hasSucceeded(stateOf(answer.body) ?? "Succeeded")) {
          const live = record.liveOf(id, answer.body, context);
          if (record.differing(inputs, live).length === 0) return live;
        }
        return await settle(id, inputs, what, context, hasEnded);
      } catch (thrown) {
        const error = asError(thrown);
        const found = await record.get(http, id).catch(() => undefined);
        const more =
          error instanceof OperationError
            ? await rest.explain?.(id, found?.body, context, error.message).catch(() => undefined)
            : undefined;
        throw new InitFailedError(
          id,
          [`${error.message}${more ?? ""}`],
          found === undefined ? {} : record.liveOf(id, found.body, context).outputs,
        );
      }
    },

    async found(id, context, patience = 0, isMeant = () => true) {
      const http = context[rest.api];
      const until = Date.now() + patience;
      for (let polls = 0; ; polls++) {
        const there = await record.get(http, id);
        const state = stateOf(there?.body);
        const isLate =
          (Date.now() >= until && (patience === 0 || polls >= LOOKS)) || Date.now() >= http.deadline - 1000;
        if (there === undefined && isLate) return undefined;
        const live = there && !isRunning(state) ? record.liveOf(id, there.body, context) : undefined;
        if (live !== undefined && (isLate || isMeant(live))) return live;
        context.log.progress(`${id} exists already: ${state ?? "waiting until it shows"}`);
        await pause(http, there?.headers ?? {}, polls, `waiting for ${id}`, state);
      }
    },

    async gone(id, what, context) {
      const http = context[rest.api];
      const patience = Date.now() + VISIBLE;
      let begun = false;
      for (let polls = 0; ; polls++) {
        const there = await record.get(http, id);
        if (there === undefined) return;
        const state = stateOf(there.body);
        begun ||= isRunning(state);
        // A failure of before does not count until the deletion shows, or should have.
        if (hasFailed(state) && (begun || Date.now() > patience)) throw failed(http, what, state!, there.body);
        context.log.progress(`${what}: ${state ?? "still there"}`);
        await pause(http, there.headers, polls, what, state);
      }
    },
  };
}

/** Milliseconds within which an accepted write shows in a read. */
export const VISIBLE = 30_000;
/** How often one that does not show is looked for again at least, however long a look takes. */
export const LOOKS = 3;
