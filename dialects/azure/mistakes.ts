import type { Dialect, Mistake } from "../dialect";
import { at, isBag, type Bag } from "../lens";

/**
 * What Azure cannot take as it is declared. What one resource says of another is told where both are in the program:
 * those that others rest on are checked before them.
 */
export function mistakes(): Dialect["mistakes"] {
  /** The kinds of knowledge sources, and the computes of endpoints, as far as they are declared. */
  const kinds = new Map<string, unknown>();
  const computes = new Map<string, unknown>();
  const endpointOf = (inputs: Bag, name: unknown): string =>
    JSON.stringify([inputs["subscriptionId"], inputs["resourceGroup"], inputs["workspace"], name]);

  const rules: Record<string, (inputs: Bag) => Iterable<Mistake>> = {
    *"search:KnowledgeSource"({ name, kind, blobParameters }) {
      kinds.set(String(name), kind);
      if (kind !== "blob") return;
      if (blobParameters === undefined) yield { path: "blobParameters", reason: "is required of the kind `blob`" };
      else if (isBag(blobParameters) && blobParameters["containerName"] === undefined)
        yield { path: "blobParameters.containerName", reason: "is required in Azure" };
    },
    *"search:KnowledgeBase"({ knowledgeSources, outputMode }) {
      for (const [position, name] of (Array.isArray(knowledgeSources) ? knowledgeSources : []).entries())
        if (kinds.get(name) === "web" && (outputMode === undefined || outputMode === "rawContent"))
          yield {
            path: `knowledgeSources[${position}]`,
            reason: "is of the kind `web`, which only the output mode `answerSynthesis` can use in Azure",
          };
    },
    *"ml:Model"({ name, version, modelId }) {
      if (typeof modelId === "string" && [name, version, modelId].every(isKnown) && modelId !== `${name}:${version}`)
        yield { path: "modelId", reason: "must be `{name}:{version}` in Azure, as it is when it is left out" };
    },
    *"ml:Compute"({ computeType, vmPriority, scaleSettings }) {
      if (computeType !== "ComputeInstance" && computeType !== "AKS") return;
      const not = `has no counterpart for the computeType \`${computeType}\` in Azure`;
      if (vmPriority !== undefined) yield { path: "vmPriority", reason: not };
      if (scaleSettings === undefined) return;
      if (computeType === "ComputeInstance") yield { path: "scaleSettings", reason: not };
      else if (isBag(scaleSettings)) yield* fixedCount(scaleSettings);
    },
    *"ml:OnlineEndpoint"(inputs) {
      computes.set(endpointOf(inputs, inputs["name"]), inputs["compute"]);
      if (inputs["encryption"] !== undefined)
        yield { path: "encryption", reason: "has no counterpart in Azure, where the workspace's key counts" };
    },
    *"ml:OnlineDeployment"(inputs) {
      if (inputs["instanceCount"] === 0)
        yield { path: "instanceCount", reason: "must be at least 1 in Azure, where no deployment scales to zero" };
      const isManaged = computes.get(endpointOf(inputs, inputs["endpoint"])) === MANAGED;
      if (isManaged && at(inputs, "scaleSettings.scaleType") === "TargetUtilization")
        yield {
          path: "scaleSettings.scaleType",
          reason: "must be `Default` at a managed endpoint in Azure, where Azure Monitor scales deployments",
        };
    },
    *"ml:Job"({ jobType }) {
      if (jobType === "Sweep" || jobType === "Pipeline")
        yield {
          path: "jobType",
          reason:
            "must be `Command` in Azure: " +
            (jobType === "Sweep"
              ? "a Sweep needs an objective, a sampling algorithm and a search space, which are no arguments"
              : "a Pipeline has steps of its own, which are no arguments, and no command"),
        };
    },
  };
  return (kind, inputs) => rules[kind]?.(inputs) ?? [];
}

/** What a managed endpoint declares as its `compute`. */
export const MANAGED = "Managed";

/** A cluster of Kubernetes nodes that Azure attaches has a number of them, and no limits. */
function* fixedCount({ minNodeCount, maxNodeCount, nodeIdleTimeBeforeScaleDown: idle }: Bag): Iterable<Mistake> {
  const reason = "for the computeType `AKS` in Azure, whose number of nodes is fixed";
  if (typeof minNodeCount === "number" && typeof maxNodeCount === "number" && minNodeCount !== maxNodeCount)
    yield { path: "scaleSettings.minNodeCount", reason: `must be equal to maxNodeCount ${reason}` };
  if (typeof idle === "string" && !/^PT0[HMS]$/i.test(idle))
    yield { path: "scaleSettings.nodeIdleTimeBeforeScaleDown", reason: `must be \`PT0S\` ${reason}` };
}

const isKnown = (value: unknown): boolean => value !== undefined;
