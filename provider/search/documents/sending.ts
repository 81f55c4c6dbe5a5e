import type { Context } from "../../core/resource";
import { until, VISIBLE } from "../../core/until";
import type { IndexSchema } from "../index/indexSchema";
import { documentsLookedFor } from "./shownDocuments";
import { upload, type Entry, type Result } from "./upload";

/**
 * As `upload`. A delete that is said to find no document has done its work once several searches do not show that
 * document either; as long as one does, it is sent again.
 */
export async function sendEntries(schema: IndexSchema, entries: readonly Entry[], context: Context): Promise<Result[]> {
  const results = await upload(schema.name, entries, context);
  const isMissed = ({ status, statusCode }: Result, at: number): boolean =>
    !status && statusCode === 404 && entries[at]!.action === "delete";
  await until<void>(
    async (late) => {
      const missed = [...results.keys()].filter((at) => isMissed(results[at]!, at));
      const keys = missed.map((at) => entries[at]!.key!);
      const shown = await documentsLookedFor(schema, keys, "keys", context);
      for (const at of missed) if (!shown.has(entries[at]!.key!)) results[at]!.status = true;
      const open = missed.filter((at) => !results[at]!.status);
      if (open.length === 0) return { end: undefined };
      if (late) {
        for (const at of open) results[at]!.errorMessage = `${results[at]!.errorMessage ?? ""} ${SHOWN}`.trimStart();
        return { end: undefined };
      }
      const again = open.map((at) => entries[at]!);
      for (const [position, result] of (await upload(schema.name, again, context)).entries())
        results[open[position]!] = result;
      return { state: `${open.length} documents are there yet` };
    },
    {
      http: context.search,
      what: `deleting documents of ${schema.name}`,
      patience: VISIBLE,
      progress: context.log.progress,
    },
  );
  return results;
}

/** What to do about a document that is said not to be there, and is. */
const SHOWN = "A search still shows it: run the same command again.";
