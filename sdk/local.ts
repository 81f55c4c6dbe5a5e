import { cachedModel } from "../provider/local/model/cachedModel";
import * as chat from "../provider/local/chat/chat";
import * as functions from "../provider/local/functions";
import { gpuDevice } from "../provider/local/gpuDevice";
import { loadedModel } from "../provider/local/model/loadedModel";
import { pair, stream } from "./function";
import { resourceClass } from "./resource";

export const CachedModel = resourceClass(cachedModel);
export const LoadedModel = resourceClass(loadedModel);
export const GpuDevice = resourceClass(gpuDevice);

export const [listCatalog, listCatalogOutput] = pair(functions.listCatalog);
export const [listCachedModels, listCachedModelsOutput] = pair(functions.listCachedModels);
export const [listLoadedModels, listLoadedModelsOutput] = pair(functions.listLoadedModels);
export const [getStatus, getStatusOutput] = pair(functions.getStatus);
export const [getGpuDevice, getGpuDeviceOutput] = pair(functions.getGpuDevice);
export const [countTokens, countTokensOutput] = pair(functions.countTokens);
export const [chatCompletion, chatCompletionOutput] = pair(chat.chatCompletion);
export const streamChatCompletion = stream(chat.streamChatCompletion);
