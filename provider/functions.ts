import type { FunctionDefinition } from "./core/function";
import { chatCompletion, streamChatCompletion } from "./local/chat";
import { countTokens, getGpuDevice, getStatus, listCachedModels, listCatalog, listLoadedModels } from "./local/functions";
import { getDeploymentLogs } from "./ml/getDeploymentLogs";
import { getJob } from "./ml/getJob";
import { invokeEndpoint } from "./ml/invokeEndpoint";
import { listEndpointKeys } from "./ml/listEndpointKeys";
import { listComputes, listJobs, listModels, listWorkspaces } from "./ml/lists";
import { regenerateEndpointKey } from "./ml/regenerateEndpointKey";
import { startAgentRun } from "./ml/startAgentRun";
import { getIndexStatistics } from "./search/getIndexStatistics";
import { listIndexes, listKnowledgeBases, listKnowledgeSources } from "./search/lists";
import { queryKnowledgeBase } from "./search/queryKnowledgeBase";
import { searchDocuments } from "./search/searchDocuments";
import { suggest } from "./search/suggest";
import { uploadDocuments } from "./search/uploadDocuments";

/** Every function of the package, for its declarations and reference pages. */
export const functions: FunctionDefinition[] = [
  listWorkspaces, listModels, listComputes, listJobs, getJob, listEndpointKeys, regenerateEndpointKey, getDeploymentLogs, invokeEndpoint, startAgentRun,
  searchDocuments, uploadDocuments, suggest, getIndexStatistics, queryKnowledgeBase, listIndexes, listKnowledgeSources, listKnowledgeBases,
  listCatalog, listCachedModels, listLoadedModels, getStatus, getGpuDevice, countTokens, chatCompletion, streamChatCompletion,
];
