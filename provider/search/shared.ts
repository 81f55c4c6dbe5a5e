import * as z from "zod";
import type { ApiError } from "../core/errors";
import { autoName } from "../core/marks";
import { fromBody } from "../core/body";
import type { Bag } from "../core/wire";

/**
 * Whether a refusal only says that another write has not ended yet, and not that the name is taken or somebody uses
 * what is deleted, which services say in many words: a delete waits for what is told to pass, or tells nothing.
 */
function isBusy({ method, status, code, reason }: ApiError): boolean {
  const text = `${code} ${reason}`.trim();
  if (status !== 409 || /exist|in ?use|\bused\b|refer|depend/i.test(text)) return false;
  return (
    method !== "DELETE" || /^(conflict)?$|progress|another|being|concurren|busy|later|again|updat|lock/i.test(text)
  );
}

/**
 * What indexes, knowledge sources and knowledge bases have in common: an ETag, and deletes and writes that end with
 * their answer.
 */
export const definition = {
  api: "search",
  nameInBody: true,
  etag: true,
  gone: "atOnce",
  readOnly: ["@odata.context"],
  isBusy,
  fromBody: (body: Bag): Bag => ({ ...fromBody({}, body), etag: body["@odata.etag"] }),
  outputs: z.object({ etag: z.string().describe("Changes with every write.") }),
} as const;

/** The rule for names of indexes, knowledge sources and knowledge bases. */
export const name = z
  .string()
  .regex(
    /^(?=.{2,128}$)[a-z0-9](?:[a-z0-9_]|-(?!-))*$/,
    "must be 2 to 128 lower-case letters, digits, `_` or single `-`, the first a letter or digit; set `name`",
  )
  .optional()
  .meta(autoName)
  .describe("The name, unique in its search service; default is the Pulumi name.");
