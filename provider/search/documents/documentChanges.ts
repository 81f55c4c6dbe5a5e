import { InitFailedError, UserError } from "../../core/errors";
import { path } from "../../core/http";
import type { Context, Live } from "../../core/resource";
import { VISIBLE } from "../../core/until";
import { ownMember, type Bag } from "../../core/wire";
import { adoptable } from "./documentAdoption";
import { failing, failuresOf } from "./documentFailures";
import { digestOf, sentForm } from "./documentForm";
import { amiss, hashesOf, isAsStored, isEdited, verifyOf, type Hashes } from "./documentHashes";
import { byKey } from "./documentRules";
import { sourceOf } from "./documentSource";
import { newSchemaOf, type IndexSchema } from "../index/indexSchema";
import { sendEntries } from "./sending";
import { allShown, settled, shownDocuments, type Shown } from "./shownDocuments";
import type { Declaration, Entry } from "./upload";

/**
 * Brings the documents of a declaration into their index: what differs from `before` is sent, what is not declared any
 * more deleted.
 */
export async function bring(inputs: Declaration, before: Hashes, context: Context): Promise<Live> {
  const schema = await newSchemaOf(inputs.index, context);
  const source = sourceOf(inputs.documents);
  const declared = byKey(source, schema);
  const verify = verifyOf(inputs.verify, declared.size);
  const hashes: Hashes = Object.fromEntries(
    [...declared].map(([key, document]) => [key, hashesOf(document, schema, inputs.action, verify)]),
  );
  const known = (key: string): string | undefined => ownMember(before, key) as string | undefined;

  const id = path`/indexes/${inputs.index}/docs`;
  const { sent, removed, failures } = await inTurn(inputs.index, context, async () => {
    context.hold(objectsIn(inputs.index, [...declared.keys()]));
    // What this run deletes is sent again, whatever a search still shows.
    const left = context.left(objectsIn(inputs.index, [...declared.keys()]));
    const isLeft = (key: string): boolean => left.has(`${inputs.index}/${key}`);
    const edited = [...declared.keys()].filter((key) => isLeft(key) || isEdited(known(key), hashes[key]!));
    const adopted = await adoptable(
      edited.filter((key) => !isLeft(key) && !Object.hasOwn(before, key)),
      declared,
      schema,
      inputs,
      context,
    );
    const sent = edited
      .filter((key) => !adopted.has(key))
      .map((key): Entry => ({ action: inputs.action, key, document: sentForm(declared.get(key)!, schema.fields) }));
    const gone = Object.keys(before).filter((key) => !declared.has(key));
    context.leave(objectsIn(inputs.index, gone));
    const removed = deletes(unheld(inputs.index, gone, context), schema);
    const entries = [...sent, ...removed];
    return { sent, removed, failures: failing(entries, await sendEntries(schema, entries, context), before, context) };
  });

  const live = (): Live => ({
    id,
    inputs: { ...inputs },
    // The file of an asset may have changed since the check: what counts is what was sent.
    outputs: {
      count: Object.keys(hashes).length,
      keyField: schema.keyField,
      hashes,
      digest: digestOf(source.documents),
    },
  });
  if (failures.length > 0) {
    for (const { key } of failures) hashes[key] = known(key) ?? amiss(undefined);
    throw new InitFailedError(id, [failuresOf(id, failures, sent.length + removed.length)], live().outputs);
  }
  if (verify === "content")
    await visible(
      schema,
      sent,
      removed,
      hashes,
      (key, shown) => hashesOf(declared.get(key)!, schema, inputs.action, verify, shown),
      context,
    );
  else if (context.compared !== undefined && context.compared.olds["index"] !== inputs.index)
    await allShown(schema, [...declared.keys()], VISIBLE, context);
  return live();
}

/**
 * Waits until searches show what was sent and not what was removed. A document that is shown otherwise in the end gets
 * a hash of that, made by `hash`, so that it does not count as changed by somebody else.
 */
async function visible(
  schema: IndexSchema,
  sent: readonly Entry[],
  removed: readonly Entry[],
  hashes: Hashes,
  hash: (key: string, shown: Bag) => string,
  context: Context,
): Promise<void> {
  const gone = new Set(keysOf(removed));
  const shownByKey: Shown = new Map();
  const isOpen = (key: string): boolean =>
    gone.has(key)
      ? shownByKey.has(key)
      : !shownByKey.has(key) || !isAsStored(hashes[key]!, shownByKey.get(key)!, schema);
  let open = [...keysOf(sent), ...gone];
  await settled(
    VISIBLE,
    async () => {
      const now = await shownDocuments(schema, open, "documents", context);
      for (const key of open) {
        if (now.has(key)) shownByKey.set(key, now.get(key)!);
        else shownByKey.delete(key);
      }
      open = open.filter(isOpen);
      return open;
    },
    (left) => left.length === 0,
    context,
  );
  for (const key of open.filter((one) => !gone.has(one))) {
    const live = shownByKey.get(key);
    const complaint = live === undefined ? "does not show it yet" : "shows something else";
    context.log.warn(`${path`/indexes/${schema.name}/docs`}: the service accepted ${key} but ${complaint}`);
    if (live !== undefined) hashes[key] = hash(key, live);
  }
}

const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key!);

const deletes = (keys: readonly string[], { keyField }: IndexSchema): Entry[] =>
  keys.map((key) => ({ action: "delete", key, document: { [keyField]: key } }));

/**
 * Deletes the documents that the state knows, but those that another declaration holds, and waits until searches do not
 * show them any more. Throws an error that names those that were refused.
 */
export async function remove(schema: IndexSchema, known: Hashes, context: Context): Promise<void> {
  const { name: index } = schema;
  const { keys, failures } = await inTurn(index, context, async () => {
    context.leave(objectsIn(index, Object.keys(known)));
    const keys = unheld(index, Object.keys(known), context);
    const entries = deletes(keys, schema);
    return { keys, failures: failing(entries, await sendEntries(schema, entries, context), known, context) };
  });
  if (failures.length > 0) throw new UserError(failuresOf(path`/indexes/${index}/docs`, failures, keys.length));
  await settled(
    VISIBLE,
    () => shownDocuments(schema, keys, "keys", context),
    (shown) => unheld(index, [...shown.keys()], context).length === 0,
    context,
  );
}

/** Documents as claims name them. */
export const objectsIn = (index: string, keys: readonly string[]): string[] => keys.map((key) => `${index}/${key}`);

/** Those of some keys that no other declaration of this run holds. */
function unheld(index: string, keys: readonly string[], context: Context): string[] {
  const heldByOthers = context.heldByOthers(objectsIn(index, keys));
  return keys.filter((key) => !heldByOthers.has(`${index}/${key}`));
}

/**
 * Looks and writes while no other declaration does in this index: a document may move from one to another, and what one
 * has found must not be deleted by the other.
 */
const inTurn = <T>(index: string, { oneAtATime }: Context, operation: () => Promise<T>): Promise<T> =>
  oneAtATime(`documents of ${index}`, operation);
