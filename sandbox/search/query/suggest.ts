import { z } from "zod";
import { checked } from "../body";
import { type Document, valuesAt } from "../indexes/document";
import { type Index, keyField } from "../indexes/indexSchema";
import { invalid } from "../refusal";
import { wordsOf } from "./embedding";
import { filtered } from "./search";
import { selection, split } from "./selection";

const suggestSchema = z.object({
  search: z.string().min(1).max(100),
  suggesterName: z.string(),
  top: z.int().min(1).max(100).default(5),
  filter: z.string().nullish(),
  select: z.string().nullish(),
  searchFields: z.string().nullish(),
});

/**
 * The suggestions for a partial text: documents with a text in a source field that has its words, the last one perhaps
 * only begun. 400 for a suggester or source field that there is not.
 */
export function suggestions(index: Index, documents: Record<string, Document>, body: unknown): Document[] {
  const { search, suggesterName, top, filter, select, searchFields } = checked(suggestSchema, body);
  const suggester = index.suggesters.find((each) => each.name === suggesterName);
  if (suggester === undefined)
    throw invalid(`Parameter name: suggesterName. The index has no suggester '${suggesterName}'.`);
  const wanted = split(searchFields);
  const wrong = wanted.find((name) => !suggester.sourceFields.includes(name));
  if (wrong !== undefined)
    throw invalid(`Parameter name: searchFields. '${wrong}' is no source field of the suggester.`);

  const sources = wanted.length === 0 ? suggester.sourceFields : wanted;
  const selected = selection(index, select || keyField(index));
  return filtered(index, documents, filter)
    .flatMap(([, document]) => {
      const text = sources
        .flatMap((name) => valuesAt(document, name) as string[])
        .find((each) => completes(search, each));
      return text === undefined ? [] : [{ text, document }];
    })
    .sort((a, b) => begins(search, b.text) - begins(search, a.text) || (a.text < b.text ? -1 : 1))
    .slice(0, top)
    .map(({ text, document }) => ({ "@search.text": text, ...selected(document) }));
}

function completes(search: string, text: string): boolean {
  const words = wordsOf(text);
  const typed = wordsOf(search);
  return (
    typed.length > 0 &&
    typed.every((word, position) =>
      words.some((each) => (position < typed.length - 1 ? each === word : each.startsWith(word))),
    )
  );
}

function begins(search: string, text: string): number {
  return text.toLowerCase().startsWith(search.trim().toLowerCase()) ? 1 : 0;
}
