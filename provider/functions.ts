import "./services";
import type { FunctionDefinition } from "./core/function";
import { lister } from "./core/lister";
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
import { regenerateEndpointKey } from "./ml/endpoint/regenerateEndpointKey";
import { startAgentRun } from "./ml/startAgentRun";
import { resources } from "./resources";
import { getIndexStatistics } from "./search/index/getIndexStatistics";
import { queryKnowledgeBase } from "./search/knowledge/queryKnowledgeBase";
import { searchDocuments } from "./search/documents/searchDocuments";
import { suggest } from "./search/documents/suggest";
import { uploadDocuments } from "./search/documents/uploadDocuments";

/** Every function of the package, for its declarations and reference pages; those that list resources are derived. */
export const functions: FunctionDefinition[] = [
  ...resources.flatMap(lister),
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
  listCatalog,
  listCachedModels,
  listLoadedModels,
  getStatus,
  getGpuDevice,
  countTokens,
  chatCompletion,
  streamChatCompletion,
];
