import { isDeepStrictEqual } from "node:util";
import { InitFailedError, UserError } from "../../core/errors";
import { path } from "../../core/http";
import type { Context, Live } from "../../core/resource";
import { own, type Bag } from "../../core/wire";
import { shownOf } from "./documentForm";
import { amiss, byKey, countingFields, hashesOf, isAsStored, isEdited, verifyOf, type Hashes } from "./documentHashes";
import { documentsIn } from "./documentSource";
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
  const declared = byKey(documentsIn(inputs.documents), schema.keyField);
  const verify = verifyOf(inputs.verify, declared.size);
  const hashes: Hashes = Object.fromEntries(
    [...declared].map(([key, document]) => [key, hashesOf(document, schema, inputs.action, verify)]),
  );

  const edited = [...declared.keys()].filter((key) =>
    isEdited(own(before, key) as string | undefined, declared.get(key)!),
  );
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
  const removed = Object.keys(before)
    .filter((key) => !declared.has(key))
    .map((key): Entry => ({ action: "delete", key, document: { [schema.keyField]: key } }));

  const id = path`/indexes/${inputs.index}/docs`;
  const failures = (await upload(inputs.index, [...sent, ...removed], context)).filter(({ status }) => !status);
  const live = (): Live => ({
    id,
    inputs: { ...inputs },
    outputs: { count: Object.keys(hashes).length, keyField: schema.keyField, hashes },
  });
  if (failures.length > 0) {
    for (const { key } of failures) hashes[key] = (own(before, key) as string | undefined) ?? amiss(undefined);
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
  const [awaited, gone] = [keysOf(sent), keysOf(removed)];
  const differing = (found: Shown): string[] =>
    awaited.filter((key) => !found.has(key) || !isAsStored(hashes[key]!, found.get(key)!, schema));
  const found = await settled(
    VISIBLE,
    () => shown(schema, [...awaited, ...gone], "documents", context),
    (now) => differing(now).length === 0 && !gone.some((key) => now.has(key)),
    context,
  );
  for (const key of differing(found)) {
    const seen = found.get(key);
    context.log.warn(
      `${path`/indexes/${schema.name}/docs`}: the service accepted ${key} but ${seen === undefined ? "does not show it yet" : "shows something else"}`,
    );
    if (seen !== undefined) hashes[key] = hash(key, seen);
  }
}

const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key!);

/**
 * Deletes documents by key and waits until searches do not show them any more. Throws an error that names those that
 * were refused.
 */
export async function remove(index: string, keys: readonly string[], context: Context): Promise<void> {
  const schema = await schemaOf(index, context);
  const entries = keys.map((key): Entry => ({ action: "delete", key, document: { [schema.keyField]: key } }));
  const failures = (await upload(index, entries, context)).filter(({ status }) => !status);
  if (failures.length > 0) throw new UserError(failuresOf(path`/indexes/${index}/docs`, failures, keys.length));
  await settled(
    VISIBLE,
    () => shown(schema, keys, "keys", context),
    (found) => found.size === 0,
    context,
  );
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
    reasons.set(reason, [...(reasons.get(reason) ?? []), key]);
  }
  return `POST ${id}/index: ${failures.length} of ${count} documents failed\n${[...reasons].map(([reason, keys]) => `  ${few(keys, 100)}: ${reason}`).join("\n")}`;
}

/** Some names of many. */
export const few = (names: readonly string[], most = 20): string =>
  names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
