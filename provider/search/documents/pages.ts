import { path, readObject } from "../../core/http";
import type { Context } from "../../core/resource";
import { asNumber, isBag, type Bag } from "../../core/wire";

/** The most documents in one answer: document 2, "Search body". */
export const LARGEST_PAGE = 1000;

/** One answer to a search: document 2, "Search documents". */
export async function answerTo(index: string, body: Bag, { search }: Pick<Context, "search">): Promise<Bag> {
  return (
    await readObject(search, { method: "POST", path: path`/indexes/${index}/docs/search`, body, repeat: "always" })
  ).body;
}

/** The answers to a search, page after page to its end; `top` is the size of a page, by default the largest. */
export async function* pagesOf(index: string, body: Bag, context: Pick<Context, "search">): AsyncIterable<Bag> {
  const size = Number(body["top"] ?? LARGEST_PAGE);
  let position = Number(body["skip"] ?? 0);
  for (let next: Bag = { ...body, top: size, skip: position }; ;) {
    const answer = await answerTo(index, next, context);
    yield answer;
    const found = hitsIn(answer).length;
    position += found;
    const offered = answer["@search.nextPageParameters"];
    const cut = isBag(offered) || typeof answer["@odata.nextLink"] === "string";
    if (found === 0 || (!cut && found < asNumber(next["top"]))) return;
    next = isBag(offered) ? offered : { ...body, top: size, skip: position };
  }
}

/** The hits of an answer: documents, with what the service says of them under names that begin with `@`. */
export const hitsIn = (answer: Bag): Bag[] => (Array.isArray(answer["value"]) ? answer["value"].filter(isBag) : []);

/** The document of a hit, without what the service says of it. */
export const documentOf = (hit: Bag): Bag =>
  Object.fromEntries(Object.entries(hit).filter(([name]) => !name.startsWith("@")));
