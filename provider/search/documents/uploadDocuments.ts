import * as z from "zod";
import { dotted } from "../../core/check";
import { defineFunction } from "../../core/function";
import { ApiError } from "../../core/errors";
import type { Context } from "../../core/resource";
import type { Field } from "../index/field";
import { schemaOf } from "../index/indexSchema";
import { sentForm } from "./documentForm";
import { RESERVED, reservedIn } from "./documentRules";
import { upload } from "./upload";

const action = z
  .strictObject({
    action: z.enum(["upload", "merge", "mergeOrUpload", "delete"]).describe("What is done to the document."),
    document: z
      .record(z.string(), z.unknown())
      .meta({ type: "object" })
      .describe("The document, with the key field; integers beyond 2^53 stand as text."),
  })
  .meta({ title: "DocumentAction" })
  .describe("What is done to one document.");

/** POST /indexes/{index}/docs/index, in batches within the service's limits. */
export const uploadDocuments = defineFunction({
  kind: "search:uploadDocuments",
  description: 'Uploads, merges and deletes documents once, without owning them: document 2, "Upload documents".',
  apis: ["search"],
  changes: true,

  args: z.strictObject({
    index: z.string().min(1).describe("The name of the index."),
    actions: z.array(action).min(1).describe("What is done, a document each; any number."),
  }),

  result: z.array(
    z
      .object({
        key: z.string().describe("The key of the document."),
        status: z.boolean().describe("Whether it was done."),
        statusCode: z.int().describe("The HTTP status of this one document; 0 when the service never said."),
        errorMessage: z.string().optional().describe("Why it was not done."),
      })
      .meta({ title: "DocumentResult" })
      .describe("What became of one document."),
  ),

  *rules({ actions }) {
    for (const [position, { document }] of actions.entries())
      for (const name of reservedIn(document))
        yield { path: dotted(["actions", position, "document", name]), reason: RESERVED };
  },

  async call({ index, actions }, context) {
    const isTyped = actions.some(({ document }) => hasLongDigits(document));
    const fields = isTyped ? await knownFields(index, context) : [];
    const entries = actions.map(({ action, document }) => ({ action, document: sentForm(document, fields) }));
    return upload(index, entries, context);
  },
});

/** Whether a text in a value may be an integer that no number holds, as other functions show it. */
const hasLongDigits = (value: unknown): boolean =>
  typeof value === "string"
    ? /^-?\d{16,}$/.test(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasLongDigits);

/** The fields of an index; none where the caller may upload documents and not read the index. */
const knownFields = async (index: string, context: Context): Promise<readonly Field[]> => {
  try {
    return (await schemaOf(index, context)).fields;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
};
