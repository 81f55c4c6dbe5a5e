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

/**
 * Finds the record of an id among those of a list, which is looked through once for all ids. Letter case counts in
 * names, as two may differ in it alone; services write the path before the name of an id as they like.
 */
export function finder({ url }: Form, entries: readonly Bag[]): (id: string) => Bag | undefined {
  const last = namesIn(url).at(-1)!;
  const records = new Map<unknown, Bag>();
  for (const entry of entries)
    for (const key of [entry[last], entry["id"], normalId(asText(entry["id"]))])
      if (!records.has(key)) records.set(key, entry);
  return (id) => records.get(parse(url, id)[last]) ?? records.get(normalId(id));
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
  return entries !== undefined && finder(form, entries)(id) === undefined;
}

/** An id in one form: letter case counts in the name alone. */
const normalId = (id: string): string =>
  id.slice(0, id.lastIndexOf("/") + 1).toLowerCase() + id.slice(id.lastIndexOf("/") + 1);
