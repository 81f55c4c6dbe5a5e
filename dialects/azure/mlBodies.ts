import { all, at, dropped, isBag, mapping, places, put, within, words, type Bag, type Lens } from "../lens";
import { MANAGED } from "./mistakes";

/** The kinds of identity, which the documents begin with a small letter; identities of users go with theirs alone. */
const identity = all(
  words("identity.type", {
    systemAssigned: "SystemAssigned",
    userAssigned: "UserAssigned",
    "systemAssigned,userAssigned": "SystemAssigned,UserAssigned",
    none: "None",
  }),
  mapping(
    (body) =>
      ["SystemAssigned", "None"].includes(String(at(body, "identity.type")))
        ? put(body, "identity.userAssignedIdentities", undefined)
        : body,
    (body) => body,
    ["`identity.userAssignedIdentities` beside another type", "–"],
  ),
);

/** When a workspace was made stands beside its properties. */
export const workspace = all(
  identity,
  mapping(
    (body) => put(body, "properties.creationTime", undefined),
    (body) => {
      const created = at(body, "systemData.createdAt");
      return created === undefined ? body : put(body, "properties.creationTime", created);
    },
    ["`properties.creationTime`", "`systemData.createdAt`"],
  ),
);

/** What is particular about a kind of compute. */
export const compute = all(
  identity,
  mapping(
    (body) => {
      const inner = at(body, "properties.properties");
      const type = at(body, "properties.computeType");
      if (!isBag(inner) || (type !== "AKS" && type !== "ComputeInstance")) return body;
      const { vmSize, vmPriority: _, scaleSettings, ...others } = inner;
      if (type === "ComputeInstance") return put(body, "properties.properties", { ...others, vmSize });
      const count = at(scaleSettings, "maxNodeCount");
      return put(body, "properties.properties", {
        ...others,
        agentVmSize: vmSize,
        ...(count !== undefined && { agentCount: count }),
      });
    },
    (body) => {
      const inner = at(body, "properties.properties");
      if (at(body, "properties.computeType") !== "AKS" || !isBag(inner)) return body;
      const { agentVmSize, agentCount: count, ...others } = inner;
      return put(body, "properties.properties", {
        ...others,
        ...(agentVmSize !== undefined && { vmSize: agentVmSize }),
        ...(typeof count === "number" && {
          scaleSettings: { minNodeCount: count, maxNodeCount: count, nodeIdleTimeBeforeScaleDown: "PT0S" },
        }),
      });
    },
    ['`computeType: "ComputeInstance"`, `"AKS"`: `vmPriority`', "–"],
    ['`computeType: "AKS"`: `properties.properties.vmSize`', "`properties.properties.agentVmSize`"],
    ['`computeType: "AKS"`: `properties.properties.scaleSettings.maxNodeCount`', "`properties.properties.agentCount`"],
  ),
);

/** A managed endpoint has no compute. */
export const endpoint = all(
  identity,
  mapping(
    (body) => (at(body, "properties.compute") === MANAGED ? put(body, "properties.compute", undefined) : body),
    (body) => ((at(body, "properties.compute") ?? null) === null ? put(body, "properties.compute", MANAGED) : body),
    ["`properties.compute`: the word `Managed`", "no `properties.compute`"],
  ),
);

/** The model, code and machines of a deployment stand under `properties`, the number of machines in `sku`. */
export const deployment = all(
  places({
    model: "properties.model",
    codeConfiguration: "properties.codeConfiguration",
    instanceType: "properties.instanceType",
  }),
  mapping(
    ({ instanceCount, ...body }) =>
      instanceCount === undefined ? body : { ...body, sku: { name: "Default", capacity: instanceCount } },
    (body) => {
      const count = at(body, "sku.capacity");
      return count === undefined ? body : { ...body, instanceCount: count };
    },
    ["`instanceCount`", '`sku: { name: "Default", capacity }`'],
  ),
);

/** What a job runs on and in has other names, and it has no times. */
export const job = all(
  mapping(
    (body) => inJob(body, { compute: "computeId", environment: "environmentId" }),
    (body) => inJob(body, { computeId: "compute", environmentId: "environment" }),
    ["`properties.compute`", "`properties.computeId`"],
    ["`properties.environment`", "`properties.environmentId`"],
  ),
  dropped("properties.startTime"),
  dropped("properties.endTime"),
);

/** Renames members of a job; a sweep has those of its trials in `trial`. */
function inJob(body: Bag, names: Record<string, string>): unknown {
  const renamed = within("properties", places(names)).out(body);
  return at(body, "properties.trial") === undefined ? renamed : within("properties.trial", places(names)).out(renamed);
}

/** What only the service writes, and what stands in the path. */
export const readOnly = (...paths: string[]): Lens => all(...paths.map(dropped));
/** What only the service writes of a workspace. */
export const ofWorkspace = readOnly(
  "name",
  ...[
    "workspaceId",
    "tenantId",
    "mlFlowTrackingUri",
    "serviceProvisionedResourceGroup",
    "privateLinkCount",
    "privateEndpointConnections",
    "storageHnsEnabled",
  ].map((name) => `properties.${name}`),
);
