import * as z from "zod";
import { defineFunction } from "../../core/function";
import { path, readObject } from "../../core/http";
import { asText } from "../../core/wire";
import { documentOf, hitsIn } from "./pages";

/** POST /indexes/{index}/docs/suggest. */
export const suggest = defineFunction({
  kind: "search:suggest",
  description: 'Suggests documents for partial text: document 2, "Suggest".',
  apis: ["search"],

  args: z.strictObject({
    index: z.string().min(1).describe("The name of the index."),
    search: z.string().min(1).max(100).describe("The partial text, 1 to 100 characters."),
    suggesterName: z.string().min(1).describe("The name of the suggester."),
    top: z.int().min(1).max(100).optional().describe("How many suggestions, 1 to 100; by default 5."),
    filter: z.string().min(1).optional().describe("The OData filter expression."),
    fuzzy: z.boolean().optional().describe("Whether text with a wrong letter is found as well."),
    orderby: z.string().min(1).optional().describe("What the suggestions are ordered by, separated by commas."),
    searchFields: z
      .string()
      .min(1)
      .optional()
      .describe("The suggester's fields that are searched, separated by commas."),
    select: z.string().min(1).optional().describe("The fields to return, separated by commas; by default the key."),
  }),

  result: z.array(
    z
      .object({
        text: z.string().describe("The suggested text."),
        document: z
          .record(z.string(), z.unknown())
          .meta({ type: "{ [field: string]: unknown }" })
          .describe("The selected fields of the document."),
      })
      .meta({ title: "Suggestion" })
      .describe("A suggestion."),
  ),

  async call({ index, ...body }, { search }) {
    const answer = await readObject(search, {
      method: "POST",
      path: path`/indexes/${index}/docs/suggest`,
      body,
      repeat: "always",
    });
    return hitsIn(answer.body).map((row) => ({ text: asText(row["@search.text"]), document: documentOf(row) }));
  },
});
