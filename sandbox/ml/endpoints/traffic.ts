import { z } from "zod";
import { ServiceError } from "../../errors";
import type { Service } from "../core/answers";
import { propertiesOf } from "../core/declared";
import { nameAndType, pathKey } from "../core/paths";
import type { Body, Resource } from "../core/records";

/** Percentages by deployment. */
export type Shares = Record<string, number>;

/** The schema of `traffic` and `mirrorTraffic`. */
export const shares = z.record(z.string(), z.int().min(0).max(100));

/** Throws 400 unless the maps name deployments that exist, live shares make 0 or 100, and mirrored ones at most 50. */
export function requireTraffic(
  { resources }: Service,
  endpoint: string,
  split: { traffic?: Shares | null | undefined; mirrorTraffic?: Shares | null | undefined },
): void {
  const existing = new Set(resources.under(`${endpoint}/deployments`).map(({ id }) => pathKey(nameAndType(id).name)));
  for (const map of ["traffic", "mirrorTraffic"] as const) {
    const wanted = split[map] ?? {};
    const missing = Object.keys(wanted).filter((name) => !existing.has(pathKey(name)));
    if (missing.length > 0) throw refusal(map, `names deployments that do not exist: ${missing.join(", ")}`);
    const total = Object.values(wanted).reduce((sum, share) => sum + share, 0);
    if (map === "traffic" && total !== 0 && total !== 100)
      throw refusal(map, `the shares make ${total}; they must make 0 or 100`);
    if (map === "mirrorTraffic" && total > 50)
      throw refusal(map, `the shares make ${total}; they must make at most 50`);
  }
}

/** The traffic maps of an endpoint as answers show them. */
export function trafficOf(
  { context, resources }: Service,
  endpoint: Resource,
): { traffic: Shares; mirrorTraffic: Shares } {
  const { traffic, mirrorTraffic } = sharesOf(endpoint);
  if (context.behaviour.echo === "asSent") return { traffic, mirrorTraffic };
  // A deployment without a share may be shown with a share of zero.
  const names = resources.under(`${endpoint.id}/deployments`).map(({ id }) => nameAndType(id).name.toLowerCase());
  const zeros = Object.fromEntries(names.map((name) => [name, 0]));
  const lower = Object.fromEntries(Object.entries(traffic).map(([name, share]) => [name.toLowerCase(), share]));
  return { traffic: { ...zeros, ...lower }, mirrorTraffic };
}

/** The traffic maps of an endpoint as they were written. */
export function sharesOf(endpoint: Resource): { traffic: Shares; mirrorTraffic: Shares } {
  const { traffic, mirrorTraffic } = propertiesOf(endpoint.body) as {
    traffic?: Shares | null;
    mirrorTraffic?: Shares | null;
  };
  return { traffic: traffic ?? {}, mirrorTraffic: mirrorTraffic ?? {} };
}

/** The share that a map gives to a deployment, in percent. */
export function shareOf(map: Shares, deployment: string): number {
  return Object.entries(map).find(([name]) => pathKey(name) === pathKey(deployment))?.[1] ?? 0;
}

function refusal(map: string, message: string): ServiceError {
  const target = `properties.${map}`;
  const details: Body[] = [{ code: "InvalidTraffic", message, target, details: [] }];
  return new ServiceError(400, "BadArgument", `${target}: ${message}.`, { details });
}
