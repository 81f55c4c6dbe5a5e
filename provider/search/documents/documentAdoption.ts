import { canonical } from "../../core/canonical";
import { UserError } from "../../core/errors";
import { path } from "../../core/http";
import type { Context } from "../../core/resource";
import { ownMember, type Bag } from "../../core/wire";
import type { IndexSchema } from "../index/indexSchema";
import { few } from "./documentFailures";
import { shownOf } from "./documentForm";
import { countingFields } from "./documentHashes";
import { documentsLookedFor } from "./shownDocuments";
import type { Action, Declaration } from "./upload";

/** Which of these keys are in the index already just as declared. Throws an error for others by the rule of `adopt`. */
export async function adoptable(
  keys: readonly string[],
  declared: Map<string, Bag>,
  schema: IndexSchema,
  { index, action, adopt }: Declaration,
  context: Context,
): Promise<Set<string>> {
  // What is missed is written over: one search is not enough.
  const byKey = await documentsLookedFor(schema, keys, "documents", context, 1);
  const rule = adopt ?? context.settings.get("adopt");
  const id = path`/indexes/${index}/docs`;
  if (byKey.size > 0 && rule === "never")
    throw new UserError(`${few([...byKey.keys()])} of ${id} exist already, and \`adopt\` is \`never\``);
  const differingFields = new Map(
    [...byKey].map(([key, live]) => [key, documentDifferences(declared.get(key)!, live, schema, action)]),
  );
  // A merge into a field that was empty takes nothing away.
  const lost = [...differingFields].flatMap(([key, fields]) =>
    fields.filter(({ theirs }) => action === "upload" || theirs !== undefined).map(({ name }) => `${key}.${name}`),
  );
  if (lost.length > 0 && rule !== "always") {
    throw new UserError(
      `documents of ${id} exist already and differ from the declaration at ${few(lost)}. Set \`adopt: ` +
        `"always"\` to take them over and change them.`,
    );
  }
  const changes = lost.length > 0 ? `, and changed ${few(lost)}` : "";
  if (byKey.size > 0) context.log.info(`took over ${byKey.size} documents of ${id}, which exist already${changes}`);
  return new Set([...byKey.keys()].filter((key) => differingFields.get(key)!.length === 0));
}

/** The fields at which a live document differs from its declaration, with what it has there. */
function documentDifferences(
  document: Bag,
  live: Bag,
  { fields }: IndexSchema,
  action: Action,
): { name: string; theirs: unknown }[] {
  const names = countingFields(document, action);
  const [ours, theirs] = [shownOf(document, fields, names), shownOf(live, fields, names)];
  const all = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return all
    .filter((name) => canonical(ownMember(ours, name)) !== canonical(ownMember(theirs, name)))
    .map((name) => ({ name, theirs: ownMember(theirs, name) }));
}
