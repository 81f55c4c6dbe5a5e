import { setTimeout as wait } from "node:timers/promises";
import { type Context as Call, Hono } from "hono";
import type { Router } from "../../context";
import { ServiceError } from "../../errors";
import { bearerOf, isToken, refused } from "../../tokens";
import { type Service, orNotFound } from "../core/answers";
import { propertiesOf } from "../core/declared";
import { secondsOf } from "../core/duration";
import { nameAndType, pathKey } from "../core/paths";
import type { Resource } from "../core/records";
import { isEndpointToken, keysOf, modeOf } from "../endpoints/keys";
import { shareOf, sharesOf } from "../endpoints/traffic";
import { settingsOf } from "./deployments";
import { log } from "./logs";
import { score } from "./score";
import { turn } from "./turn";

const chosen = "azureml-model-deployment";

/**
 * Real-time scoring: each request goes to one deployment by the live shares, and copies go out by the mirrored ones.
 */
export function scoringRoutes(service: Service): Router {
  const { resources } = service;
  const app: Router = new Hono();
  app.post("/endpoints/:endpoint/score", async (c) => {
    const endpoint = admitted(service, c);
    if (!c.req.header("content-type")?.startsWith("application/json")) {
      throw new ServiceError(415, "UnsupportedMediaType", "The header Content-Type must be application/json.");
    }
    const deployments = resources.under(`${endpoint.id}/deployments`);
    const text = await c.req.text();
    const deployment = routed(service, endpoint, deployments, c.req.header(chosen));
    for (const copy of mirrors(service, endpoint, deployments)) log(service, copy, "POST /score (mirrored)");
    const response = await run(service, deployment, text);
    response.headers.set(chosen, nameAndType(deployment.id).name);
    log(service, deployment, `POST /score ${response.status}`);
    return response;
  });
  return app;
}

/** The endpoint of that name which the caller may use; names may recur in other regions, credentials do not. */
function admitted(service: Service, c: Call): Resource {
  const { context, resources } = service;
  const name = c.req.param("endpoint") ?? "";
  const named = resources.all("onlineEndpoints").filter(({ id }) => pathKey(nameAndType(id).name) === pathKey(name));
  orNotFound(named[0], name);
  const bearer = bearerOf(c.req);
  if (bearer === undefined) throw refused("AuthenticationFailed", "The header Authorization lacks a key or token.");
  const endpoint = named.find((candidate) => {
    const mode = modeOf(candidate);
    if (mode === "AADToken") return isToken(context, bearer);
    if (mode === "AMLToken") return isEndpointToken(context, candidate, bearer);
    const { primaryKey, secondaryKey } = keysOf(context, candidate);
    return bearer === primaryKey || bearer === secondaryKey;
  });
  if (endpoint === undefined) throw refused("AuthenticationFailed", "The key or token is not valid for this endpoint.");
  return endpoint;
}

function routed(service: Service, endpoint: Resource, deployments: Resource[], wanted: string | undefined): Resource {
  const named = (name: string): Resource | undefined =>
    deployments.find(({ id }) => pathKey(nameAndType(id).name) === pathKey(name));
  if (wanted !== undefined) return orNotFound(named(wanted), wanted);
  const { traffic } = sharesOf(endpoint);
  let place = turn(service, `live ${endpoint.id}`);
  for (const [name, share] of Object.entries(traffic)) {
    const deployment = named(name);
    if (deployment !== undefined && place < share) return deployment;
    place -= share;
  }
  throw new ServiceError(404, "NotFound", "No deployment of the endpoint has a share of its traffic.");
}

function mirrors(service: Service, endpoint: Resource, deployments: Resource[]): Resource[] {
  const { mirrorTraffic } = sharesOf(endpoint);
  if (Object.keys(mirrorTraffic).length === 0) return [];
  const place = turn(service, `mirror ${endpoint.id}`);
  return deployments.filter(({ id }) => place < shareOf(mirrorTraffic, nameAndType(id).name));
}

/**
 * Runs the scoring logic; the variables SCORE_DELAY_MS, SCORE_FAIL (percent) and SCORE_OFFSET of the deployment steer
 * it.
 */
async function run(service: Service, deployment: Resource, text: string): Promise<Response> {
  const variables = (propertiesOf(deployment.body).environmentVariables ?? {}) as Record<string, string>;
  if (deployment.state !== "Succeeded")
    throw new ServiceError(503, "ServiceUnavailable", "The deployment is not ready.");
  if (deployment.body.instanceCount === 0)
    throw new ServiceError(503, "ServiceUnavailable", "The deployment is scaled to zero.");
  const timeout = secondsOf(String(settingsOf(deployment).requestSettings.requestTimeout)) * 1000;
  const delay = Number(variables.SCORE_DELAY_MS ?? 0);
  if (delay > 0) await wait(Math.min(delay, timeout, 2 ** 31 - 1), undefined, { ref: false });
  if (delay > timeout)
    return Response.json({ error: "The request timed out.", error_type: "Timeout" }, { status: 408 });
  if (turn(service, `fail ${deployment.id}`) < Number(variables.SCORE_FAIL ?? 0)) {
    const headers = { "ms-azureml-model-error-statuscode": "500", "ms-azureml-model-error-reason": "model_error" };
    return Response.json({ error: "The model failed.", error_type: "ModelError" }, { status: 424, headers });
  }
  return Response.json(score(text, Number(variables.SCORE_OFFSET ?? 0)));
}
