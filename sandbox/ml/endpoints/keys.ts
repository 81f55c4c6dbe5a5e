import { createHash } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { Collection, Context, Router } from "../../context";
import { ServiceError } from "../../errors";
import { type Service, bodyOf, orNotFound, pathOf } from "../core/answers";
import { propertiesOf } from "../core/declared";
import { accepted, outcomeOf, requireIdle } from "../core/operations";
import { pathKey } from "../core/paths";
import type { Resource } from "../core/records";
import { endpointsRoute } from "./route";

/** The keys of an endpoint. */
export interface Keys {
  primaryKey: string;
  secondaryKey: string;
  /** How many keys have been made for an endpoint of this path. */
  generation: number;
}

const regeneration = z.looseObject({
  keyType: z.string().regex(/^(primary|secondary)$/i, "must be Primary or Secondary"),
  keyValue: z.string().nullish(),
});

/** Reading and regenerating the keys of an endpoint, and its tokens. */
export function keyRoutes(service: Service): Router {
  const { context, resources } = service;
  const app: Router = new Hono();
  const endpoint = (path: string, mode: string): Resource => {
    const id = path.replace(/\/[^/]+$/, "");
    const resource = orNotFound(resources.get(id), id);
    if (modeOf(resource) === mode) return resource;
    throw new ServiceError(400, "BadArgument", `The endpoint's authMode is not ${mode}.`);
  };

  app.post(`${endpointsRoute}/:endpoint/listKeys`, (c) => {
    const { primaryKey, secondaryKey } = keysOf(context, endpoint(pathOf(c), "Key"));
    return c.json({ primaryKey, secondaryKey });
  });

  app.post(`${endpointsRoute}/:endpoint/regenerateKeys`, async (c) => {
    const resource = endpoint(pathOf(c), "Key");
    const { keyType, keyValue } = await bodyOf(c, regeneration);
    requireIdle(service, resource, ...resources.under(`${resource.id}/deployments`));
    const outcome = outcomeOf(c, service);
    const name = keyType.toLowerCase() === "primary" ? "primaryKey" : "secondaryKey";
    if (outcome === undefined)
      setKeys(context, resource.id, { ...keysOf(context, resource), [name]: keyValue ?? undefined });
    return accepted(c, service, resources.start(resource.id, "Updating", outcome));
  });

  app.post(`${endpointsRoute}/:endpoint/token`, (c) => {
    const resource = endpoint(pathOf(c), "AMLToken");
    const expires = Math.floor(context.now() / 1000) + context.behaviour.tokenLifetime;
    const accessToken = `${endpointToken(resource)}.${expires}`;
    return c.json({ accessToken, expiryTimeUtc: expires, refreshAfterTimeUtc: expires - 300, tokenType: "Bearer" });
  });
  return app;
}

/** Gives an endpoint these keys, making the ones that are not given. */
export function setKeys(
  context: Context,
  id: string,
  { primaryKey, secondaryKey }: { primaryKey?: string | undefined; secondaryKey?: string | undefined },
): void {
  const generation = (keys(context).get(pathKey(id))?.generation ?? 0) + 1;
  const generated = (type: string): string => digest(`${pathKey(id)} ${type} ${generation}`);
  keys(context).set(pathKey(id), {
    primaryKey: primaryKey ?? generated("primary"),
    secondaryKey: secondaryKey ?? generated("secondary"),
    generation,
  });
}

/** The keys that an endpoint has now. */
export function keysOf(context: Context, endpoint: Resource): Keys {
  return orNotFound(keys(context).get(pathKey(endpoint.id)), endpoint.id);
}

/** How callers of the endpoint prove themselves: `Key`, `AADToken` or `AMLToken`. */
export function modeOf(endpoint: Resource): string {
  const mode = String(propertiesOf(endpoint.body).authMode).toLowerCase();
  return mode === "key" ? "Key" : mode === "amltoken" ? "AMLToken" : "AADToken";
}

/** Whether a text is a token that the endpoint has issued and that is valid still. */
export function isEndpointToken(context: Context, endpoint: Resource, text: string): boolean {
  const [token, expires] = text.split(".");
  return token === endpointToken(endpoint) && Number(expires) * 1000 > context.now();
}

function endpointToken(endpoint: Resource): string {
  return digest(`${pathKey(endpoint.id)} token`);
}

function keys(context: Context): Collection<Keys> {
  return context.collection<Keys>("ml.keys");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
