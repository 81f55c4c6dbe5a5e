import { ApiError, asError } from "../../core/errors";
import { path } from "../../core/http";
import { pause } from "../../core/operation";
import type { Context } from "../../core/resource";
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
 * Sends entries in batches within the service's limits, again for the keys alone that failed for a passing reason.
 * Never throws
 * once a batch was answered: what became of each entry is in the results, in the order of the entries.
 */
export async function upload(index: string, entries: readonly Entry[], context: Context): Promise<Result[]> {
  const results = new Map<Entry, Result>();
  for (const { entries: batch } of batchesOf(entries)) {
    try {
      await sendAll(index, batch, results, context);
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

/** Sends one batch until every entry has its result, split in halves when it is too large for the service. */
async function sendAll(
  index: string,
  batch: readonly Entry[],
  results: Map<Entry, Result>,
  context: Context,
): Promise<void> {
  for (let open = batch, tries = 0; open.length > 0; tries++) {
    let answered: Result[];
    try {
      answered = await send(index, open, context);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 413) throw error;
      if (open.length === 1)
        return void results.set(open[0]!, {
          key: open[0]!.key ?? "",
          status: false,
          statusCode: 413,
          errorMessage: error.message,
        });
      const half = Math.ceil(open.length / 2);
      await sendAll(index, open.slice(0, half), results, context);
      return sendAll(index, open.slice(half), results, context);
    }
    open.forEach((entry, position) => results.set(entry, answered[position]!));
    open = open.filter((entry) => isPassing(results.get(entry)!));
    if (open.length === 0) return;
    context.log.progress(`${open.length} documents were refused for now; sending them again`);
    try {
      await pause(context.search, {}, tries, `uploading to ${path`/indexes/${index}/docs`}`);
    } catch {
      return; // the time is over: the last results stand
    }
  }
}

/** POST /indexes/{index}/docs/index: the results in the order of the entries. */
async function send(index: string, entries: readonly Entry[], { search }: Context): Promise<Result[]> {
  const value = entries.map(({ action, document }) => ({ "@search.action": action, ...document }));
  const { body, status } = await search.send({
    method: "POST",
    path: path`/indexes/${index}/docs/index`,
    body: { value },
    repeat: "always",
  });
  const told = isBag(body) && Array.isArray(body["value"]) ? body["value"].filter(isBag) : [];
  return entries.map(({ key }, position): Result => {
    const own =
      [told[position], ...told].find((one) => one !== undefined && (key === undefined || one["key"] === key)) ?? {};
    const statusCode = asNumber(own["statusCode"]) || status;
    const errorMessage = own["errorMessage"];
    const ok = typeof own["status"] === "boolean" ? own["status"] : statusCode < 300;
    return {
      key: key ?? asText(own["key"]),
      status: ok,
      statusCode,
      ...(typeof errorMessage === "string" && errorMessage !== "" && { errorMessage }),
    };
  });
}

/** Whether an entry may succeed when it is sent again: not when the quota of documents is used up. */
const isPassing = ({ status, statusCode, errorMessage = "" }: Result): boolean =>
  !status &&
  ([409, 422, 500, 502, 503, 504].includes(statusCode) || (statusCode === 429 && !/quota/i.test(errorMessage)));

function batchesOf(entries: readonly Entry[]): Batch[] {
  const batches: Batch[] = [];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry.document)) + 40;
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
