import type * as z from "zod";
import { ApiError, UserError } from "./errors";
import type { Http } from "./http";
import { allPages } from "./lists";
import type { Rest } from "./restForm";
import { fill, namesIn, parse } from "./url";
import { asText, type Bag } from "./wire";

/** What is not in an id is in no list either. */
const inId = {
  need(name: string): never {
    throw new UserError(`the id says no ${name}`);
  },
};

type Form = Pick<Rest<z.ZodObject, z.ZodObject>, "url" | "list" | "prefix" | "apiVersion">;

/** The record of an id among those of a list. Letter case counts in names, as two may differ in it alone. */
export function entryOf({ url }: Form, id: string, entries: readonly Bag[]): Bag | undefined {
  const name = parse(url, id)[namesIn(url).at(-1)!];
  return entries.find(
    (entry) => [entry[namesIn(url).at(-1)!], entry["id"]].includes(name) || isSameId(entry["id"], id),
  );
}

/**
 * Whether a 404 that says nothing at all means that there is no record: where the service lists the collection, and the
 * record is not in the list. Without a list, nobody knows.
 */
export async function isUnlisted(form: Form, refusal: unknown, http: Http, id: string): Promise<boolean> {
  const isSilent = refusal instanceof ApiError && refusal.status === 404 && refusal.code + refusal.reason === "";
  if (!isSilent || form.list === undefined) return false;
  const path = (form.prefix ?? "") + fill(form.list, parse(form.url, id), inId);
  const entries = await allPages(http, path, form.apiVersion).catch(() => undefined);
  return entries !== undefined && entryOf(form, id, entries) === undefined;
}

/** Whether a record's id, in which services write the path before the name as they like, is this one. */
function isSameId(live: unknown, id: string): boolean {
  const [one, other] = [asText(live), id].map((path) => path.lastIndexOf("/"));
  return (
    asText(live).slice(one) === id.slice(other) &&
    asText(live).slice(0, one).toLowerCase() === id.slice(0, other).toLowerCase()
  );
}
