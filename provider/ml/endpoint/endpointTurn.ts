import type { Context } from "../../core/resource";
import { W } from "../shared";

/** The URL path of an online endpoint. */
export const ENDPOINT = `${W}/onlineEndpoints/{endpoint}`;

/** The URL path of a deployment. */
export const DEPLOYMENT = `${ENDPOINT}/deployments/{name}`;

/** The path of the endpoint that a deployment, or the traffic, belongs to. */
export const endpointOf = (id: string): string => id.replace(/\/(deployments\/[^/]+|traffic)\/?$/i, "");

/**
 * Runs one operation at a time on an endpoint and all that belongs to it, as the service demands; the others wait for
 * their turn.
 */
export const inTurn = <T>(endpoint: string, { oneAtATime }: Context, operation: () => Promise<T>): Promise<T> =>
  oneAtATime(endpoint.toLowerCase(), operation);
