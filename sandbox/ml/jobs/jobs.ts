import { Hono } from "hono";
import { z } from "zod";
import type { Router } from "../../context";
import { ServiceError } from "../../errors";
import { laterVersion } from "../../versions";
import { type Service, bodyOf, formed, orNotFound, iso, page, pathOf, put, systemData } from "../core/answers";
import { propertiesOf, requireSame } from "../core/declared";
import { texts } from "../core/members";
import { accepted } from "../core/operations";
import { collection, nameAndType, pathKey, workspacesRoute } from "../core/paths";
import type { Body, Resource } from "../core/records";
import { type Progress, advance, cancel, isOver, progressOf, startJob } from "./progress";

const schema = z.looseObject({
  properties: z.looseObject({
    jobType: z.enum(["Command", "Sweep", "Pipeline"]),
    compute: z.string().min(1),
    command: z.string().min(1),
    environment: z.string().min(1),
    displayName: z.string().nullish(),
    description: z.string().nullish(),
    tags: texts.nullish(),
  }),
});

const list = collection(`${workspacesRoute}/:workspace`, "jobs", laterVersion);

const fixed = ["jobType", "compute", "command", "environment"].map((name) => `properties.${name}`);

/**
 * Training jobs: document 1, with the real service's cancelling and deleting. A PUT is not an asynchronous operation.
 */
export function jobRoutes(service: Service): Router {
  const { context, resources } = service;
  const app: Router = new Hono();
  /** A look at a job brings it nearer to its end. */
  const polledJob = (job: Resource): Body => show(service, job, advance(service, job));

  app.get(list, (c) => page(c, context, resources.polledUnder(pathOf(c)).map(polledJob)));
  app.get(`${list}/:job`, (c) => c.json(polledJob(orNotFound(resources.polled(pathOf(c)), pathOf(c)))));

  app.put(`${list}/:job`, async (c) => {
    const id = pathOf(c);
    if (!/^[a-zA-Z0-9][a-zA-Z0-9\-_]{0,254}$/.test(nameAndType(id).name)) {
      throw new ServiceError(
        400,
        "ValidationError",
        "The name is not allowed: up to 255 letters, digits, '-' and '_', the first a letter or digit.",
      );
    }
    const { properties } = await bodyOf(c, schema);
    const before = resources.get(id);
    requireSame(before?.body, { properties }, fixed);
    const { status: _status, startTime: _start, endTime: _end, ...declared } = properties;
    const job = resources.set(id, { properties: declared });
    if (before === undefined) startJob(service, job, context.outcome("PUT", new URL(c.req.url).pathname));
    return put(c, context, before === undefined, show(service, job, progressOf(service, job)));
  });

  app.post(`${list}/:job/cancel`, (c) => {
    const id = pathOf(c).replace(/\/cancel$/, "");
    const job = orNotFound(resources.get(id), id);
    const progress = progressOf(service, job);
    if (isOver(progress)) throw new ServiceError(400, "BadArgument", `The job is ${progress.status} already.`);
    const operation = resources.start(id, "Updating");
    cancel(service, job, operation);
    return accepted(c, service, operation);
  });

  app.delete(`${list}/:job`, (c) => {
    const id = pathOf(c);
    const job = resources.get(id);
    if (job === undefined) return c.body(null, 204);
    const progress = progressOf(service, job);
    if (!isOver(progress)) throw new ServiceError(409, "Conflict", `The job is ${progress.status}; cancel it first.`);
    return accepted(c, service, resources.start(id, "Deleting"));
  });
  return app;
}

function show({ context }: Service, job: Resource, { status, start, end }: Progress): Body {
  const { id } = job;
  const { name, type } = nameAndType(id);
  const tracking = {
    jobServiceType: "Tracking",
    endpoint: `${context.url()}/tracking/${encodeURIComponent(pathKey(name))}`,
  };
  const declared = propertiesOf(job.body);
  const properties = {
    experimentName: "Default",
    isArchived: false,
    ...declared,
    displayName: declared.displayName ?? name,
    resources: { instanceCount: 1, shmSize: "2g" },
    services: { Tracking: tracking },
    status,
    startTime: start === undefined ? null : iso(start),
    endTime: end === undefined ? null : iso(end),
  };
  return formed(context, { id, name, type, systemData: systemData(job), properties });
}
