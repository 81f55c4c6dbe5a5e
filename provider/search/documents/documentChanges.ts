import { isDeepStrictEqual } from "node:util";
import { InitFailedError, UserError } from "../../core/errors";
import { path } from "../../core/http";
import type { Context, Live } from "../../core/resource";
import { own, type Bag } from "../../core/wire";
import { digestOf, shownOf } from "./documentForm";
import {
  amiss,
  countingFields,
  hashesOf,
  isAsStored,
  isEdited,
  isMissing,
  verifyOf,
  type Hashes,
} from "./documentHashes";
import { byKey, keyMistake } from "./documentRules";
import { sourceOf } from "./documentSource";
import { newSchemaOf, schemaOf, type IndexSchema } from "../index/indexSchema";
import { settled, shown, type Shown } from "./shownDocuments";
import { upload, type Action, type Entry, type Result } from "./upload";

/** Documents as they are declared. */
export interface Declaration {
  index: string;
  documents: unknown;
  action: Action;
  verify?: string | undefined;
  adopt?: string | undefined;
}

/** Milliseconds within which writes show in searches. */
const VISIBLE = 30_000;

/**
 * Brings the documents of a declaration into their index: what differs from `before` is sent, what is not declared any
 * more deleted.
 */
export async function bring(inputs: Declaration, before: Hashes, context: Context): Promise<Live> {
  const schema = await newSchemaOf(inputs.index, context);
  const source = sourceOf(inputs.documents);
  const declared = byKey(source, schema.keyField);
  const verify = verifyOf(inputs.verify, declared.size);
  const hashes: Hashes = Object.fromEntries(
    [...declared].map(([key, document]) => [key, hashesOf(document, schema, inputs.action, verify)]),
  );
  const known = (key: string): string | undefined => own(before, key) as string | undefined;

  const id = path`/indexes/${inputs.index}/docs`;
  const { sent, removed, failures } = await inTurn(inputs.index, context, async () => {
    context.hold(objectsIn(inputs.index, [...declared.keys()]));
    const edited = [...declared.keys()].filter((key) => isEdited(known(key), hashes[key]!));
    const adopted = await adoptable(
      edited.filter((key) => !Object.hasOwn(before, key)),
      declared,
      schema,
      inputs,
      context,
    );
    const sent = edited
      .filter((key) => !adopted.has(key))
      .map((key): Entry => ({ action: inputs.action, key, document: declared.get(key)! }));
    const gone = Object.keys(before).filter((key) => !declared.has(key));
    const removed = deletes(unheld(inputs.index, gone, context), schema);
    const entries = [...sent, ...removed];
    return { sent, removed, failures: failing(entries, await upload(inputs.index, entries, context), before, context) };
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
      (key, seen) => hashesOf(declared.get(key)!, schema, inputs.action, verify, seen),
      context,
    );
  return live();
}

/**
 * Waits until searches show what was sent and not what was removed. A document that is shown otherwise in the end gets
 * a hash of
 * that, made by `hash`, so that it does not count as changed by somebody else.
 */
async function visible(
  schema: IndexSchema,
  sent: readonly Entry[],
  removed: readonly Entry[],
  hashes: Hashes,
  hash: (key: string, seen: Bag) => string,
  context: Context,
): Promise<void> {
  const gone = new Set(keysOf(removed));
  const found: Shown = new Map();
  const isOpen = (key: string): boolean =>
    gone.has(key) ? found.has(key) : !found.has(key) || !isAsStored(hashes[key]!, found.get(key)!, schema);
  let open = [...keysOf(sent), ...gone];
  await settled(
    VISIBLE,
    async () => {
      const now = await shown(schema, open, "documents", context);
      for (const key of open) {
        if (now.has(key)) found.set(key, now.get(key)!);
        else found.delete(key);
      }
      open = open.filter(isOpen);
      return open;
    },
    (left) => left.length === 0,
    context,
  );
  for (const key of open.filter((one) => !gone.has(one))) {
    const seen = found.get(key);
    context.log.warn(
      `${path`/indexes/${schema.name}/docs`}: the service accepted ${key} but ${seen === undefined ? "does not show it yet" : "shows something else"}`,
    );
    if (seen !== undefined) hashes[key] = hash(key, seen);
  }
}

const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key!);

const deletes = (keys: readonly string[], { keyField }: IndexSchema): Entry[] =>
  keys.map((key) => ({ action: "delete", key, document: { [keyField]: key } }));

/**
 * Deletes the documents that the state knows, but those that another declaration holds, and waits until searches do not
 * show them any more. Throws an error that names those that were refused.
 */
