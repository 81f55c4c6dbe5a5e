import * as z from "zod";
export const vectorSearch = z.strictObject({
  profiles: z.array(z.strictObject({ name: z.string().describe("x"), algorithm: z.string().describe("x") })).optional().describe("The profiles."),
  algorithms: z.array(z.strictObject({ name: z.string().describe("x"), kind: z.string().describe("x") })).optional().describe("The algorithms."),
}).optional().describe("The vector configuration.");
