import type { Answer, Call, Names, Route, Send } from "../dialect";
import { all, at, dropped, isBag, put, type Bag, type Lens } from "../lens";
import { askByTables, serveByTables } from "../speak";
import { MANAGED } from "./mistakes";
import { compute, deployment, endpoint, job, ofWorkspace, readOnly, workspace } from "./mlBodies";
import { demandsOfCompute, demandsOfDeployment, demandsOfJob, required } from "./mlDemands";
import { modelRoutes, W } from "./models";
import { listOf } from "./search";

const P = W.replace(/\/workspaces.*/, "");

/** The places of Azure Machine Learning, of one connection. */
export function mlRoutes(): readonly Route[] {
  /** What was seen of workspaces and endpoints: their children need some of it. */
  const knownRecords = new Map<string, { location?: unknown; compute?: unknown }>();
  const remember = (path: string, answer: Answer): Answer => {
    const record = answer.body;
    if (answer.status < 300 && isBag(record) && record["location"] !== undefined)
      knownRecords.set(path.toLowerCase(), { location: record["location"], compute: at(record, "properties.compute") });
    return answer;
  };
  const parentOf = async (path: string, send: Send): Promise<{ location?: unknown; compute?: unknown }> => {
    const parent = path.split("/").slice(0, -2).join("/");
    if (!knownRecords.has(parent.toLowerCase()))
      remember(parent, await send({ method: "GET", path: parent, apiVersion: versionOf(parent) }));
    return knownRecords.get(parent.toLowerCase()) ?? {};
  };

  /** A kind whose records others look at, or which look at others. */
  const related = (route: Route, complete: (body: Bag, path: string, send: Send) => Promise<Bag>): Route => ({
    ...route,
    async ask(call: Call, names: Names, send: Send) {
      const sent =
        call.method === "PUT" && isBag(call.body)
          ? { ...call, body: await complete(call.body, call.path, send) }
          : call;
      if (call.method === "DELETE") knownRecords.delete(call.path.toLowerCase());
      return askByTables(route, sent, names, async (theirs) => remember(call.path, await send(theirs)));
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
      serveByTables(
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
    related(
      { service: "ml", document: W, theirs: W, request: all(workspace, ofWorkspace), answer: workspace },
      async (body) => body,
    ),
    ...kind(`${W}/computes/{name}`, compute, {
      request: all(compute, readOnly("name", "properties.isAttachedCompute")),
      demands: demandsOfCompute,
    }),
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
    ...otherCollections,
    ...["operationsStatus", "operationResults"].map((path): Route => {
      const place = `/subscriptions/{subscription}/providers/{namespace}/locations/{location}/${path}/{id}`;
      return { service: "ml", document: place, theirs: place };
    }),
  ];
}

/** Every other collection of a workspace, which has the same form. */
const otherCollections = ["{collection}", "{collection}/{name}"].map((path): Route => {
  const place = `${W}/${path}`;
  return { service: "ml", document: place, theirs: place };
});

/** The version of a place: document 1, "Versioning". */
const versionOf = (path: string): string => (/\/onlineEndpoints\//i.test(path) ? "2024-04-01" : "2023-10-01");
