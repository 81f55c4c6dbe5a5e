import { documents } from "../provider/search/documents/documents";
import { getIndexStatistics as statistics } from "../provider/search/index/getIndexStatistics";
import * as lists from "../provider/search/lists";
import { queryKnowledgeBase as query } from "../provider/search/knowledge/queryKnowledgeBase";
import { searchDocuments as search } from "../provider/search/documents/searchDocuments";
import { suggest as suggestions } from "../provider/search/documents/suggest";
import { uploadDocuments as upload } from "../provider/search/documents/uploadDocuments";
import { knowledgeBase } from "../provider/search/knowledge/knowledgeBase";
import { knowledgeSource } from "../provider/search/knowledge/knowledgeSource";
import { index } from "../provider/search/index/searchIndex";
import { pair } from "./function";
import { resourceClass } from "./resource";

export const Index = resourceClass(index);
export const Documents = resourceClass(documents);
export const KnowledgeSource = resourceClass(knowledgeSource);
export const KnowledgeBase = resourceClass(knowledgeBase);

export const [searchDocuments, searchDocumentsOutput] = pair(search);
export const [uploadDocuments, uploadDocumentsOutput] = pair(upload);
export const [suggest, suggestOutput] = pair(suggestions);
export const [getIndexStatistics, getIndexStatisticsOutput] = pair(statistics);
export const [queryKnowledgeBase, queryKnowledgeBaseOutput] = pair(query);
export const [listIndexes, listIndexesOutput] = pair(lists.listIndexes);
export const [listKnowledgeSources, listKnowledgeSourcesOutput] = pair(lists.listKnowledgeSources);
export const [listKnowledgeBases, listKnowledgeBasesOutput] = pair(lists.listKnowledgeBases);
