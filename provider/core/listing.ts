import type * as z from "zod";
import { ApiError } from "./errors";
import { finder } from "./listed";
import { allPages } from "./lists";
import { fieldsOf, nodeOf } from "./marks";
import type { RecordForm } from "./record";
import type { Context, Live } from "./resource";
import type { Rest } from "./restForm";
import { fill, parse } from "./url";
import type { Bag } from "./wire";

/** What the list of a collection is for: reading many resources by one request, and giving all of them. */
export interface Listing {
  /**
   * The resource as a list shows it together with others, if it shows all that the state has of it; where nothing is
   * declared, only its own URL shows all.
   */
  inList(id: string, stored: Bag, context: Context): Promise<Live | undefined>;
  /** All resources of the collection; without it, the service lists none. */
  list?(where: Bag, context: Context): Promise<Live[]>;
}

/** The listing of resources at one URL. */
export function listing(
  rest: Rest<z.ZodObject, z.ZodObject>,
  { inUrl, sent, urlOf, liveOf, differingPaths }: RecordForm,
): Listing {
  const { list } = rest;
  if (list === undefined) return { inList: async () => undefined };
  const last = inUrl.at(-1)!;
  const outputs = Object.entries(fieldsOf(rest.outputs)).flatMap(([key, field]) =>
    nodeOf(field).marks.derived === true ? [] : [key],
  );
  const pathOf = (values: Bag, { settings }: Context): string => urlOf(fill(list, values, settings));
  return {
    async inList(id, stored, context) {
      if (rest.alone === true || sent.every((key) => stored[key] === undefined)) return undefined;
      const path = pathOf(parse(rest.url, id), context);
      const find = await context.lists.answer(`${rest.api} ${path}`, id, async () =>
        finder(rest, await allPages(context[rest.api], path, rest.apiVersion).catch(noneIfRefused)),
      );
      // A list may show less than there is, or what was there before: one that it shows otherwise is asked for by
      // itself.
      const entry = find?.(id);
      if (entry === undefined) return undefined;
      const live = liveOf(id, entry, context);
      return differingPaths(stored, live).length === 0 && outputs.every((key) => isShown(key, stored, live))
        ? live
        : undefined;
    },

    async list(where, context) {
      const entries = await allPages(context[rest.api], pathOf(where, context), rest.apiVersion);
      return entries.map((entry) =>
        liveOf(fill(rest.url, { ...where, [last]: entry[last] ?? entry["id"] }, context.settings), entry, context),
      );
    },
  };
}

/** Whether a live resource shows an output, if the state has it. */
const isShown = (key: string, stored: Bag, live: Live): boolean =>
  (stored[key] ?? undefined) === undefined || (live.outputs[key] ?? undefined) !== undefined;

/** A list that is refused shows nothing, be it that its place is gone or that only single resources may be read. */
function noneIfRefused(error: unknown): Bag[] {
  if (error instanceof ApiError && error.status < 500) return [];
  throw error;
}
