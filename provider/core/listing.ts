import type * as z from "zod";
import { ApiError } from "./errors";
import { finder } from "./listed";
import { allPages } from "./lists";
import type { RecordForm } from "./record";
import type { Context, Live } from "./resource";
import type { Rest } from "./restForm";
import { fill, parse } from "./url";
import type { Bag } from "./wire";

/** What the list of a collection is for: reading many resources by one request, and giving all of them. */
export interface Listing {
  /**
   * The resource as a list shows it together with others, if it shows all that is declared; where nothing is, only its
   * own URL shows all.
   */
  inList(id: string, stored: Bag, context: Context): Promise<Live | undefined>;
  /** All resources of the collection; without it, the service lists none. */
  list?(where: Bag, context: Context): Promise<Live[]>;
}

/** The listing of resources at one URL. */
export function listing(rest: Rest<z.ZodObject, z.ZodObject>, { inUrl, sent, urlOf, liveOf }: RecordForm): Listing {
  const { list } = rest;
  if (list === undefined) return { inList: async () => undefined };
  const last = inUrl.at(-1)!;
  const pathOf = (values: Bag, { settings }: Context): string => urlOf(fill(list, values, settings));
  return {
    async inList(id, stored, context) {
      if (rest.alone === true || sent.every((key) => stored[key] === undefined)) return undefined;
      const path = pathOf(parse(rest.url, id), context);
      const find = await context.lists.answer(`${rest.api} ${path}`, id, async () =>
        finder(rest, await allPages(context[rest.api], path, rest.apiVersion).catch(noneIfRefused)),
      );
      // One that is shown otherwise is asked for by itself.
      const entry = find?.(id);
      if (entry === undefined) return undefined;
      const live = liveOf(id, entry, context);
      return sent.every((key) => stored[key] === undefined || live.inputs[key] !== undefined) ? live : undefined;
    },

    async list(where, context) {
      const entries = await allPages(context[rest.api], pathOf(where, context), rest.apiVersion);
      return entries.map((entry) =>
        liveOf(fill(rest.url, { ...where, [last]: entry[last] ?? entry["id"] }, context.settings), entry, context),
      );
    },
  };
}

/** A list that is refused shows nothing, be it that its place is gone or that only single resources may be read. */
function noneIfRefused(error: unknown): Bag[] {
  if (error instanceof ApiError && error.status < 500) return [];
  throw error;
}
