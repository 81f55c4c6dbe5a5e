import { path } from "../../core/http";
import type { Context, Live } from "../../core/resource";
import type { Bag } from "../../core/wire";
import { few } from "./documentFailures";
import { declarableDocument, shownDocument } from "./documentForm";
import { amiss, hashesOf, isAmiss, isAsStored, verifyOf, type Hashes } from "./documentHashes";
import { hiddenIn, knownSchemaOf, type IndexSchema } from "../index/indexSchema";
import { settled, shownDocuments, type Shown } from "./shownDocuments";
import { statisticsOf } from "../index/statistics";

/**
 * Milliseconds within which documents that a search misses or shows otherwise are looked for again before they count as
 * such.
 */
const DOUBT = 2000;

/** The documents as the service shows them, compared with the stored hashes; all of the index when there are none. */
export async function readDocuments(index: string, stored: Bag, context: Context): Promise<Live | undefined> {
  const schema = await knownSchemaOf(index, context);
  if (schema === undefined) return undefined;
  const { hashes, ...rest } = stored as Bag & { hashes?: Hashes };
  const id = path`/indexes/${index}/docs`;
  if (hashes === undefined) return everything(id, schema, context);

  const keys = Object.keys(hashes);
  const asStored: Live = {
    id,
    inputs: { ...rest, index },
    outputs: { count: keys.length, keyField: schema.keyField, hashes },
  };
  const verify = verifyOf(stored["verify"], keys.length);
  const isWhole =
    verify === "none" || (verify === "count" && (await statisticsOf(index, context)).documentCount >= keys.length);
  const suspects = isWhole ? keys.filter((key) => isAmiss(hashes[key]!)) : keys;

  const look = (among: readonly string[]): Promise<Shown> =>
    shownDocuments(schema, among, verify === "content" ? "documents" : "keys", context);
  const isChanged = (key: string, live: Bag): boolean =>
    verify === "content" ? !isAsStored(hashes[key]!, live, schema) : isAmiss(hashes[key]!);
  const changedAmong = (byKey: Shown, among: readonly string[]): string[] =>
    among.filter((key) => !byKey.has(key) || isChanged(key, byKey.get(key)!));
  const doubtful = changedAmong(await look(suspects), suspects);
  if (doubtful.length === 0) return asStored;
  const byKey = await settled(
    DOUBT,
    () => look(doubtful),
    (now) => changedAmong(now, doubtful).length === 0,
    context,
  );
  const changed = changedAmong(byKey, doubtful);
  if (changed.length === 0) return asStored;
  const missing = changed.filter((key) => !byKey.has(key));
  if (missing.length === keys.length) return undefined;

  context.log.info(
    `${id}: ${[
      ...(missing.length > 0 ? [`missing: ${few(missing)}`] : []),
      ...(missing.length < changed.length ? [`changed: ${few(changed.filter((key) => byKey.has(key)))}`] : []),
    ].join("; ")}`,
  );
  const now = { ...hashes, ...Object.fromEntries(changed.map((key) => [key, amiss(byKey.get(key))])) };
  return {
    id,
    inputs: {
      ...rest,
      index,
      documents: changed.filter((key) => byKey.has(key)).map((key) => shownDocument(byKey.get(key)!, schema.fields)),
    },
    outputs: { count: keys.length - missing.length, keyField: schema.keyField, hashes: now },
  };
}

/** All documents of an index, as somebody would declare them. */
async function everything(id: string, schema: IndexSchema, context: Context): Promise<Live | undefined> {
  const byKey = await shownDocuments(schema, undefined, "documents", context);
  if (byKey.size === 0) return undefined;
  const documents = [...byKey.values()].map((live) => declarableDocument(live, schema.fields));
  const verify = verifyOf(undefined, byKey.size);
  // What is not shown, as vectors seldom are, must not be lost when a document is sent again.
  const hidden = hiddenIn(schema.fields);
  const action = hidden.length === 0 ? "upload" : "mergeOrUpload";
  if (hidden.length > 0)
    context.log.warn(
      `${id}: the service does not return ${few(hidden)}; with \`action: "mergeOrUpload"\` documents keep what they ` +
        "have there when they are sent again",
    );
  const hashes = Object.fromEntries(
    [...byKey.keys()].map((key, position) => [key, hashesOf(documents[position]!, schema, action, verify)]),
  );
  return {
    id,
    inputs: { index: schema.name, documents, action },
    outputs: { count: byKey.size, keyField: schema.keyField, hashes },
  };
}
