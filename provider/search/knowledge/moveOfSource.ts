import { UserError } from "../../core/errors";
import { path } from "../../core/http";
import type { Context } from "../../core/resource";
import { nameIn } from "../../core/urn";
import { now } from "../../core/time";
import { until } from "../../core/until";
import { statisticsOf } from "../index/statistics";

/** Milliseconds for which documents that may still come are waited for. */
const COMING = 30_000;
/** Milliseconds without news after which no more documents are expected. */
const QUIET = 1_000;

/**
 * Waits, before a knowledge source leaves one index for another, until the documents that this run declares for the new
 * one are there: the engine does not know that the source needs them. Throws an error where they have failed, or do not
 * begin to come.
 */
export function documentsThere(source: string, from: string, to: string, context: Context): Promise<void> {
  const advice = `let it depend on the documents: \`dependsOn\` of ${source}`;
  let [last, since] = ["", now()];
  return until<void>(
    async () => {
      const works = context.works("search:Documents", path`/indexes/${to}/docs`);
      const failed = works.filter(({ stage }) => stage === "failed").map(({ line }) => nameIn(line));
      if (failed.length > 0)
        throw new UserError(
          `${source} stays with the index ${from}: the documents of ${failed.join(", ")} have failed`,
        );
      const open = works.filter(({ stage }) => stage !== "done");
      const news = JSON.stringify(works);
      if (news !== last || open.some(({ stage }) => stage === "running")) [last, since] = [news, now()];
      const quiet = now() - since;
      if (works.length > 0 && open.length === 0 && quiet >= QUIET) return { end: undefined };
      if (works.length === 0 && !(await isComing(from, to, context))) return { end: undefined };
      if (quiet < COMING) return { state: `waiting for the documents of ${to}` };
      if (open.length > 0)
        throw new UserError(
          `${source} stays with the index ${from}: the documents of ` +
            `${open.map(({ line }) => nameIn(line)).join(", ")} have not begun to come into ${to}; ${advice}`,
        );
      context.log.warn(
        `${to} has no documents yet, and takes the place of ${from}, which has some; where they come late, ${advice}`,
      );
      return { end: undefined };
    },
    { http: context.search, what: `moving ${source} to ${to}`, progress: context.log.progress },
  );
}

/** Whether an index that takes the place of another is empty, and that one is not. */
async function isComing(from: string, to: string, context: Context): Promise<boolean> {
  if (context.successor("search:Index", path`/indexes/${from}`) === undefined) return false;
  const [before, after] = [await statisticsOf(from, context), await statisticsOf(to, context)];
  return before.documentCount > 0 && after.documentCount === 0;
}
