import { z } from "zod";
import type { Router } from "../context";
import { checked, jsonBody } from "./body";
import { valuesAt } from "./indexes/document";
import { indexNamed } from "./documents/documents";
import { wordsOf } from "./query/embedding";
import { invalid } from "./refusal";
import type { IndexState } from "./indexes/state";

const autocompleteSchema = z.object({
  search: z.string().min(1).max(100),
  suggesterName: z.string(),
  top: z.int().min(1).max(100).default(5),
  autocompleteMode: z.literal("oneTerm", "the sandbox knows oneTerm").default("oneTerm"),
});
const analyzeSchema = z.object({ text: z.string(), analyzer: z.string().nullish(), tokenizer: z.string().nullish() });

/** The routes that complete words and take texts apart: what the service has beside the calls of document 2. */
export function analysisRoutes(app: Router, state: IndexState): void {
  app.post("/indexes/:name/docs/autocomplete", async (c) => {
    const index = indexNamed(state, c.req.param("name"));
    const { search, suggesterName, top } = checked(autocompleteSchema, await jsonBody(c.req));
    const suggester = index.suggesters.find(({ name }) => name === suggesterName);
    if (suggester === undefined)
      throw invalid(`Parameter name: suggesterName. The index has no suggester '${suggesterName}'.`);
    const typed = wordsOf(search);
    const begun = typed.at(-1) ?? "";
    const texts = Object.values(state.documents.read(index.name) ?? {}).flatMap((document) =>
      suggester.sourceFields.flatMap((field) => valuesAt(document, field) as string[]),
    );
    const words = new Set(texts.flatMap(wordsOf).filter((word) => word.startsWith(begun)));
    const value = [...words]
      .sort()
      .slice(0, top)
      .map((word) => ({ text: word, queryPlusText: [...typed.slice(0, -1), word].join(" ") }));
    return c.json({ value });
  });
  app.post("/indexes/:name/analyze", async (c) => {
    indexNamed(state, c.req.param("name"));
    const { text } = checked(analyzeSchema, await jsonBody(c.req));
    const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index: startOffset }, position) => ({
      token: word.toLowerCase(),
      startOffset,
      endOffset: startOffset + word.length,
      position,
    }));
    return c.json({ tokens });
  });
}
