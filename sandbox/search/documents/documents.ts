import type { HonoRequest } from "hono";
import type { Router } from "../../context";
import { ServiceError } from "../../errors";
import { exactText, exactValue } from "../../json";
import { checked, jsonBody } from "../body";
import type { Document } from "../indexes/document";
import type { Index } from "../indexes/indexSchema";
import type { IndexState } from "../indexes/state";
import { searchHits, result, searchOf } from "../query/search";
import { selection } from "../query/selection";
import { suggestions } from "../query/suggest";
import { notFound } from "../refusal";
import { applyEntry, batchSchema } from "./indexing";

/** The largest batch in bytes. */
const batchBytes = 16 * 1024 * 1024;

/** The index of this name; 404 when there is none. */
export function indexNamed({ indexes }: IndexState, name: string): Index {
  const index = indexes.get(name);
  if (index === undefined) throw notFound("index", name);
  return index;
}

/** An answer with documents, which keep every digit of their integers. */
const exact = (value: object): Response =>
  new Response(exactText(value), { headers: { "Content-Type": "application/json" } });

/** The routes of an index's documents. */
export function documentRoutes(app: Router, state: IndexState): void {
  const { context, documents } = state;
  const path = "/indexes/:name/docs";
  /** What tells a client the type of an answer, unless it does not want to know. */
  const metadata = (request: HonoRequest, index: Index, part = ""): object =>
    /odata\.metadata=none/i.test(request.header("accept") ?? "")
      ? {}
      : { "@odata.context": `${context.url()}/indexes('${index.name}')/$metadata#docs(*)${part}` };
  const read = (name: string): Record<string, Document> => documents.read(name) ?? {};

  app.post(`${path}/index`, async (c) => {
    const index = indexNamed(state, c.req.param("name"));
    if ((await c.req.arrayBuffer()).byteLength > batchBytes) {
      throw new ServiceError(413, "RequestEntityTooLarge", "A batch may have at most 16 MB. Split it.");
    }
    const batch = checked(batchSchema, await jsonBody(c.req, exactValue));
    const changed = new Map(Object.entries(documents.get(index.name) ?? {}));
    const value = batch.value.map((entry) => applyEntry(index, changed, entry));
    documents.set(index.name, Object.fromEntries(changed));
    return c.json({ value }, value.every((each) => each.status) ? 200 : 207);
  });
  app.post(`${path}/search`, async (c) => {
    const index = indexNamed(state, c.req.param("name"));
    const all = read(index.name);
    const search = searchOf(await jsonBody(c.req));
    const hits = searchHits(index, all, search);
    const { top, skip, count } = search;
    const rest = hits.length - skip;
    const size = Math.min(top ?? 50, context.behaviour.searchPageSize);
    const next = rest > size &&
      top !== size && { ...search, skip: skip + size, ...(top == null ? {} : { top: top - size }) };
    const address = `${context.url()}/indexes/${index.name}`;
    return exact({
      ...metadata(c.req, index),
      ...(count ? { "@odata.count": hits.length } : {}),
      ...(next ? { "@search.nextPageParameters": next } : {}),
      value: hits.slice(skip, skip + size).map(result(index, all, search.select)),
      ...(next ? { "@odata.nextLink": `${address}/docs/search?api-version=${c.req.query("api-version")}` } : {}),
    });
  });
  app.post(`${path}/suggest`, async (c) => {
    const index = indexNamed(state, c.req.param("name"));
    const value = suggestions(index, read(index.name), await jsonBody(c.req));
    return exact({ ...metadata(c.req, index), value });
  });
  app.get(`${path}/$count`, (c) =>
    c.text(String(Object.keys(read(indexNamed(state, c.req.param("name")).name)).length)),
  );
  app.get(`${path}/:key`, (c) => {
    const index = indexNamed(state, c.req.param("name"));
    const key = c.req.param("key");
    const document = new Map(Object.entries(read(index.name))).get(key);
    if (document === undefined) throw new ServiceError(404, "", `No document with the key '${key}' was found.`);
    return exact({ ...metadata(c.req, index, "/$entity"), ...selection(index, c.req.query("$select"))(document) });
  });
}
