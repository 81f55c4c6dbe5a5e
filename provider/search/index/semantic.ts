import * as z from "zod";

const prioritizedField = z
  .strictObject({ fieldName: z.string().min(1).describe("The name of the field.") })
  .meta({ title: "SemanticField" })
  .describe("A field that semantic ranking reads.");

const configuration = z
  .strictObject({
    name: z.string().min(1).describe("The name that queries refer to."),
    prioritizedFields: z
      .strictObject({
        titleField: prioritizedField.optional().describe("The field with the title."),
        prioritizedContentFields: z
          .array(prioritizedField)
          .optional()
          .describe("The fields with the content, the most important first."),
        prioritizedKeywordsFields: z
          .array(prioritizedField)
          .optional()
          .describe("The fields with keywords, the most important first."),
      })
      .describe("The fields that semantic ranking reads, at least one."),
    rankingOrder: z
      .enum(["BoostedRerankerScore", "RerankerScore"])
      .optional()
      .describe("The score that results are ordered by; default `BoostedRerankerScore`."),
    flightingOptIn: z.boolean().optional().describe("Whether models on trial may rank; default false."),
  })
  .meta({ title: "SemanticConfiguration" })
  .describe("Which fields semantic ranking reads.");

/** The semantic configuration of an index: document 2, "semantic". */
export const semantic = z
  .strictObject({
    defaultConfiguration: z
      .string()
      .min(1)
      .optional()
      .describe("The name of the configuration for queries that name none."),
    configurations: z.array(configuration).optional().describe("The configurations."),
  })
  .meta({ title: "Semantic" })
  .optional()
  .describe("The semantic configuration.");

/** The semantic configuration of an index, as declared. */
export type Semantic = NonNullable<z.output<typeof semantic>>;
