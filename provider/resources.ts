import type { ResourceDefinition } from "./core/resource";
import { cachedModel } from "./local/cachedModel";
import { gpuDevice } from "./local/gpuDevice";
import { loadedModel } from "./local/loadedModel";
import { compute } from "./ml/compute";
import { endpointTraffic } from "./ml/endpointTraffic";
import { job } from "./ml/job";
import { model } from "./ml/model";
import { onlineDeployment } from "./ml/onlineDeployment";
import { onlineEndpoint } from "./ml/onlineEndpoint";
import { workspace } from "./ml/workspace";
import { documents } from "./search/documents";
import { knowledgeBase } from "./search/knowledgeBase";
import { knowledgeSource } from "./search/knowledgeSource";
import { index } from "./search/searchIndex";

/** Every resource of the package. Adding one is one import and one line here. */
export const resources = [workspace, model, compute, onlineEndpoint, onlineDeployment, endpointTraffic, job, index, documents, knowledgeSource, knowledgeBase, cachedModel, loadedModel, gpuDevice] as unknown as ResourceDefinition[];
