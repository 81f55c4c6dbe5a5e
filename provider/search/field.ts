import * as z from "zod";
const field = z.strictObject({
  name: z.string().describe("The name of the field."),
  type: z.string().describe("The type of the values."),
  key: z.boolean().optional().describe("Whether the field is the key."),
  searchable: z.boolean().optional().describe("Whether full-text search covers the field."),
  filterable: z.boolean().optional().describe("Whether filters may use the field."),
  stored: z.boolean().optional().describe("Whether the value is kept for retrieval."),
  retrievable: z.boolean().optional().describe("Whether results may show the value."),
  dimensions: z.int().optional().describe("The length of a vector."),
  vectorSearchProfile: z.string().optional().describe("The vector search profile."),
});
export const fields = z.array(field).min(1).describe("The fields; exactly one is the key.");
