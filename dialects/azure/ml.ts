import type { Answer, Call, Names, Route, Send } from "../dialect";
import { all, at, dropped, isBag, mapping, places, put, within, words, type Bag, type Lens } from "../lens";
import { asked, served } from "../speak";
import { MANAGED } from "./mistakes";
import { modelRoutes, W } from "./models";
import { listOf } from "./search";

const P = W.replace(/\/workspaces.*/, "");

/** The kinds of identity, which the documents begin with a small letter. */
const identity = words("identity.type", {
  systemAssigned: "SystemAssigned",
  userAssigned: "UserAssigned",
  "systemAssigned,userAssigned": "SystemAssigned,UserAssigned",
  none: "None",
});

/** When a workspace was made stands beside its properties. */
const workspace = all(
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
const compute = all(
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
const endpoint = all(
  identity,
  mapping(
    (body) => (at(body, "properties.compute") === MANAGED ? put(body, "properties.compute", undefined) : body),
    (body) => ((at(body, "properties.compute") ?? null) === null ? put(body, "properties.compute", MANAGED) : body),
    ["`properties.compute`: the word `Managed`", "no `properties.compute`"],
  ),
);

const deployment = all(
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

const job = mapping(
  (body) => inJob(body, { compute: "computeId", environment: "environmentId" }),
  (body) => inJob(body, { computeId: "compute", environmentId: "environment" }),
  ["`properties.compute`", "`properties.computeId`"],
  ["`properties.environment`", "`properties.environmentId`"],
  ["`properties.startTime`, `properties.endTime`", "–"],
);

/** Renames members of a job; a sweep has those of its trials in `trial`. */
function inJob(body: Bag, names: Record<string, string>): unknown {
  const renamed = within("properties", places(names)).out(body);
  return at(body, "properties.trial") === undefined ? renamed : within("properties.trial", places(names)).out(renamed);
}

const required = (paths: readonly string[]): NonNullable<Route["demands"]> =>
  function* (body) {
    for (const path of paths) if ((at(body, path) ?? null) === null) yield `${path} is required`;
  };

function* demandsOfDeployment(body: Bag): Iterable<string> {
  yield* required(["location", "properties.endpointComputeType", "sku.name"])(body);
  const capacity = at(body, "sku.capacity");
  if (typeof capacity !== "number" || capacity < 1) yield "sku.capacity must be at least 1";
  const isManaged = at(body, "properties.endpointComputeType") === MANAGED;
  if (isManaged && at(body, "properties.scaleSettings.scaleType") === "TargetUtilization")
    yield "properties.scaleSettings.scaleType must be Default for a managed deployment";
  if (at(body, "properties.scaleSettings") !== undefined) yield* required(["properties.scaleSettings.scaleType"])(body);
}

function* demandsOfCompute(body: Bag): Iterable<string> {
  const inner = at(body, "properties.properties");
  if (at(body, "properties.computeType") === "AmlCompute" || !isBag(inner)) return;
  for (const name of ["vmPriority", "scaleSettings"])
    if (inner[name] !== undefined) yield `properties.properties.${name} is no member of this computeType`;
}

function* demandsOfJob(body: Bag): Iterable<string> {
  yield* required(["properties.jobType"])(body);
  const type = at(body, "properties.jobType");
  const needed = {
    Command: ["command", "environmentId"],
    Sweep: ["objective", "samplingAlgorithm", "searchSpace", "trial"],
  };
  if (type === "Command" || type === "Sweep") yield* required(needed[type].map((name) => `properties.${name}`))(body);
}

/** The places of Azure Machine Learning, of one connection. */
export function mlRoutes(): readonly Route[] {
  /** What was seen of workspaces and endpoints: their children need some of it. */
  const seen = new Map<string, { location?: unknown; compute?: unknown }>();
  const see = (path: string, answer: Answer): Answer => {
    const record = answer.body;
    if (answer.status < 300 && isBag(record) && record["location"] !== undefined)
      seen.set(path.toLowerCase(), { location: record["location"], compute: at(record, "properties.compute") });
    return answer;
  };
  const parentOf = async (path: string, send: Send): Promise<{ location?: unknown; compute?: unknown }> => {
    const parent = path.split("/").slice(0, -2).join("/");
    if (!seen.has(parent.toLowerCase()))
      see(parent, await send({ method: "GET", path: parent, apiVersion: versionOf(parent) }));
    return seen.get(parent.toLowerCase()) ?? {};
  };

  /** A kind whose records others look at, or which look at others. */
  const related = (route: Route, complete: (body: Bag, path: string, send: Send) => Promise<Bag>): Route => ({
    ...route,
    async ask(call: Call, names: Names, send: Send) {
      const sent =
        call.method === "PUT" && isBag(call.body)
          ? { ...call, body: await complete(call.body, call.path, send) }
          : call;
      if (call.method === "DELETE") seen.delete(call.path.toLowerCase());
      return asked(route, sent, names, async (theirs) => see(call.path, await send(theirs)));
    },
  });
  const located = async (body: Bag, path: string, send: Send): Promise<Bag> =>
    body["location"] === undefined ? { ...body, location: (await parentOf(path, send)).location } : body;

  const kind = (document: string, lens: Lens, more: Partial<Route> = {}): [Route, Route] => [
    {
      service: "ml",
      methods: ["GET"],
      document: document.replace(/\/[^/]*$/, ""),
      theirs: document.replace(/\/[^/]*$/, ""),
      answer: listOf(lens),
    },
    { service: "ml", document, theirs: document, request: lens, answer: lens, ...more },
  ];
  const [endpoints, oneEndpoint]: [Route, Route] = kind(`${W}/onlineEndpoints/{name}`, endpoint, {
    note: "`location` and `authMode` are required: without one, those of the workspace and `Key`",
    request: all(endpoint, dropped("name")),
    demands: required(["location", "properties.authMode"]),
    serve: (call, names, send) =>
      served(
        oneEndpoint,
        isBag(call.body) ? { ...call, body: { name: decodeURIComponent(names["name"]!), ...call.body } } : call,
        names,
        send,
      ),
  });
  const [deployments, oneDeployment] = kind(`${W}/onlineEndpoints/{endpoint}/deployments/{name}`, deployment, {
    note: "`location` and `properties.endpointComputeType` are required: those of the endpoint, which is looked at",
    demands: demandsOfDeployment,
  });

  return [
    ...modelRoutes(),
    {
      service: "ml",
      methods: ["GET"],
      document: `${P}/workspaces`,
      theirs: `${P}/workspaces`,
      answer: listOf(workspace),
    },
    related({ service: "ml", document: W, theirs: W, request: workspace, answer: workspace }, async (body) => body),
    ...kind(`${W}/computes/{name}`, compute, { demands: demandsOfCompute }),
    endpoints,
    related(oneEndpoint, located),
    deployments,
    related(oneDeployment, async (body, path, send) => {
      if (at(body, "properties.endpointComputeType") !== undefined) return located(body, path, send);
      const { compute: of } = await parentOf(path, send);
      const type = (of ?? MANAGED) === MANAGED ? MANAGED : "Kubernetes";
      return located(put(body, "properties.endpointComputeType", type) as Bag, path, send);
    }),
    ...kind(`${W}/jobs/{name}`, job, { demands: demandsOfJob }),
    ...[
      "computes/{name}/{verb}",
      "onlineEndpoints/{name}/{verb}",
      "onlineEndpoints/{endpoint}/deployments/{name}/{verb}",
      "jobs/{name}/cancel",
    ].map((path): Route => ({
      service: "ml",
      methods: ["POST"],
      document: `${W}/${path}`,
      theirs: `${W}/${path}`,
    })),
    ...["operationsStatus", "operationResults"].map((path): Route => {
      const place = `/subscriptions/{subscription}/providers/{namespace}/locations/{location}/${path}/{id}`;
      return { service: "ml", document: place, theirs: place };
    }),
  ];
}

/** The version of a place: document 1, "Versioning". */
const versionOf = (path: string): string => (/\/onlineEndpoints\//i.test(path) ? "2024-04-01" : "2023-10-01");
