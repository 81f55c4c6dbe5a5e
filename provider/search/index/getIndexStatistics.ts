import * as z from "zod";
import { defineFunction } from "../../core/function";
import { statisticsOf } from "./statistics";

/** GET /indexes/{index}/stats. */
export const getIndexStatistics = defineFunction({
  kind: "search:getIndexStatistics",
  description:
    "Gives the number of documents of an index and the bytes they take, as of the last minutes: document 2, " +
    '"Get index statistics".',
  apis: ["search"],
  args: z.strictObject({ index: z.string().min(1).describe("The name of the index.") }),
  result: z.object({
    documentCount: z.int().describe("How many documents there are."),
    storageSize: z.int().describe("How many bytes they take."),
  }),
  call: ({ index }, context) => statisticsOf(index, context),
});
