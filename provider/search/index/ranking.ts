import * as z from "zod";

/** The suggesters of an index, at most one. */
export const suggesters = z
  .array(
    z
      .strictObject({
        name: z.string().min(1).describe("The name that calls of `suggest` give."),
        searchMode: z
          .enum(["analyzingInfixMatching"])
          .default("analyzingInfixMatching")
          .describe("How partial text is matched; there is one way."),
        sourceFields: z
          .array(z.string().min(1))
          .min(1)
          .describe("The names of the text fields that suggestions come from."),
      })
      .meta({ title: "Suggester" })
      .describe("Where suggestions come from."),
  )
  .max(1)
  .optional()
  .describe("The suggester, at most one.");

/** The scoring profiles of an index. */
export const scoringProfiles = z
  .array(
    z
      .looseObject({
        name: z.string().min(1).describe("The name that queries refer to."),
        text: z
          .strictObject({
            weights: z.record(z.string(), z.number()).describe("How much a hit in a field counts, by field."),
          })
          .optional()
          .describe("The weights of fields."),
        functions: z
          .array(z.record(z.string(), z.unknown()))
          .optional()
          .describe("The functions that raise the score, in the service's own form."),
        functionAggregation: z.string().optional().describe("How the values of several functions become one."),
      })
      .meta({ title: "ScoringProfile" })
      .describe("How hits are scored."),
  )
  .max(100)
  .optional()
  .describe("The scoring profiles.");

/** How text is scored. */
export const similarity = z
  .strictObject({
    "@odata.type": z.string().min(1).describe("The algorithm, in the service's own form."),
    k1: z.number().optional().describe("How soon more occurrences of a word stop counting."),
    b: z.number().optional().describe("How much the length of a text counts, 0 to 1."),
  })
  .optional()
  .describe("The algorithm that scores text.");

/** Who may call the index from a browser. */
export const corsOptions = z
  .strictObject({
    allowedOrigins: z.array(z.string().min(1)).min(1).describe("The origins that may query the index, or `*`."),
    maxAgeInSeconds: z
      .int()
      .min(0)
      .optional()
      .describe("Seconds that a browser remembers the permission; default 300."),
  })
  .optional()
  .describe("Which web pages may query the index.");

/** Analyzers and their parts: named, and otherwise in the service's own form. */
export const analysis = (
  what: string,
): z.ZodOptional<z.ZodArray<z.ZodObject<{ name: z.ZodString; "@odata.type": z.ZodString }, z.core.$loose>>> =>
  z
    .array(
      z
        .looseObject({
          name: z.string().min(1).describe("The name."),
          "@odata.type": z.string().min(1).describe("The kind, in the service's own form."),
        })
        .meta({ title: "AnalysisPart" })
        .describe("An analyzer or a part of one, in the service's own form."),
    )
    .optional()
    .describe(`The ${what}; each can be added to a live index only with \`allowIndexDowntime\`.`);
