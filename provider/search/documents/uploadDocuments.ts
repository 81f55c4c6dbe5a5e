import * as z from "zod";
import { dotted } from "../../core/check";
import { defineFunction } from "../../core/function";
import { RESERVED, reservedIn } from "./documentRules";
import { upload } from "./upload";

const action = z
  .strictObject({
    action: z.enum(["upload", "merge", "mergeOrUpload", "delete"]).describe("What is done to the document."),
    document: z.record(z.string(), z.unknown()).meta({ type: "object" }).describe("The document, with the key field."),
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

  call: ({ index, actions }, context) => upload(index, actions, context),
});
