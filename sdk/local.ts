import { loadedModel } from "../provider/local/loadedModel";
import { resourceClass } from "./resource";

export const LoadedModel = resourceClass(loadedModel);
