import type { ResourceDefinition } from "./core/resource";
import { loadedModel } from "./local/loadedModel";
import { workspace } from "./ml/workspace";
import { index } from "./search/searchIndex";

/** Every resource of the package. Adding one is one import and one line here. */
export const resources = [workspace, index, loadedModel] as unknown as ResourceDefinition[];
