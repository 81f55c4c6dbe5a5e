import { z } from "zod";
import { nameSchema } from "../name";

const names = z.array(z.object({ name: z.string() })).default([]);

/**
 * A knowledge source. The parameters of the kinds other than `searchIndex` are not specified and kept as they are sent.
 */
export const sourceSchema = z.looseObject({
  name: nameSchema,
  kind: z.string(),
  description: z.string().nullable().default(null),
  encryptionKey: z.looseObject({}).nullable().default(null),
  searchIndexParameters: z
    .object({
      searchIndexName: z.string(),
      semanticConfigurationName: z.string().nullable().default(null),
      sourceDataFields: names,
      searchFields: names,
    })
    .optional(),
});

/** The kinds of knowledge sources: document 2, "Knowledge source". */
export const sourceKinds = ["searchIndex", "blob", "libraryOnline", "web"];

/** A knowledge source as the service keeps it. */
export type KnowledgeSource = z.output<typeof sourceSchema>;

/** A knowledge base as it is sent. */
export const baseSchema = z.looseObject({
  name: nameSchema,
  description: z.string().nullable().default(null),
  knowledgeSources: z.array(z.string()).min(1),
  outputMode: z.enum(["rawContent", "answerSynthesis"]).nullable().default(null),
  answerSynthesisConfiguration: z
    .looseObject({ resourceUri: z.string(), deploymentId: z.string(), modelName: z.string() })
    .nullable()
    .default(null),
  encryptionKey: z.looseObject({}).nullable().default(null),
});

/** A knowledge base as the service keeps it. */
export type KnowledgeBase = z.output<typeof baseSchema>;
