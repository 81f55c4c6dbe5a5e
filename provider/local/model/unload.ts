import { ApiError, asError, lookAfter, UserError } from "../../core/errors";
import { segment, sendWrite, type Call } from "../../core/http";
import type { Context } from "../../core/resource";
import { lookedFor, until, VISIBLE } from "../../core/until";
import { namesAt, same, versionsOf } from "./names";

/**
 * GET /compat/unload/{name}?force, until no list shows it; one that is refused because it is not loaded, or not known
 * any more, is a success. Throws `ApiError` for a refusal, and `UserError` where an accepted one leads nowhere.
 */
export async function unload(id: string, force: boolean, context: Context): Promise<void> {
  const http = context.local;
  const what = `unloading ${id}`;
  const call: Call = { method: "GET", path: `/compat/unload/${segment(id)}`, query: { force }, changes: true };
  if (await meansAnother(id, what, context)) return;
  let hasVersions = false;
  let accepted: number | undefined;
  await until<void>(
    async (late, looks) => {
      let refusal: ApiError | undefined;
      // What was accepted may take its time, and its name would mean a version of it once that is over.
      if (accepted === undefined || (looks === accepted + AGAIN && !hasVersions))
        await sendWrite(http, call).then(
          () => (accepted = looks),
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw asError(error);
            refusal = error;
          },
        );
      const names = await lookAfter(refusal, () => namesAt("/compat/loadedmodels", context));
      if (same(names, id) === undefined) return { end: undefined };
      hasVersions = versionsOf(names, id).length > 0;
      if (accepted === undefined && refusal !== undefined) {
        const isPage = refusal.status < 300;
        if (!isPage || late) throw refusal;
        return { refusal };
      }
      if (!force) {
        context.log.info(`${id} is unloaded by the service when its time is over, because \`force\` is false`);
        return { end: undefined };
      }
      if (!late) return { state: "still loaded" };
      throw new UserError(`${what} was accepted, but GET /compat/loadedmodels still shows it`, { cause: refusal });
    },
    { http, what, patience: VISIBLE, progress: context.log.progress },
  );
}

/** How many looks after an accepted unload another one is sent, in case it did nothing; about two seconds. */
const AGAIN = 5;

/** Whether a name means another model: the one of this very name is not loaded, a version of it is. */
async function meansAnother(id: string, what: string, context: Context): Promise<boolean> {
  if (id.includes(":")) return false;
  const look = async (): Promise<true | undefined> => {
    const names = await namesAt("/compat/loadedmodels", context);
    return same(names, id) !== undefined || versionsOf(names, id).length === 0 ? true : undefined;
  };
  return (await lookedFor(look, { http: context.local, what })) === undefined;
}
