import { workspace } from "../provider/ml/workspace";
import { resourceClass } from "./resource";

export const Workspace = resourceClass(workspace);
