import "./services";
import type { ResourceDefinition } from "./core/resource";
import { cachedModel } from "./local/model/cachedModel";
import { gpuDevice } from "./local/gpuDevice";
import { loadedModel } from "./local/model/loadedModel";
import { compute } from "./ml/compute";
import { endpointTraffic } from "./ml/traffic/endpointTraffic";
import { job } from "./ml/job/job";
import { model } from "./ml/model";
import { onlineDeployment } from "./ml/deployment/onlineDeployment";
import { onlineEndpoint } from "./ml/endpoint/onlineEndpoint";
import { workspace } from "./ml/workspace";
import { documents } from "./search/documents/documents";
import { knowledgeBase } from "./search/knowledge/knowledgeBase";
import { knowledgeSource } from "./search/knowledge/knowledgeSource";
import { index } from "./search/index/searchIndex";

/** Every resource of the package. Adding one is one import and one line here. */
export const resources = [
  workspace,
  model,
  compute,
  onlineEndpoint,
  onlineDeployment,
  endpointTraffic,
  job,
  index,
  documents,
  knowledgeSource,
  knowledgeBase,
  cachedModel,
  loadedModel,
  gpuDevice,
] as unknown as ResourceDefinition[];
