import type { Service } from "../core/answers";
import { pathKey } from "../core/paths";
import type { Resource } from "../core/records";

/** The most lines that are kept of one deployment. */
const LINES = 200;

/** The lines that a container of a deployment has written. */
export function linesOf(
  { context, resources }: Service,
  deployment: Resource,
  container: "InferenceServer" | "StorageInitializer",
): string[] {
  const { model } = deployment.body;
  if (container === "StorageInitializer") return [`Downloading ${String(model)}`, "Download finished"];
  const error = resources.operation(deployment.operation)?.outcome?.error;
  if (deployment.state === "Failed")
    return ["Initialising the scoring script", `Error: ${error?.message ?? "unknown"}`, "The container has stopped"];
  return [
    "Initialising the scoring script",
    "Ready",
    ...(context.collection<string[]>("ml.logs").get(pathKey(deployment.id)) ?? []),
  ];
}

/** Forgets what an earlier deployment of this path has written. */
export function clearLog({ context }: Service, id: string): void {
  context.collection<string[]>("ml.logs").delete(pathKey(id));
}

/** Adds a line to what the inference server of a deployment has written. */
export function log({ context }: Service, deployment: Resource, line: string): void {
  const lines = context.collection<string[]>("ml.logs");
  lines.set(pathKey(deployment.id), [...(lines.get(pathKey(deployment.id)) ?? []), line].slice(-LINES));
}
