import type * as z from "zod";
import { asError, InitFailedError, OperationError } from "./errors";
import type { Answer } from "./http";
import { failed, follow, operationOf, stateOf } from "./operation";
import type { RecordForm } from "./record";
import type { Context, Live } from "./resource";
import type { Rest } from "./restForm";
import { hasFailed, hasSucceeded, isRunning } from "./states";
import { lookedFor, LOOKS, until, VISIBLE } from "./until";
import { isBag, type Bag } from "./wire";

/** How what was written comes to rest at a service. */
export interface Settling {
  /** What an accepted write leads to. From here on a failure keeps the resource in the state. */
  accepted(id: string, inputs: Bag, answer: Answer, what: string, context: Context): Promise<Live>;
  /**
   * The existing resource, at rest; one that is being deleted is waited for until it is gone. `patience` is how long it
   * may not show yet, in milliseconds, or show another than the one that is meant.
   */
  existing(
    id: string,
    context: Context,
    patience?: number,
    isMeant?: (live: Live) => boolean,
  ): Promise<Live | undefined>;
  /**
   * Waits until the resource is gone. `isDone` is whether the service has said that it is, so that one look is enough.
   * Throws `OperationError` where the deletion has failed, and `TimeoutError` where it stays for any other reason.
   */
  gone(id: string, what: string, context: Context, isDone: boolean): Promise<void>;
}

/** How the records of resources at one URL come to rest. */
export function settling(rest: Rest<z.ZodObject, z.ZodObject>, record: RecordForm): Settling {
  /**
   * Waits until the resource is there, at rest, and shows what was written; services may show the state before for a
   * while.
   */
  const settle = async (id: string, inputs: Bag, what: string, context: Context, hasEnded: boolean): Promise<Live> => {
    const http = context[rest.api];
    return until<Live>(
      async (late) => {
        const there = await record.get(http, id);
        const state = stateOf(there?.body);
        if (there === undefined && late)
          throw new OperationError(`${what} was accepted, but GET ${id} still says that it is not there`);
        if (there === undefined || isRunning(state)) return { state, headers: there?.headers };
        const live = record.liveOf(id, there.body, context);
        const stale = record.differingPaths(inputs, live);
        // An operation that succeeded does not leave a failure: that is of the one before.
        if (hasFailed(state) && (late || (stale.length === 0 && !hasEnded)))
          throw failed(http, what, state!, there.body);
        if (!hasFailed(state) && stale.length === 0) return { end: live };
        if (!late) return { state, headers: there.headers };
        context.log.warn(`${id}: the service accepted the declaration but shows something else at ${stale.join(", ")}`);
        return { end: live };
      },
      { http, what, patience: VISIBLE, progress: context.log.progress },
    );
  };

  return {
    async accepted(id, inputs, answer, what, context) {
      const http = context[rest.api];
      try {
        await follow(http, answer, { what, progress: context.log.progress });
        const hasEnded = operationOf(answer, http.form) !== undefined;
        // An answer with an ETag shows what the service has; any other may leave something out, or show the state
        // before, so that only a look tells.
        const { body } = answer;
        const isWhole = rest.etag && isBag(body) && Object.hasOwn(body, http.form.etag ?? "etag");
        if (isWhole && !hasEnded && hasSucceeded(stateOf(body) ?? "Succeeded")) {
          const live = record.liveOf(id, body, context);
          if (record.differingPaths(inputs, live).length === 0) return live;
        }
        return await settle(id, inputs, what, context, hasEnded);
      } catch (thrown) {
        const error = asError(thrown);
        const there = await record.get(http, id).catch(() => undefined);
        const more =
          error instanceof OperationError
            ? await rest.explain?.(id, there?.body, context, error.message).catch(() => undefined)
            : undefined;
        throw new InitFailedError(
          id,
          [`${error.message}${more ?? ""}`],
          there === undefined ? {} : record.liveOf(id, there.body, context).outputs,
          { cause: error },
        );
      }
    },

    existing(id, context, patience = 0, isMeant = () => true) {
      const http = context[rest.api];
      return until<Live | undefined>(
        async (late) => {
          const there = await record.get(http, id);
          const state = stateOf(there?.body);
          if (there === undefined && late) return { end: undefined };
          const live = there && !isRunning(state) ? record.liveOf(id, there.body, context) : undefined;
          return live !== undefined && (late || isMeant(live)) ? { end: live } : { state, headers: there?.headers };
        },
        {
          http,
          what: `waiting for ${id}, which exists already`,
          patience,
          progress: context.log.progress,
        },
      );
    },

    gone(id, what, context, isDone) {
      const http = context[rest.api];
      let begun = false;
      return until<void>(
        async (late) => {
          const there = await lookedFor(() => record.get(http, id), { http, what }, isDone ? 0 : LOOKS);
          if (there === undefined) return { end: undefined };
          const state = stateOf(there.body);
          begun ||= isRunning(state);
          // A failure of before does not count until the deletion shows, or should have.
          if (hasFailed(state) && (begun || late)) throw failed(http, what, state!, there.body);
          return { state: state ?? "still there", headers: there.headers };
        },
        { http, what, patience: VISIBLE, progress: context.log.progress },
      );
    },
  };
}
