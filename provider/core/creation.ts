import type * as z from "zod";
import type { Answer } from "./http";
import { ApiError, lookAfter, NoAnswerError } from "./errors";
import type { RecordForm } from "./record";
import { ExistsError, type Context, type Live } from "./resource";
import type { Rest } from "./restForm";
import type { Settling } from "./settling";
import { now } from "./time";
import { until, VISIBLE } from "./until";
import type { Bag } from "./wire";

/** Sends what creates a resource, so that it never takes the place of one that is there. */
export type Creation = (id: string, inputs: Bag, send: () => Promise<Answer>, context: Context) => Promise<Answer>;

/**
 * How resources at one URL are created. A write whose answer was lost is sent again, and its refusal then tells that it
 * arrived: a look may still show what was there before. A POST that may still arrive is looked for first. Throws
 * `ExistsError` where the name is taken.
 */
export function creation(
  rest: Rest<z.ZodObject, z.ZodObject>,
  record: RecordForm,
  existing: Settling["existing"],
): Creation {
  const form = rest.create ?? "look";

  /** Whether a look shows the version that the state knows, which a create finds no more. */
  const isBefore = (live: Live, context: Context): boolean =>
    rest.etag === true && live.outputs["etag"] !== undefined && live.outputs["etag"] === context.compared?.olds["etag"];

  return (id, inputs, send, context) => {
    const http = context[rest.api];
    const started = now();
    let lost = false;
    return until<Answer>(
      async (late) => {
        try {
          return { end: await send() };
        } catch (error) {
          const status = error instanceof ApiError ? error.status : error instanceof NoAnswerError ? 504 : 0;
          const isUnclear = status >= 500 || status === 408;
          const isTaken = status === 409 || status === 412 || (status === 400 && form !== "look");
          if (!isUnclear && !isTaken) throw error;
          lost ||= isUnclear;
          const mayArrive = form === "post" && isUnclear && status !== 503;
          if (isTaken || mayArrive) {
            const isOwn = (live: Live): boolean =>
              !lost || (record.differingPaths(inputs, live).length === 0 && !isBefore(live, context));
            const isSure = status === 412 || (status === 409 && (lost || form !== "look"));
            const patience = mayArrive ? ARRIVING : isSure ? VISIBLE : 0;
            const live = await lookAfter(error, () => existing(id, context, patience, isOwn));
            if (live !== undefined) throw new ExistsError(live, lost, { cause: error });
          }
          if (isTaken || late || (status === 500 && now() - started > BROKEN)) throw error;
          return { refusal: error as Error };
        }
      },
      { http, what: `creating ${id}`, progress: context.log.progress },
    );
  };
}

/** Milliseconds within which a POST that arrived shows in a read. */
const ARRIVING = 5_000;
/** Milliseconds to repeat a creation that is answered with 500, which seldom passes. */
const BROKEN = 60_000;
