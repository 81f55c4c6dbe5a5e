import { UserError } from "../../core/errors";
import { path, readObject } from "../../core/http";
import type { Context } from "../../core/resource";
import { asNumber, asText, isBag, type Bag } from "../../core/wire";
import type { IndexSchema } from "../index/indexSchema";

/** The most documents in one answer: document 2, "Search body". */
export const LARGEST_PAGE = 1000;

/** One answer to a search: document 2, "Search documents". */
export async function answerTo(index: string, body: Bag, { search }: Pick<Context, "search">): Promise<Bag> {
  return (
    await readObject(search, { method: "POST", path: path`/indexes/${index}/docs/search`, body, repeat: "always" })
  ).body;
}

/** How many results a search can skip at most. */
export const FARTHEST = 100_000;

/** A search has more results than its pages reach. */
export class TooManyError extends UserError {}

/**
 * The answers to a search, page after page to its end; `top` is the size of a page, by default the largest. Throws
 * `TooManyError` where the results go on beyond what a search can skip.
 */
export async function* pagesOf(index: string, body: Bag, context: Pick<Context, "search">): AsyncIterable<Bag> {
  const size = Number(body["top"] ?? LARGEST_PAGE);
  let position = Number(body["skip"] ?? 0);
  for (let next: Bag = { ...body, top: size, skip: position }; ;) {
    if (asNumber(next["skip"]) > FARTHEST)
      throw new TooManyError(
        `POST ${path`/indexes/${index}/docs/search`}: there are more results than the ${FARTHEST} that a search can ` +
          "skip, and no other way to page them: narrow the search with `filter`",
      );
    const answer = await answerTo(index, next, context);
    yield answer;
    const count = hitsIn(answer).length;
    position += count;
    const offered = answer["@search.nextPageParameters"];
    if (count === 0 || (!isCut(answer) && count < asNumber(next["top"]))) return;
    if (position > FARTHEST && position === answer["@odata.count"]) return;
    next = isBag(offered) ? offered : { ...body, top: size, skip: position };
  }
}

/** Whether an answer says that there are more results than it holds. */
const isCut = (answer: Bag): boolean =>
  isBag(answer["@search.nextPageParameters"]) || typeof answer["@odata.nextLink"] === "string";

/**
 * The answers to a search, range after range of the key in its order, however many results there are. The key must be
 * filterable and sortable, and be among the fields that the search selects. Throws `UserError` for an answer that does
 * not go on.
 */
export async function* rangesOf(
  { name, keyField }: Pick<IndexSchema, "name" | "keyField">,
  { filter, ...body }: Bag,
  context: Pick<Context, "search">,
): AsyncIterable<Bag> {
  const top = Number(body["top"] ?? LARGEST_PAGE);
  const ownFilter = typeof filter === "string" ? [`(${filter})`] : [];
  for (let last: string | undefined; ;) {
    const beyond = last === undefined ? [] : [`${keyField} gt '${last.replaceAll("'", "''")}'`];
    const both = [...ownFilter, ...beyond].join(" and ");
    const range = { ...body, top, orderby: `${keyField} asc`, ...(both !== "" && { filter: both }) };
    const answer = await answerTo(name, range, context);
    const hits = hitsIn(answer);
    const end = asText(hits.at(-1)?.[keyField]);
    if (hits.length > 0 && (end === "" || end === last))
      throw new UserError(`POST ${path`/indexes/${name}/docs/search`}: the ranges of ${keyField} do not go on`);
    yield answer;
    if (hits.length === 0 || (!isCut(answer) && hits.length < top)) return;
    last = end;
  }
}

/** The hits of an answer: documents, with what the service says of them under names that begin with `@`. */
export const hitsIn = (answer: Bag): Bag[] => (Array.isArray(answer["value"]) ? answer["value"].filter(isBag) : []);

/** The document of a hit, without what the service says of it. */
export const documentOf = (hit: Bag): Bag =>
  Object.fromEntries(Object.entries(hit).filter(([name]) => !name.startsWith("@")));
