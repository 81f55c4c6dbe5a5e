import { Hono } from "hono";
import type { Context, Router } from "../context";
import { ServiceError } from "../errors";
import { rateLimit } from "../rate";
import { audienceOf, refused, tokenRoutes } from "../tokens";
import { versionOf } from "../versions";
import { agentRoutes } from "./agent";
import { computeRoutes } from "./computes";
import type { Service } from "./core/answers";
import { operationRoutes } from "./core/operations";
import { requireParents } from "./core/parents";
import { Resources } from "./core/resources";
import { deploymentRoutes } from "./deployments/deployments";
import { scoringRoutes } from "./deployments/scoring";
import { endpointRoutes } from "./endpoints/endpoints";
import { jobRoutes } from "./jobs/jobs";
import { modelRoutes } from "./models";
import { workspaceRoutes } from "./workspaces";

/** The routes of document 1. */
export function mlRoutes(context: Context): Router {
  const service: Service = { context, resources: new Resources(context), shows: new Map() };
  const app: Router = new Hono();
  app.route("/", tokenRoutes(context));
  for (const path of ["/subscriptions/*", "/modelmanagement/*"]) {
    app.use(path, async (c, next) => {
      const audience = audienceOf(context, c.req).replace(/\/$/, "");
      if (audience !== new URL(c.req.url).origin && audience !== context.url()) {
        throw refused(
          "InvalidAuthenticationTokenAudience",
          `The access token is for '${audience}', not for this service.`,
        );
      }
      await next();
    });
    app.use(path, rateLimit(context, "mlRequestsPerSecond"));
    app.use(path, async (c, next) => {
      requireVersion(c.req.path, c.req.query("api-version"));
      await next();
    });
    app.use(path, requireParents(service));
  }
  app.route("/", operationRoutes(service));
  app.route("/", workspaceRoutes(service));
  app.route("/", computeRoutes(service));
  app.route("/", modelRoutes(service));
  app.route("/", endpointRoutes(service));
  app.route("/", deploymentRoutes(service));
  app.route("/", scoringRoutes(service));
  app.route("/", jobRoutes(service));
  app.route("/", agentRoutes(context));
  return app;
}

/** Throws 400 unless the request carries the api-version of its part of the service. */
function requireVersion(path: string, version: string | undefined): void {
  const wanted = versionOf(path);
  if (version === wanted) return;
  if (version === undefined) {
    throw new ServiceError(
      400,
      "MissingApiVersionParameter",
      "The api-version query parameter (?api-version=) is required for all requests.",
    );
  }
  throw new ServiceError(
    400,
    "InvalidApiVersionParameter",
    `The api-version '${version}' is invalid. The supported version is '${wanted}'.`,
  );
}
