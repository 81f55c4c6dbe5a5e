import { UserError } from "./errors";
import type { Http } from "./http";
import { jsonOf } from "./json";
import { now } from "./time";
import { isBag, type Bag } from "./wire";

/**
 * Reads together: when several resources of one collection are read at about the same time, one list answers for all of
 * them. A list is used for reads that wait for it and for those that begin shortly after its end, and never across a
 * write.
 */
export class Lists {
  private readonly collections = new Map<string, Collection>();

  /** Forgets every list: something was written. */
  forget(): void {
    this.collections.clear();
  }

  /**
   * What a list of a collection answers if other reads want it too, else `undefined`: a single resource is better asked
   * for by itself.
   * @param key names the collection, and what is asked of its list.
   * @param reader names who reads; nobody gets the same list twice.
   * @param list asks for the list.
   */
  async answer<T>(key: string, reader: string, list: () => Promise<T>): Promise<T | undefined> {
    const collection = this.collections.get(key) ?? { readers: new Set(), list: undefined };
    this.collections.set(key, collection);
    collection.readers.add(reader);
    if (!serves(collection.list, reader)) {
      await new Promise((resolve) => setTimeout(resolve, GATHERING));
      if (this.collections.get(key) !== collection) return this.answer(key, reader, list);
      if (collection.readers.size < 2) return undefined;
    }
    if (!serves(collection.list, reader)) {
      const fresh: List = { answer: list(), endedAt: Number.NaN, readers: new Set() };
      collection.list = fresh;
      fresh.answer.then(
        () => (fresh.endedAt = now()),
        () => this.collections.delete(key),
      );
    }
    collection.list.readers.add(reader);
    return collection.list.answer as Promise<T>;
  }
}

interface Collection {
  /** Everybody who has asked since the last write. */
  readers: Set<string>;
  list: List | undefined;
}

interface List {
  answer: Promise<unknown>;
  /** When the list ended, by a clock that nobody sets; not a number while it runs. */
  endedAt: number;
  /** Who got it. */
  readers: Set<string>;
}

/** Whether a list is young enough for one more read, by somebody who did not get it. */
const serves = (list: List | undefined, reader: string): list is List =>
  list !== undefined && !(now() - list.endedAt > FRESH) && !list.readers.has(reader);

/** Milliseconds in which reads gather before one of them asks. */
const GATHERING = 20;
/** Milliseconds after its end in which a list still answers for new reads. */
const FRESH = 5_000;

/**
 * All entries of a list, its pages followed: `{value, nextLink}`, or the bare array. Throws `UserError` for an answer
 * that is no list, for pages that lead back to one before, and for a list that does not end.
 */
export async function allPages(http: Http, path: string, apiVersion?: string): Promise<Bag[]> {
  const entries: Bag[] = [];
  const visited = new Set<string>();
  let size = 0;
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages++) {
    const { body, url } = await http.send({ method: "GET", path: next, apiVersion });
    visited.add(next).add(url);
    const page: unknown = isBag(body) ? body[http.form.entries] : body;
    if (!Array.isArray(page) && !(isBag(body) && page === null))
      throw new UserError(`GET ${path} is answered, but not with a list.${http.toConfigure}`);
    for (const entry of page ?? []) if (isBag(entry)) entries.push(entry);
    const link = isBag(body) ? http.form.next.map((name) => body[name]).find(Boolean) : undefined;
    next = typeof link === "string" ? nextPage(link, url) : undefined;
    if (next === undefined) break;
    if (visited.has(next) || (URL.canParse(next, url) && visited.has(new URL(next, url).href)))
      throw new UserError(`GET ${path}: a page of the list names one before it as the next, so it never ends`);
    size += jsonOf(page ?? [])!.length;
    if (pages >= PAGES || size > LARGEST)
      throw new UserError(`GET ${path}: the list has more than ${PAGES} pages or ${LARGEST / 1e6} MB, and goes on`);
  }
  return entries;
}

/**
 * Where the next page is, by the link on a page. One that does not say the whole path, or says the same, is meant
 * against the address of that page, with the version of that page where it says none.
 */
function nextPage(link: string, url: string): string {
  if (/^https?:/i.test(link) || !URL.canParse(link, url)) return link;
  const [page, next] = [new URL(url), new URL(link, url)];
  if (link.startsWith("/") && next.pathname !== page.pathname) return link;
  const version = page.searchParams.get("api-version");
  return version === null || next.searchParams.has("api-version")
    ? next.href
    : `${next.href}${next.search === "" ? "?" : "&"}api-version=${encodeURIComponent(version)}`;
}

/** Pages of the longest list that is read. */
const PAGES = 10_000;
/** Characters of JSON in the largest list that is read. */
const LARGEST = 200e6;
