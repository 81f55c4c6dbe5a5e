import type * as z from "zod";
import type { Answer, Call } from "./http";
import { ApiError, isNotFound, lookAfter } from "./errors";
import { follow, operationOf, stateOf } from "./operation";
import { isStrong, type RecordForm } from "./record";
import type { Context } from "./resource";
import { STALE, type Rest } from "./restForm";
import type { Settling } from "./settling";
import { isDeleting } from "./states";
import { lookedFor, LOOKS, until, VISIBLE } from "./until";
import type { Bag } from "./wire";

/** Deletes a resource, and waits until it is gone. */
export type Deletion = (id: string, state: Bag, context: Context) => Promise<void>;

/**
 * How resources at one URL are deleted. One answer that there is nothing may be wrong: looks decide, as for a
 * read, and what they show is deleted again. Throws `ApiError` where that leads nowhere.
 */
export function deletion(
  rest: Rest<z.ZodObject, z.ZodObject>,
  record: RecordForm,
  gone: Settling["gone"],
  write: (context: Context, call: Call) => Promise<Answer>,
): Deletion {
  return async (id, state, context) => {
    const http = context[rest.api];
    const what = `deleting ${id}`;
    const lookFor = (looks: number): ReturnType<typeof record.get> =>
      lookedFor(() => record.get(http, id), { http, what }, looks);
    // The ETag that the state knows is fresh unless somebody wrote since, which the service then says.
    const stored = isStrong(state["etag"]) ? state["etag"] : "";
    let stale: ApiError | undefined;
    let missed: ApiError | undefined;

    /** A look may say too early or too late that the resource is gone: the delete itself decides. */
    const etagNow = async (): Promise<string | undefined> => {
      if (stored !== "" && stale === undefined) return stored;
      const there = await lookAfter(stale ?? missed, () => lookFor(0));
      return there && record.etagOf(http, there);
    };

    /**
     * Whether it is gone, or going, after a refusal that says so of what has this ETag; throws where looks show
     * something that is not deleted again.
     */
    const isGone = async (refusal: ApiError, etag: string | undefined, late: boolean): Promise<boolean> => {
      const there = await lookAfter(refusal, () => lookFor(LOOKS));
      if (there === undefined) return true;
      if (isDeleting(stateOf(there.body))) {
        await gone(id, what, context, false);
        return true;
      }
      if (refusal.status === 404 && !isNotFound(refusal)) throw refusal;
      missed ??= refusal;
      if (etag !== undefined && record.etagOf(http, there) !== etag) throw missed.advised(ANOTHER);
      if (late) throw missed.advised(`GET ${id} still shows it, so it stays in the state: ${STAYS}`);
      return false;
    };

    const answer = await until<Answer | undefined>(
      async (late, tries) => {
        const etag = rest.deleteEtag && (await etagNow());
        const query = rest.deleteQuery?.(state);
        const call: Call = { method: "DELETE", path: record.urlOf(id), query, headers: { "if-match": etag } };
        try {
          const answer = await write(context, call);
          await follow(http, answer, { what, progress: context.log.progress });
          return { end: answer };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          // A service may hold the condition against what is not there, too.
          const mayBeGone = error.status === 404 || (error.status === 412 && missed !== undefined && etag === stored);
          if (mayBeGone) return (await isGone(error, etag, late)) ? { end: undefined } : { refusal: error };
          if (error.status !== 412 || tries >= STALE) throw error;
          return { refusal: (stale = error) };
        }
      },
      { http, what, patience: VISIBLE },
    );
    if (answer === undefined) return;
    // Where nothing has said that the work is done, one look is not enough.
    const isDone = answer.status !== 202 || operationOf(answer, http.form) !== undefined;
    if (!isDone || rest.gone !== "atOnce") await gone(id, what, context, isDone);
  };
}

/** What to do about what cannot be deleted and is there. */
const STAYS =
  "run the same command again, or delete it by the service's own means; `pulumi refresh` forgets what is gone.";

/** What to do about what was made, or changed, between two answers. */
const ANOTHER =
  "Now its name belongs to something that somebody has made or changed since, which stays as it is. Where it is " +
  "yours, run the same command again; where it is another's, forget it with `pulumi state delete`.";
