import { type Context as Call, Hono } from "hono";
import type { z } from "zod";
import type { Router } from "../../context";
import type { Outcome } from "../../publicTypes";
import { ServiceError } from "../../errors";
import { type Service, bodyOf, orNotFound, page, pathOf } from "./answers";
import { storedForm, requireSame } from "./declared";
import { accepted, outcomeOf, requireIdle, written } from "./operations";
import { nameAndType } from "./paths";
import type { Body, Resource } from "./records";

/** A write that is asked for. */
export interface Write<T extends Body> {
  id: string;
  name: string;
  body: T;
  before: Resource | undefined;
}

/** What is particular about a kind of resource that is created, changed and deleted asynchronously. */
export interface Kind<T extends Body> {
  /** The route of its list. */
  route: string;
  schema: z.ZodType<T>;
  /** The names that it may have, and the sentence that says so. */
  names: { pattern: RegExp; rule: string };
  /** Paths of the members that only creation sets. */
  fixed: string[];
  /** The body with the values that creation gives to what was not sent. */
  completed?(body: T, id: string): Body;
  /** The record as answers show it. */
  show(resource: Resource): Body;
  /** The body that a PATCH makes of the present one; there is no PATCH without it. */
  patched?(before: Body, c: Call): Promise<Body>;
  /** Refuses what the service refuses, by throwing, and foretells the end of what fails later. */
  check?(write: Write<T>): Outcome | undefined | void;
  /** The others that must be idle for a write. */
  company?(id: string): (Resource | undefined)[];
  /** What else happens with an accepted write. */
  wrote?(write: Write<T>): void;
  /** Refuses a DELETE by throwing, and tells whether the service retains what it deletes. */
  deleting?(c: Call, id: string, resource: Resource | undefined): boolean | void;
}

/** The list, GET, PUT, PATCH and DELETE of a kind. */
export function trackedRoutes<T extends Body>(service: Service, kind: Kind<T>): Router {
  const { context, resources } = service;
  const app: Router = new Hono();
  const one = `${kind.route}/:name`;
  service.shows.set(nameAndType(one).type, (resource) => kind.show(resource));

  const write = (c: Call, id: string, body: Body, outcome: Outcome | undefined): Response => {
    const work = resources.get(id) === undefined ? "Creating" : "Updating";
    const end = outcomeOf(c, service, outcome);
    resources.set(id, storedForm(body));
    return written(c, service, resources.start(id, work, end), () => kind.show(orNotFound(resources.get(id), id)));
  };

  app.get(kind.route, (c) =>
    page(
      c,
      context,
      resources.polledUnder(pathOf(c)).map((resource) => kind.show(resource)),
    ),
  );
  app.get(one, (c) => c.json(kind.show(orNotFound(resources.polled(pathOf(c)), pathOf(c)))));

  app.put(one, async (c) => {
    const [id, name] = [pathOf(c), c.req.param("name") ?? ""];
    if (!kind.names.pattern.test(name))
      throw new ServiceError(400, "ValidationError", `The name '${name}' is not allowed: ${kind.names.rule}.`);
    const wanted: Write<T> = { id, name, body: await bodyOf(c, kind.schema), before: resources.get(id) };
    const body = kind.completed?.(wanted.body, id) ?? wanted.body;
    requireIdle(service, wanted.before, ...(kind.company?.(id) ?? []));
    requireSame(wanted.before?.body, body, kind.fixed);
    const answer = write(c, id, body, kind.check?.(wanted) ?? undefined);
    kind.wrote?.(wanted);
    return answer;
  });

  app.patch(one, async (c) => {
    const id = pathOf(c);
    const before = orNotFound(resources.get(id), id);
    if (kind.patched === undefined) throw new ServiceError(405, "MethodNotAllowed", "There is no PATCH here.");
    const body = await kind.patched(before.body, c);
    requireIdle(service, before, ...(kind.company?.(id) ?? []));
    return write(c, id, body, undefined);
  });

  app.delete(one, (c) => {
    const id = pathOf(c);
    const resource = resources.get(id);
    const retain = kind.deleting?.(c, id, resource) ?? false;
    if (resource === undefined) return c.body(null, 204);
    requireIdle(service, resource, ...(kind.company?.(id) ?? []));
    return accepted(c, service, resources.start(id, "Deleting", outcomeOf(c, service), retain));
  });
  return app;
}
