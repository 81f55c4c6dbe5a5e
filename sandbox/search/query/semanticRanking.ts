import { type Document, textAt } from "../indexes/document";
import type { Index } from "../indexes/indexSchema";
import { type SemanticConfiguration, prioritizedNames } from "../indexes/semanticSchema";
import { invalid } from "../refusal";
import { embedding } from "./embedding";
import { type Hit, byScore } from "./hit";
import { cosine } from "./similarity";

/** How many hits are ranked again; the others follow as they were. */
const ranked = 50;

/** The configuration of this name, or the default one; 400 when there is none. */
export function semanticConfiguration({ semantic }: Index, name: string | null | undefined): SemanticConfiguration {
  const wanted = name ?? semantic?.defaultConfiguration;
  const configuration = semantic?.configurations.find((each) => each.name === wanted);
  if (configuration !== undefined) return configuration;
  throw invalid(`Parameter name: semanticConfiguration. The index has no semantic configuration '${wanted ?? ""}'.`);
}

/** A hit that was ranked by what its text means: `rerankerScore` is from 0 to 4. */
export type RankedHit = Hit & { rerankerScore?: number };

/** The hits with the first fifty ranked again by how near their prioritized fields are to the query. */
export function semanticRanking(
  configuration: SemanticConfiguration,
  query: string,
  hits: Hit[],
  documents: Record<string, Document>,
): RankedHit[] {
  const relevance = relevanceTo(query);
  const first = hits.slice(0, ranked).map((hit) => {
    const text = prioritizedNames(configuration)
      .map((name) => textAt(documents[hit.key] ?? {}, name))
      .join(" ");
    return { ...hit, rerankerScore: 4 * relevance(text) };
  });
  first.sort((a, b) => b.rerankerScore - a.rerankerScore || byScore(a, b));
  return [...first, ...hits.slice(ranked)];
}

/** How near a text is to a query, from 0 to 1, rounded to four digits. */
export function relevanceTo(query: string): (text: string) => number {
  const dimensions = 1024;
  const wanted = embedding(query, dimensions);
  return (text) => Number(Math.max(0, cosine(wanted, embedding(text, dimensions))).toFixed(4));
}
