import { z } from "zod";
import { type Document, textAt } from "../indexes/document";
import { isText } from "../indexes/edmType";
import { leaves } from "../indexes/field";
import type { Index } from "../indexes/indexSchema";
import { wordsOf } from "../query/embedding";
import { textFields, textHits } from "../query/fullText";
import { hasFewWords } from "../query/search";
import { relevanceTo } from "../query/semanticRanking";
import type { KnowledgeBase, KnowledgeSource } from "./schemas";
import type { SearchState } from "./state";

/** A question to a knowledge base, in natural language. */
export const querySchema = z.object({
  query: z.string().min(1).max(100_000).refine(hasFewWords, "has too many words"),
  maxResults: z.int().min(1).default(10),
});

/** A document that helps to answer: its key, its text, and from 0 to 1 how near it is to the question. */
interface Source {
  id: string;
  content: string;
  relevanceScore: number;
}

/** How many of the sources an answer is composed from. */
const cited = 3;

/**
 * The answer to a question from what the base's sources hold: their content as it is, or the sentences nearest to the
 * question.
 */
export function answerTo(
  state: SearchState,
  base: KnowledgeBase,
  { query, maxResults }: z.output<typeof querySchema>,
): { answer: string; sources: Source[] } {
  const sources = base.knowledgeSources
    .flatMap((name) => contentOf(state, state.sources.get(name), query))
    .sort((a, b) => b.relevanceScore - a.relevanceScore || (a.id < b.id ? -1 : 1))
    .slice(0, maxResults);
  if (sources.length === 0) return { answer: "No relevant content was found for your query.", sources };
  const answer =
    base.outputMode === "answerSynthesis"
      ? sources
          .slice(0, cited)
          .map(({ id, content }) => `${nearestSentence(query, content)} [${id}]`)
          .join(" ")
      : sources.map(({ content }) => content).join("\n\n");
  return { answer, sources };
}

/** What a source has on the question; sources of other kinds than `searchIndex` are empty in the sandbox. */
function contentOf({ indexes, documents }: SearchState, source: KnowledgeSource | undefined, query: string): Source[] {
  const parameters = source?.searchIndexParameters;
  const index = parameters && indexes.get(parameters.searchIndexName);
  if (parameters === undefined || index === undefined) return [];
  const all = documents.read(index.name) ?? {};
  const fields = textFields(index);
  const searchFields = parameters.searchFields.map(({ name }) => name).filter((name) => fields.includes(name));
  const hits = textHits(index, all, {
    search: query,
    fields: searchFields.length > 0 ? searchFields : fields,
    searchMode: "any",
  });
  const relevance = relevanceTo(query);
  return hits.map(({ key }) => {
    const content = contentFields(index, parameters.sourceDataFields)
      .map((name) => textAt(all[key] as Document, name))
      .filter(Boolean)
      .join(" ");
    return { id: key, content, relevanceScore: relevance(content) };
  });
}

function contentFields(index: Index, chosen: { name: string }[]): string[] {
  if (chosen.length > 0) return chosen.map(({ name }) => name);
  return leaves(index.fields)
    .filter((field) => isText(field.type) && field.retrievable && !field.key)
    .map((field) => field.path);
}

function nearestSentence(query: string, content: string): string {
  const queryWords = new Set(wordsOf(query));
  const common = (sentence: string): number => new Set(wordsOf(sentence).filter((word) => queryWords.has(word))).size;
  const sentences = content.split(/(?<=[.!?])\s+/);
  return sentences.reduce((best, sentence) => (common(sentence) > common(best) ? sentence : best)).trim();
}
