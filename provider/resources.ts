import type { ResourceDefinition } from "./core/resource";
import { cachedModel } from "./local/cachedModel";
import { gpuDevice } from "./local/gpuDevice";
import { loadedModel } from "./local/loadedModel";
import { workspace } from "./ml/workspace";
import { index } from "./search/searchIndex";

/** Every resource of the package. Adding one is one import and one line here. */
export const resources = [workspace, index, cachedModel, loadedModel, gpuDevice] as unknown as ResourceDefinition[];
