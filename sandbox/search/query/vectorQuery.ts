import { z } from "zod";
import type { Document } from "../indexes/document";
import { type Leaf, leaves, vectorLength } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { invalid } from "../refusal";
import { embedding } from "./embedding";
import { type Hit, byScore } from "./hit";
import { split } from "./selection";
import { similarities } from "./similarity";

const common = {
  fields: z.string().min(1),
  k: z.int().min(1).default(50),
  weight: z.number().positive().default(1),
  /** Every search here is exhaustive, so neither changes anything. */
  exhaustive: z.boolean().nullish(),
  oversampling: z.number().nullish(),
};

/** The largest number in a vector: that of single precision. */
const largest = 3.4028234663852886e38;

/** One vector query: a vector, or a text that the profile's vectorizer makes one of. */
export const vectorQuerySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("vector"), vector: z.array(z.number().min(-largest).max(largest)), ...common }),
  z.strictObject({ kind: z.literal("text"), text: z.string().min(1), ...common }),
]);

/** A vector query with its defaults filled in. */
export type VectorQuery = z.output<typeof vectorQuerySchema>;

/**
 * For every field of the query, its `k` nearest documents, nearest first. 400 when a field or the vector's length does
 * not fit.
 */
export function vectorHits(index: Index, documents: [string, Document][], query: VectorQuery): Hit[][] {
  return split(query.fields).map((name) => {
    const field = leaves(index.fields).find((each) => each.path === name);
    if (field?.dimensions == null)
      throw invalid(`Parameter name: vectorQueries. The index has no vector field '${name}'.`);
    const vector = query.kind === "vector" ? query.vector : embeddingOf(index, field, query.text);
    if (vector.length !== vectorLength(field)) {
      throw invalid(
        `Parameter name: vectorQueries. The vector field '${name}' expects ${vectorLength(field)} numbers and was ` +
          `given ${vector.length}.`,
      );
    }
    const similarity = similarities[metricOf(index, field)];
    return documents
      .filter(([, document]) => Array.isArray(document[name]))
      .map(([key, document]) => ({ key, score: similarity(vector, document[name] as number[]) }))
      .sort(byScore)
      .slice(0, query.k);
  });
}

function embeddingOf(index: Index, field: Leaf, text: string): number[] {
  if (profileOf(index, field)?.vectorizer == null) {
    throw invalid(
      "Parameter name: vectorQueries. The kind 'text' needs a vectorizer in the vector search profile of the " +
        `field '${field.path}'.`,
    );
  }
  return embedding(text, field.dimensions ?? 0);
}

function metricOf(index: Index, field: Leaf): keyof typeof similarities {
  const name = profileOf(index, field)?.algorithm;
  const algorithm = index.vectorSearch?.algorithms.find((each) => each.name === name);
  return (algorithm?.hnswParameters ?? algorithm?.exhaustiveKnnParameters)?.metric ?? "cosine";
}

function profileOf({ vectorSearch }: Index, field: Leaf): { algorithm: string; vectorizer: string | null } | undefined {
  return vectorSearch?.profiles.find((each) => each.name === field.vectorSearchProfile);
}