export async function remove(index: string, known: Hashes, context: Context): Promise<void> {
  const schema = await schemaOf(index, context);
  const { keys, failures } = await inTurn(index, context, async () => {
    const keys = unheld(index, Object.keys(known), context);
    const entries = deletes(keys, schema);
    return { keys, failures: failing(entries, await upload(index, entries, context), known, context) };
  });
  if (failures.length > 0) throw new UserError(failuresOf(path`/indexes/${index}/docs`, failures, keys.length));
  await settled(
    VISIBLE,
    () => shown(schema, keys, "keys", context),
    (found) => unheld(index, [...found.keys()], context).length === 0,
    context,
  );
}

/** Documents as claims name them. */
export const objectsIn = (index: string, keys: readonly string[]): string[] => keys.map((key) => `${index}/${key}`);

/** Those of some keys that no other declaration of this run holds. */
function unheld(index: string, keys: readonly string[], context: Context): string[] {
  const held = context.heldByOthers(objectsIn(index, keys));
  return keys.filter((key) => !held.has(`${index}/${key}`));
}

/**
 * Looks and writes while no other declaration does in this index: a document may move from one to another, and what one
 * has found must not be deleted by the other.
 */
const inTurn = <T>(index: string, { oneAtATime }: Context, operation: () => Promise<T>): Promise<T> =>
  oneAtATime(`documents of ${index}`, operation);

/**
 * What was refused and matters. A key that cannot be in the index, because the state knows that it never came there or
 * because no document can have it, needs no delete: the service refuses the key for what it is.
 */
function failing(entries: readonly Entry[], results: readonly Result[], known: Hashes, context: Context): Result[] {
  const isIdle = ({ key, statusCode }: Result, position: number): boolean =>
    entries[position]!.action === "delete" &&
    (statusCode === 404 ||
      (statusCode === 400 && (isMissing(String(own(known, key))) || keyMistake(key) !== undefined)));
  const idle = results.filter((result, position) => !result.status && isIdle(result, position));
  if (idle.length > 0)
    context.log.info(`not in the index, and refused as keys: ${few(idle.map(({ key }) => key))}; nothing to delete`);
  return results.filter((result, position) => !result.status && !isIdle(result, position));
}

/** Which of these keys are in the index already just as declared. Throws an error for others by the rule of `adopt`. */
async function adoptable(
  keys: readonly string[],
  declared: Map<string, Bag>,
  schema: IndexSchema,
  { index, action, adopt }: Declaration,
  context: Context,
): Promise<Set<string>> {
  const found = await shown(schema, keys, "documents", context);
  const rule = adopt ?? context.settings.get("adopt");
  const id = path`/indexes/${index}/docs`;
  if (found.size > 0 && rule === "never")
    throw new UserError(`${few([...found.keys()])} of ${id} exist already, and \`adopt\` is \`never\``);
  const differing = new Map(
    [...found].map(([key, live]) => [key, differences(declared.get(key)!, live, schema, action)]),
  );
  // A merge into a field that was empty takes nothing away.
  const lost = [...differing].flatMap(([key, fields]) =>
    fields.filter(({ theirs }) => action === "upload" || theirs !== undefined).map(({ name }) => `${key}.${name}`),
  );
  if (lost.length > 0 && rule !== "always") {
    throw new UserError(
      `documents of ${id} exist already and differ from the declaration at ${few(lost)}. Set \`adopt: ` +
        `"always"\` to take them over and change them.`,
    );
  }
  if (found.size > 0)
    context.log.info(
      `took over ${found.size} documents of ${id}, which exist already${lost.length > 0 ? `, and changed ${few(lost)}` : ""}`,
    );
  return new Set([...found.keys()].filter((key) => differing.get(key)!.length === 0));
}

/** The fields at which a live document differs from its declaration, with what it has there. */
function differences(
  document: Bag,
  live: Bag,
  { fields }: IndexSchema,
  action: Action,
): { name: string; theirs: unknown }[] {
  const names = countingFields(document, action);
  const [ours, theirs] = [shownOf(document, fields, names), shownOf(live, fields, names)];
  const all = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return all
    .filter((name) => !isDeepStrictEqual(own(ours, name), own(theirs, name)))
    .map((name) => ({ name, theirs: own(theirs, name) }));
}

/** Every key that was refused, by reason. */
function failuresOf(id: string, failures: readonly Result[], count: number): string {
  const reasons = new Map<string, string[]>();
  for (const { key, statusCode, errorMessage = "" } of failures) {
    const reason = `${statusCode === 0 ? "" : `${statusCode} `}${errorMessage}`.trim();
    const keys = reasons.get(reason);
    if (keys === undefined) reasons.set(reason, [key]);
    else keys.push(key);
  }
  return `POST ${id}/index: ${failures.length} of ${count} documents failed\n${[...reasons].map(([reason, keys]) => `  ${few(keys, 100)}: ${reason}`).join("\n")}`;
}

/** Some names of many. */
export const few = (names: readonly string[], most = 20): string =>
  names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
