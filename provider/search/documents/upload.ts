import { ApiError, asError } from "../../core/errors";
import { path, sendWrite } from "../../core/http";
import type { Context } from "../../core/resource";
import { jsonOf } from "../../core/json";
import { until } from "../../core/until";
import { asNumber, asText, isBag, type Bag } from "../../core/wire";

/** What is done to a document: document 2, "Document upload entry". */
export type Action = "upload" | "merge" | "mergeOrUpload" | "delete";

/** One entry of an upload. */
export interface Entry {
  action: Action;
  /** The document's key; without it, the service's results are taken in the order of the entries. */
  key?: string;
  document: Bag;
}

/** Documents as they are declared. */
export interface Declaration {
  index: string;
  documents: unknown;
  action: Action;
  verify?: string | undefined;
  adopt?: string | undefined;
}

/** What became of an entry. */
export interface Result {
  key: string;
  status: boolean;
  /** The HTTP status of this one document; 0 when the service never said. */
  statusCode: number;
  errorMessage?: string;
}

/** The most documents in one batch. */
const COUNT = 1000;
/** The most bytes in one batch. */
const BYTES = 16_000_000;

/** A batch in the making. */
type Batch = { entries: Entry[]; bytes: number };

/**
 * How often a batch that was refused as a whole for one of its documents is split, before all of it counts as refused.
 */
const SPLITS = 200;

/**
 * Sends entries in batches within the service's limits, again for the keys alone that failed for a passing reason.
 * Never throws once a batch was answered: what became of each entry is in the results, in the order of the entries.
 */
export async function upload(index: string, entries: readonly Entry[], context: Context): Promise<Result[]> {
  const results = new Map<Entry, Result>();
  const run: Run = { index, results, splits: SPLITS, context };
  for (const { entries: batch } of batchesOf(entries)) {
    try {
      await sendAll(batch, run);
    } catch (error) {
      if (results.size === 0) throw error;
      const errorMessage = asError(error).message;
      for (const entry of entries)
        if (!results.has(entry))
          results.set(entry, { key: entry.key ?? "", status: false, statusCode: 0, errorMessage });
      break;
    }
    if (entries.length > COUNT)
      context.log.progress(`${path`/indexes/${index}/docs`}: ${results.size} of ${entries.length} documents sent`);
  }
  return entries.map((entry) => results.get(entry)!);
}

/** One upload: where to, what is known of its entries, and how often batches may still be split. */
interface Run {
  index: string;
  results: Map<Entry, Result>;
  splits: number;
  context: Context;
}

/** Sends one batch until every entry has its result, split in halves when the service refuses it as a whole. */
async function sendAll(batch: readonly Entry[], run: Run): Promise<void> {
  const { index, results, context } = run;
  let open = batch;
  await until<void>(
    async (late) => {
      try {
        const answered = await send(index, open, context);
        open.forEach((entry, position) => results.set(entry, answered[position]!));
      } catch (error) {
        // A batch that is too large, or with a document that the service cannot read: which one, only halves tell.
        if (!(error instanceof ApiError) || (error.status !== 413 && error.status !== 400)) throw error;
        if (open.length > 1) {
          if (run.splits-- <= 0) throw error;
          const half = Math.ceil(open.length / 2);
          await sendAll(open.slice(0, half), run);
          await sendAll(open.slice(half), run);
          return { end: undefined };
        }
        const { status: statusCode, message: errorMessage } = error;
        results.set(open[0]!, { key: open[0]!.key ?? "", status: false, statusCode, errorMessage });
        return { end: undefined };
      }
      open = open.filter((entry) => isPassing(results.get(entry)!));
      // When the time is over, the last results stand.
      if (open.length === 0 || late) return { end: undefined };
      return { state: `${open.length} documents were refused for now` };
    },
    { http: context.search, what: `uploading to ${path`/indexes/${index}/docs`}`, progress: context.log.progress },
  );
}

/** POST /indexes/{index}/docs/index: the results in the order of the entries. */
async function send(index: string, entries: readonly Entry[], { search }: Context): Promise<Result[]> {
  // What is done is said by the entry: no member of the document can say otherwise.
  const value = entries.map(({ action, document }) => ({ ...document, "@search.action": action }));
  const { body, status } = await sendWrite(search, {
    method: "POST",
    path: path`/indexes/${index}/docs/index`,
    body: { value },
    repeat: "always",
  });
  const rows = isBag(body) && Array.isArray(body["value"]) ? body["value"].filter(isBag) : [];
  const byKey = new Map(rows.map((one) => [one["key"], one]));
  return entries.map(({ key }, position): Result => {
    const inPlace = rows[position];
    const isKeyless = rows.length === entries.length && inPlace?.["key"] === undefined;
    const row = key === undefined || isKeyless || inPlace?.["key"] === key ? inPlace : byKey.get(key);
    if (row === undefined && status === PARTLY)
      return {
        key: key ?? "",
        status: false,
        statusCode: 0,
        errorMessage: "the answer does not say what became of it",
      };
    const statusCode = asNumber(row?.["statusCode"]) || status;
    const errorMessage = row?.["errorMessage"];
    const ok = typeof row?.["status"] === "boolean" ? row["status"] : statusCode < 300;
    return {
      key: key ?? asText(row?.["key"]),
      status: ok,
      statusCode,
      ...(typeof errorMessage === "string" && errorMessage !== "" && { errorMessage }),
    };
  });
}

/** The status of an answer that says which of the documents were refused. */
const PARTLY = 207;

/** Whether an entry may succeed when it is sent again: not when the quota of documents is used up. */
const isPassing = ({ status, statusCode, errorMessage = "" }: Result): boolean =>
  !status &&
  ([409, 422, 500, 502, 503, 504].includes(statusCode) || (statusCode === 429 && !/quota/i.test(errorMessage)));

function batchesOf(entries: readonly Entry[]): Batch[] {
  const batches: Batch[] = [];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(jsonOf(entry.document)!) + 40;
    const last = batches.at(-1);
    if (last === undefined || last.entries.length === COUNT || last.bytes + bytes > BYTES)
      batches.push({ entries: [entry], bytes });
    else {
      last.entries.push(entry);
      last.bytes += bytes;
    }
  }
  return batches;
}
