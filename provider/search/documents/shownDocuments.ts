import { ApiError, isNotFound } from "../../core/errors";
import { path, readObject } from "../../core/http";
import type { Context } from "../../core/resource";
import { lookedFor, until } from "../../core/until";
import { asText, type Bag } from "../../core/wire";
import type { IndexSchema } from "../index/indexSchema";
import { documentOf, hitsIn, LARGEST_PAGE, pagesOf, rangesOf, TooManyError } from "./pages";

/** Documents by key. */
export type Shown = Map<string, Bag>;

/** What of the documents is asked for: all that results show, or the keys alone. */
export type What = "documents" | "keys";

/** The documents with these keys that a search shows; without keys, all documents of the index. */
export async function shownDocuments(
  schema: IndexSchema,
  keys: readonly string[] | undefined,
  what: What,
  context: Context,
): Promise<Shown> {
  if (keys?.length === 0) return new Map();
  const { keyField, keyIsFilterable } = schema;
  const base = { search: "*", ...(what === "keys" && { select: keyField }) };
  if (keys !== undefined && keyIsFilterable && !keys.some((key) => key.includes(","))) {
    try {
      const byKey: Shown = new Map();
      for (let from = 0; from < keys.length; from += LARGEST_PAGE) {
        const some = keys
          .slice(from, from + LARGEST_PAGE)
          .join(",")
          .replaceAll("'", "''");
        const filter = `search.in(${keyField}, '${some}', ',')`;
        for await (const page of pagesOf(schema.name, { ...base, filter }, context))
          for (const hit of hitsIn(page)) byKey.set(asText(hit[keyField]), documentOf(hit));
      }
      return among(byKey, keys);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error; // a service without this filter shows all
    }
  }
  const all: Shown = new Map();
  try {
    await gather(all, schema, base, context, keys);
  } catch (error) {
    if (keys === undefined || !(error instanceof TooManyError)) throw error;
    const open = keys.filter((key) => !all.has(key));
    for (let from = 0; from < open.length; from += AT_ONCE)
      await Promise.all(open.slice(from, from + AT_ONCE).map((key) => lookUp(all, schema, key, context)));
  }
  return keys === undefined ? all : among(all, keys);
}

/** How many documents are looked up at a time. */
const AT_ONCE = 20;

/** GET /indexes/{name}/docs/{key}, for what no page of a search reaches. */
async function lookUp(byKey: Shown, { name }: IndexSchema, key: string, { search }: Context): Promise<void> {
  try {
    const { body } = await readObject(search, { method: "GET", path: path`/indexes/${name}/docs/${key}` });
    byKey.set(key, documentOf(body));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

const among = (byKey: Shown, keys: readonly string[]): Shown =>
  new Map(keys.flatMap((key) => (byKey.has(key) ? [[key, byKey.get(key)!]] : [])));

/**
 * Looks until what is shown is as wanted, at most for some time: services show writes a while later. Gives the last
 * look.
 */
export function settled<T>(
  patience: number,
  look: () => Promise<T>,
  wanted: (shown: T) => boolean,
  context: Context,
): Promise<T> {
  return until<T>(
    async (late) => {
      const shown = await look();
      return late || wanted(shown) ? { end: shown } : {};
    },
    { http: context.search, what: "waiting until the documents show", patience },
  );
}

/** As `shownDocuments`, where one search may miss a document: every key that is missing is looked for again. */
export async function documentsLookedFor(
  schema: IndexSchema,
  keys: readonly string[],
  what: What,
  context: Context,
  looks?: number,
): Promise<Shown> {
  const found: Shown = new Map();
  await lookedFor(
    async () => {
      const open = keys.filter((key) => !found.has(key));
      for (const [key, document] of await shownDocuments(schema, open, what, context)) found.set(key, document);
      return found.size === keys.length ? found : undefined;
    },
    { http: context.search, what: `looking for documents of ${schema.name}` },
    looks,
  );
  return found;
}

/** Waits until searches show all of these documents, at most for some time. */
export async function allShown(
  schema: IndexSchema,
  keys: readonly string[],
  patience: number,
  context: Context,
): Promise<void> {
  const { size } = await settled(
    patience,
    () => shownDocuments(schema, keys, "keys", context),
    (byKey) => byKey.size === keys.length,
    context,
  );
  if (size < keys.length)
    context.log.warn(
      `${path`/indexes/${schema.name}/docs`}: the service accepted ${keys.length} documents and shows ${size} yet`,
    );
}

/** Adds what a search shows, as long as there are keys that are still missing. */
async function gather(
  byKey: Shown,
  schema: IndexSchema,
  search: Bag,
  context: Context,
  keys?: readonly string[],
): Promise<void> {
  const { name, keyField, keyIsFilterable, keyIsSortable } = schema;
  const open = new Set(keys);
  const pages =
    keyIsFilterable && keyIsSortable
      ? rangesOf(schema, search, context)
      : pagesOf(name, { ...search, ...(keyIsSortable && { orderby: `${keyField} asc` }) }, context);
  for await (const page of pages) {
    for (const hit of hitsIn(page)) {
      const key = asText(hit[keyField]);
      byKey.set(key, documentOf(hit));
      open.delete(key);
    }
    if (keys !== undefined && open.size === 0) return;
  }
}
