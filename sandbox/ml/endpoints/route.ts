import { laterVersion } from "../../versions";
import { collection, workspacesRoute } from "../core/paths";

/** The route of all endpoints of a workspace. */
export const endpointsRoute = collection(`${workspacesRoute}/:workspace`, "onlineEndpoints", laterVersion);
