import { type Context as Call, Hono } from "hono";
import type { Router } from "../../context";
import type { Outcome } from "../../publicTypes";
import { ServiceError } from "../../errors";
import { operationsVersion } from "../../versions";
import { type Service, answer, orNotFound, iso } from "./answers";
import { nameAndType, namespace } from "./paths";
import type { Body, Operation, Resource } from "./records";

const failed: NonNullable<Outcome["error"]> = { code: "UserError", message: "The operation did not end well." };

/** Addresses at which clients follow operations. */
export function operationRoutes(service: Service): Router {
  const app: Router = new Hono();
  const base = `/subscriptions/:subscription/providers/${namespace}/locations/:location`;
  const polled = (id: string): Operation => orNotFound(service.resources.poll(id), id);
  app.get(`${base}/operationsStatus/:id`, (c) => {
    const { id, status, start, end, outcome } = polled(c.req.param("id"));
    const ended =
      end === undefined
        ? {}
        : { endTime: iso(end), ...(outcome && { error: { ...failed, details: [], ...outcome.error } }) };
    return answer(
      c,
      200,
      { id: c.req.path, name: id, status, startTime: iso(start), ...ended },
      pause(service, status),
    );
  });
  app.get(`${base}/operationResults/:id`, (c) => {
    const { status, resource, outcome } = polled(c.req.param("id"));
    if (status === "InProgress") return answer(c, 202, undefined, { Location: c.req.url, ...pause(service, status) });
    if (status !== "Succeeded") throw refusal(outcome);
    const result = service.resources.get(resource);
    const show = service.shows.get(nameAndType(resource).type);
    return result === undefined || show === undefined ? c.body(null, 204) : c.json(show(result));
  });
  return app;
}

/** Answers a PUT or PATCH whose operation has begun, in the form that the behaviour asks for. */
export function written(c: Call, service: Service, operation: Operation, record: () => Body): Response {
  const { put, operation: form } = service.context.behaviour;
  if (form === "none") service.resources.finish(operation);
  const status = put === "accepted" ? 202 : operation.work === "Creating" ? 201 : 200;
  return answer(c, status, put === "body" ? record() : undefined, follow(c, service, operation));
}

/** Answers a DELETE or POST whose operation has begun. */
export function accepted(c: Call, service: Service, operation: Operation): Response {
  if (service.context.behaviour.operation !== "none") return answer(c, 202, undefined, follow(c, service, operation));
  service.resources.finish(operation);
  return answer(c, 200, undefined, {});
}

/**
 * The end of the operation that this request starts, scripted or foretold. Where nothing is asynchronous, throws it at
 * once.
 */
export function outcomeOf(c: Call, { context }: Service, foretold?: Outcome): Outcome | undefined {
  const outcome = context.outcome(c.req.method, new URL(c.req.url).pathname) ?? foretold;
  if (outcome !== undefined && context.behaviour.operation === "none") throw refusal(outcome);
  return outcome;
}

/** Throws 409 while an operation runs on one of the resources; the refusal counts as a poll of it. */
export function requireIdle({ resources }: Service, ...wanted: (Resource | undefined)[]): void {
  for (const resource of wanted) {
    const operation = resources.running(resource);
    if (operation === undefined) continue;
    resources.poll(operation.id);
    throw new ServiceError(
      409,
      "Conflict",
      `Another operation (${operation.work}) runs on '${operation.resource}'; try again when it has ended.`,
    );
  }
}

function refusal(outcome: Outcome | undefined): ServiceError {
  const { code, message, details = [] } = { ...failed, ...outcome?.error };
  return new ServiceError(400, code, message, { details });
}

function pause({ context }: Service, status: Operation["status"]): Record<string, string> {
  const { retryAfter } = context.behaviour;
  return status !== "InProgress" || retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
}

/** The headers by which a client follows the operation. */
function follow(c: Call, service: Service, operation: Operation): Record<string, string> {
  const form = service.context.behaviour.operation;
  if (form === "none" || form === "provisioningState") return {};
  const kind = form === "Location" ? "operationResults" : "operationsStatus";
  return { [form]: new URL(c.req.url).origin + addressOf(operation, kind), ...pause(service, operation.status) };
}

/** The path and query at which an operation is followed. */
export function addressOf({ id, resource }: Operation, kind: "operationsStatus" | "operationResults"): string {
  const [, , subscription] = resource.split("/");
  const place = `/subscriptions/${subscription}/providers/${namespace}/locations/sandbox`;
  return `${place}/${kind}/${id}?api-version=${operationsVersion}`;
}
