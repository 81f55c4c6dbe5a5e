import type { Route } from "../dialect";
import { at, isBag, type Bag } from "../lens";
import { MANAGED } from "./mistakes";

/** Names the members of a body that must be there and are not. */
export const required = (paths: readonly string[]): NonNullable<Route["demands"]> =>
  function* (body) {
    for (const path of paths) if ((at(body, path) ?? null) === null) yield `${path} is required`;
  };

/** Names what the service would refuse of a deployment. */
export function* demandsOfDeployment(body: Bag): Iterable<string> {
  yield* required(["location", "properties.endpointComputeType", "sku.name"])(body);
  const capacity = at(body, "sku.capacity");
  if (typeof capacity !== "number" || capacity < 1) yield "sku.capacity must be at least 1";
  const isManaged = at(body, "properties.endpointComputeType") === MANAGED;
  if (isManaged && at(body, "properties.scaleSettings.scaleType") === "TargetUtilization")
    yield "properties.scaleSettings.scaleType must be Default for a managed deployment";
  if (at(body, "properties.scaleSettings") !== undefined) yield* required(["properties.scaleSettings.scaleType"])(body);
}

/** Names what the service would refuse of a compute resource. */
export function* demandsOfCompute(body: Bag): Iterable<string> {
  const inner = at(body, "properties.properties");
  if (at(body, "properties.computeType") === "AmlCompute" || !isBag(inner)) return;
  for (const name of ["vmPriority", "scaleSettings"])
    if (inner[name] !== undefined) yield `properties.properties.${name} is no member of this computeType`;
}

/** Names what the service would refuse of a job. */
export function* demandsOfJob(body: Bag): Iterable<string> {
  yield* required(["properties.jobType"])(body);
  const type = at(body, "properties.jobType");
  const needed = {
    Command: ["command", "environmentId"],
    Sweep: ["objective", "samplingAlgorithm", "searchSpace", "trial"],
  };
  if (type === "Command" || type === "Sweep") yield* required(needed[type].map((name) => `properties.${name}`))(body);
}
