import * as z from "zod";
import { lister } from "../core/lister";
import { knowledgeBase } from "./knowledge/knowledgeBase";
import { knowledgeSource } from "./knowledge/knowledgeSource";
import { index } from "./index/searchIndex";

const nothing = z.strictObject({});

/** GET /indexes. */
export const listIndexes = lister(
  "search:listIndexes",
  "The indexes of the search service, with their whole definitions.",
  nothing,
  index,
);
/** GET /knowledgesources. */
export const listKnowledgeSources = lister(
  "search:listKnowledgeSources",
  "The knowledge sources of the search service.",
  nothing,
  knowledgeSource,
);
/** GET /knowledgebases. */
export const listKnowledgeBases = lister(
  "search:listKnowledgeBases",
  "The knowledge bases of the search service.",
  nothing,
  knowledgeBase,
);
