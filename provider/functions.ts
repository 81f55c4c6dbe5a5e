import type { FunctionDefinition } from "./core/function";
import { chatCompletion, streamChatCompletion } from "./local/chat";
import { countTokens, getGpuDevice, getStatus, listCachedModels, listCatalog, listLoadedModels } from "./local/functions";

/** Every function of the package, for its declarations and reference pages. */
export const functions: FunctionDefinition[] = [
  listCatalog, listCachedModels, listLoadedModels, getStatus, getGpuDevice, countTokens, chatCompletion, streamChatCompletion,
];
