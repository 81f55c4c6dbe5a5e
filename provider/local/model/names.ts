import { UserError } from "../../core/errors";
import type { Context } from "../../core/resource";
import { until, VISIBLE } from "../../core/until";

/** The lists of document 3 that show model names. */
export type NameList = "/compat/models" | "/compat/loadedmodels";

/** The model names in a list, as they are now. Throws `UserError` for an answer without a list. */
export async function namesAt(list: NameList, { local }: Pick<Context, "local">): Promise<string[]> {
  const { body, status } = await local.send({ method: "GET", path: list });
  if (!Array.isArray(body)) throw new UserError(`GET ${list} answered ${status} without a list of model names`);
  return body.filter((name) => typeof name === "string");
}

/** As `namesAt`, for the read of a resource: those that are read together share one list. */
export const namesToRead = async (list: NameList, id: string, context: Context): Promise<string[]> =>
  (await context.lists.answer(list, id, () => namesAt(list, context))) ?? namesAt(list, context);

/** The name in a list that is this very one, without regard to letter case. */
export const same = (names: readonly string[], name: string): string | undefined =>
  names.find((one) => one.toLowerCase() === name.toLowerCase());

/** The versions in a list of a name that has none itself. */
export const versionsOf = (names: readonly string[], name: string): string[] =>
  names.filter((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));

/** The name that somebody means who writes one: the very same, or the highest version when no version is given. */
export const newest = (names: readonly string[], wanted: string): string | undefined =>
  same(names, wanted) ?? versionsOf(names, wanted).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))[0];

/**
 * The name under which a list shows a model, awaited for a while; `undefined` when it does not appear. A service may
 * show a version where the name has none: not one of the `others`, which were there before, unless nothing else comes.
 */
export const nameOnceListed = (
  list: NameList,
  wanted: string,
  others: readonly string[],
  context: Context,
): Promise<string | undefined> =>
  until(
    async (late) => {
      const names = await namesAt(list, context);
      const name = same(names, wanted) ?? newest(late ? names : names.filter((one) => !others.includes(one)), wanted);
      return name !== undefined || late ? { end: name } : {};
    },
    { http: context.local, what: `waiting for ${wanted}`, patience: VISIBLE, progress: context.log.progress },
  );
