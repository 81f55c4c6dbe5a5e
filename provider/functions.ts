import "./services";
import type { FunctionDefinition } from "./core/function";
import { chatCompletion, streamChatCompletion } from "./local/chat/chat";
import {
  countTokens,
  getGpuDevice,
  getStatus,
  listCachedModels,
  listCatalog,
  listLoadedModels,
} from "./local/functions";
import { getDeploymentLogs } from "./ml/deployment/getDeploymentLogs";
import { getJob } from "./ml/job/getJob";
import { invokeEndpoint } from "./ml/endpoint/invokeEndpoint";
import { listEndpointKeys } from "./ml/endpoint/listEndpointKeys";
import { listComputes, listJobs, listModels, listWorkspaces } from "./ml/lists";
import { regenerateEndpointKey } from "./ml/endpoint/regenerateEndpointKey";
import { startAgentRun } from "./ml/startAgentRun";
import { getIndexStatistics } from "./search/index/getIndexStatistics";
import { listIndexes, listKnowledgeBases, listKnowledgeSources } from "./search/lists";
import { queryKnowledgeBase } from "./search/knowledge/queryKnowledgeBase";
import { searchDocuments } from "./search/documents/searchDocuments";
import { suggest } from "./search/documents/suggest";
import { uploadDocuments } from "./search/documents/uploadDocuments";

/** Every function of the package, for its declarations and reference pages. */
export const functions: FunctionDefinition[] = [
  listWorkspaces,
  listModels,
  listComputes,
  listJobs,
  getJob,
  listEndpointKeys,
  regenerateEndpointKey,
  getDeploymentLogs,
  invokeEndpoint,
  startAgentRun,
  searchDocuments,
  uploadDocuments,
  suggest,
  getIndexStatistics,
  queryKnowledgeBase,
  listIndexes,
  listKnowledgeSources,
  listKnowledgeBases,
  listCatalog,
  listCachedModels,
  listLoadedModels,
  getStatus,
  getGpuDevice,
  countTokens,
  chatCompletion,
  streamChatCompletion,
];
