import { ApiError } from "../../core/errors";
import type { Context } from "../../core/resource";
import { until } from "../../core/until";
import { asText, type Bag } from "../../core/wire";
import type { IndexSchema } from "../index/indexSchema";
import { documentOf, hitsIn, LARGEST_PAGE, pagesOf } from "./pages";

/** Documents by key. */
export type Shown = Map<string, Bag>;

/** What of the documents is asked for: all that results show, or the keys alone. */
export type What = "documents" | "keys";

/** The documents with these keys that a search shows; without keys, all documents of the index. */
export async function shown(
  schema: IndexSchema,
  keys: readonly string[] | undefined,
  what: What,
  context: Context,
): Promise<Shown> {
  if (keys?.length === 0) return new Map();
  const { keyField, keyIsFilterable, keyIsSortable } = schema;
  const base = { search: "*", ...(what === "keys" && { select: keyField }) };
  if (keys !== undefined && keyIsFilterable && !keys.some((key) => key.includes(","))) {
    try {
      const found: Shown = new Map();
      for (let from = 0; from < keys.length; from += LARGEST_PAGE) {
        const some = keys
          .slice(from, from + LARGEST_PAGE)
          .join(",")
          .replaceAll("'", "''");
        await gather(found, schema, { ...base, filter: `search.in(${keyField}, '${some}', ',')` }, context);
      }
      return among(found, keys);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error; // a service without this filter shows all
    }
  }
  const all: Shown = new Map();
  await gather(all, schema, { ...base, ...(keyIsSortable && { orderby: `${keyField} asc` }) }, context, keys);
  return keys === undefined ? all : among(all, keys);
}

const among = (found: Shown, keys: readonly string[]): Shown =>
  new Map(keys.flatMap((key) => (found.has(key) ? [[key, found.get(key)!]] : [])));

/**
 * Looks until what is shown is as wanted, at most for some time: services show writes a while later. Gives the last
 * look.
 */
export function settled(
  patience: number,
  look: () => Promise<Shown>,
  wanted: (found: Shown) => boolean,
  context: Context,
): Promise<Shown> {
  return until<Shown>(
    async (late) => {
      const found = await look();
      return late || wanted(found) ? { end: found } : {};
    },
    { http: context.search, what: "waiting until the documents show", patience },
  );
}

/** Adds what the pages of a search show, as long as there are keys that are still missing. */
async function gather(
  found: Shown,
  { name, keyField }: IndexSchema,
  search: Bag,
  context: Context,
  keys?: readonly string[],
): Promise<void> {
  for await (const page of pagesOf(name, search, context)) {
    for (const hit of hitsIn(page)) found.set(asText(hit[keyField]), documentOf(hit));
    if (keys?.every((key) => found.has(key)) === true) return;
  }
}
