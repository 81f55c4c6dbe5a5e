import type { Context as Call } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Context } from "../../context";
import { ServiceError } from "../../errors";
import { propertiesOf } from "./declared";
import { otherForm } from "./echo";
import { nameAndType } from "./paths";
import type { Body, Resource } from "./records";
import type { Resources } from "./resources";

/** What every part of the ML service is given. */
export interface Service {
  context: Context;
  resources: Resources;
  /** How the records of each type are shown. */
  shows: Map<string, (resource: Resource) => Body>;
}

/** The path of a request, which is the path of the resource that it is about; 400 for one that cannot be decoded. */
export function pathOf(c: Call): string {
  try {
    return decodeURIComponent(c.req.path);
  } catch {
    throw new ServiceError(400, "BadRequest", "The path holds a percent sign that encodes nothing.");
  }
}

/** The request's body as JSON that fits the schema; throws 400 that names each member that does not. */
export async function bodyOf<T>(c: Call, schema: z.ZodType<T>): Promise<T> {
  const value: unknown = await c.req.json().catch(() => {
    throw new ServiceError(400, "InvalidRequestContent", "The body is not JSON.");
  });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    code: "ValidationError",
    message: `${path.join(".") || "body"}: ${message}`,
    target: path.join("."),
    details: [],
  }));
  throw new ServiceError(400, "ValidationError", details.map(({ message }) => message).join("; "), { details });
}

/** The record of a resource as answers show it, in the form that the behaviour asks for. */
export function record({ context, resources }: Service, resource: Resource, more: Body = {}): Body {
  const { id, body } = resource;
  const provisioningState = resources.running(resource)?.work ?? resource.state;
  const complete: Body = {
    ...body,
    id,
    ...nameAndType(id),
    systemData: systemData(resource),
    properties: {
      ...propertiesOf(body),
      ...more,
      // Without asynchronous operations there is no state to tell.
      ...(context.behaviour.operation === "none" && provisioningState === "Succeeded" ? {} : { provisioningState }),
    },
  };
  return formed(context, complete);
}

/** When a resource was written first and last. */
export function systemData({ created, modified }: Resource): Body {
  return { createdAt: iso(created), createdByType: "Application", lastModifiedAt: iso(modified) };
}

/** A record in the form that the behaviour asks for. */
export function formed(context: Context, body: Body): Body {
  return context.behaviour.echo === "asSent" ? body : { tags: {}, etag: null, ...(otherForm(body) as Body) };
}

/** A page of a list, with the address of the next one; 400 for one that there is not. */
export function page(c: Call, context: Context, items: unknown[]): Response {
  const { pageSize } = context.behaviour;
  const at = Number(Buffer.from(c.req.query("$skip") ?? "", "base64url").toString());
  if (!Number.isSafeInteger(at) || at < 0) throw new ServiceError(400, "BadArgument", "$skip is none of this service.");
  const value = items.slice(at, at + pageSize);
  if (at + pageSize >= items.length) return c.json({ value });
  const next = new URL(c.req.url);
  next.searchParams.set("$skip", Buffer.from(String(at + pageSize)).toString("base64url"));
  return c.json({ value, nextLink: next.href });
}

/** Throws 404 as the service does for a resource that is not there. */
export function orNotFound<T>(resource: T | undefined, id: string): T {
  if (resource === undefined) throw new ServiceError(404, "ResourceNotFound", `The resource '${id}' was not found.`);
  return resource;
}

/** Answers a PUT that is not asynchronous, with or without the record. */
export function put(c: Call, { behaviour }: Context, created: boolean, body: Body): Response {
  return answer(c, created ? 201 : 200, behaviour.put === "empty" ? undefined : body, {});
}

/** A JSON answer with any status and headers. */
export function answer(c: Call, status: number, body: unknown, headers: Record<string, string>): Response {
  return body === undefined
    ? new Response(null, { status, headers })
    : c.json(body, status as ContentfulStatusCode, headers);
}

/** A time in the form of document 1: ISO 8601. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
