import * as z from "zod";
import type { ApiError } from "../core/errors";
import { autoName } from "../core/marks";

/** Whether a refusal only says that another write of an index has not ended yet. */
export const isBusy = ({ status, reason }: ApiError): boolean => status === 409 && !/exist/i.test(reason);

/** What services add to every definition and do not take back. */
export const readOnly = ["@odata.context"];

/** The rule for names of indexes, knowledge sources and knowledge bases. */
export const name = z
  .string()
  .regex(/^(?=.{2,128}$)[a-z0-9](?:[a-z0-9_]|-(?!-))*$/, "must be 2 to 128 lower-case letters, digits, `_` or single `-`, the first a letter or digit; set `name`")
  .optional()
  .meta(autoName)
  .describe("The name, unique in its search service; default is the Pulumi name.");
