import type { Answer, Names, Route, Send } from "../dialect";
import { at, isBag, type Bag } from "../lens";
import { askByTables, serveByTables } from "../speak";
import { model } from "./modelLens";

/** One workspace. */
export const W = "/subscriptions/{subscription}/resourceGroups/{group}/providers/{namespace}/workspaces/{workspace}";

const REGISTRY = "/modelmanagement/v1.0";

/** All entries of a list, its pages followed. */
async function entriesOf(path: string, send: Send): Promise<Answer> {
  const value: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer = await send({ method: "GET", path: next });
    if (!isBag(answer.body) || !Array.isArray(answer.body["value"])) return answer;
    value.push(...(answer.body["value"] as unknown[]));
    const link: unknown = answer.body["nextLink"];
    if (typeof link !== "string" || link === "" || link === next) return { ...answer, body: { value } };
    next = link;
  }
  throw new Error("a list has no end");
}

/** The places of models: a container for each name, with the versions in it. */
export function modelRoutes(): readonly Route[] {
  const place = `${W}/models`;
  const single: Route = {
    service: "ml",
    document: `${REGISTRY}${place}/{model}`,
    theirs: `${place}/{name}/versions/{version}`,
    request: model,
    answer: model,
    demands: function* (body) {
      for (const path of ["properties.modelUri", "properties.modelType"])
        if (typeof at(body, path) !== "string") yield `${path} is required`;
    },
    ask: (call, names, send) => askByTables(single, call, { ...names, ...parted(names["model"]!) }, send),
    async serve(call, { name, version, ...names }, send) {
      const body = isBag(call.body)
        ? put(call.body, { id: `/models/${decodeURIComponent(name!)}/versions/${decodeURIComponent(version!)}` })
        : call.body;
      const answer = await serveByTables(single, { ...call, body }, { ...names, model: `${name}:${version}` }, send);
      return { ...answer, body: recorded(answer, names) };
    },
  };
  const list: Route = {
    service: "ml",
    methods: ["GET"],
    document: `${REGISTRY}${place}`,
    theirs: place,
    note: "the containers are listed, and then the versions in each",
    async ask(_call, names, send) {
      const path = filled(place, names);
      const containers = await entriesOf(path, send);
      if (!isBag(containers.body) || !Array.isArray(containers.body["value"])) return containers;
      const named = containers.body["value"].flatMap((one: unknown) => (isBag(one) ? String(one["name"]) : []));
      const versions = await Promise.all(
        named.map((name) => entriesOf(`${path}/${encodeURIComponent(name)}/versions`, send)),
      );
      const value = versions.flatMap(({ body }) => {
        const items = at(body, "value");
        return Array.isArray(items) ? items.map((item) => model.back(item)) : [];
      });
      return { ...containers, body: { value } };
    },
    async serve(call, names, send) {
      const answer = await send({ ...call, path: filled(`${REGISTRY}${place}`, names) });
      const all = versionsIn(answer);
      const value = [...new Set(all.map(({ name }) => name))].map((name) => containerOf(names, String(name), all));
      return answer.status > 299 ? answer : { ...answer, body: { value } };
    },
  };
  const container: Route = {
    service: "ml",
    methods: ["GET"],
    document: `${REGISTRY}${place}/{name}/container`,
    theirs: `${place}/{name}`,
    async serve(call, { name, ...names }, send) {
      const answer = await send({ ...call, path: filled(`${REGISTRY}${place}`, names) });
      if (answer.status > 299) return answer;
      const matching = versionsIn(answer).filter((one) => same(one["name"], name!));
      return matching.length === 0
        ? notFound(`${filled(place, names)}/${name}`)
        : { ...answer, body: containerOf(names, String(matching[0]!["name"]), matching) };
    },
  };
  const versions: Route = {
    service: "ml",
    methods: ["GET"],
    document: `${REGISTRY}${place}/{name}/versions`,
    theirs: `${place}/{name}/versions`,
    async serve(call, { name, ...names }, send) {
      const answer = await send({ ...call, path: filled(`${REGISTRY}${place}`, names) });
      if (answer.status > 299) return answer;
      const matching = versionsIn(answer).filter((one) => same(one["name"], name!));
      return {
        ...answer,
        body: { value: matching.map((one) => recorded({ ...answer, body: model.out(one) }, names, one)) },
      };
    },
  };
  return [list, versions, single, container];
}

const put = (body: Bag, more: Bag): Bag => ({ ...body, ...more });
const same = (one: unknown, other: string): boolean =>
  String(one).toLowerCase() === decodeURIComponent(other).toLowerCase();

/** The name and the version in a model's ID, whose version follows its last colon. */
function parted(id: string): Names {
  const plain = id.replace(/%3A/gi, ":");
  const colon = plain.lastIndexOf(":");
  return colon < 0 ? { name: plain, version: "1" } : { name: plain.slice(0, colon), version: plain.slice(colon + 1) };
}

const filled = (template: string, names: Names): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!);

/** The versions in an answer of the documents' form. */
function versionsIn({ body }: Answer): Bag[] {
  const items = Array.isArray(body) ? (body as unknown[]) : at(body, "value");
  return (Array.isArray(items) ? items : []).filter(isBag);
}

/** A version as its own place shows it: with its path as its ID. */
function recorded(answer: Answer, names: Names, of?: Bag): unknown {
  const { body } = answer;
  if (answer.status > 299 || !isBag(body)) return body;
  const { name, version } = parted(String((of ?? body)["id"] ?? ""));
  const { createdTime, modifiedTime, modelId: _, ...record } = body;
  return {
    ...record,
    id: `${filled(W, names)}/models/${name}/versions/${version}`,
    name: version,
    type: "Provider.MachineLearningServices/workspaces/models/versions",
    systemData: { createdAt: createdTime, lastModifiedAt: modifiedTime },
    properties: { ...(isBag(record["properties"]) && record["properties"]), isArchived: false },
  };
}

const containerOf = (names: Names, name: string, versions: readonly Bag[]): Bag => ({
  id: `${filled(W, names)}/models/${name}`,
  name,
  type: "Provider.MachineLearningServices/workspaces/models",
  properties: {
    isArchived: false,
    latestVersion: String(
      Math.max(...versions.filter((one) => one["name"] === name).map((one) => Number(one["version"]))),
    ),
  },
});

const notFound = (id: string): Answer => ({
  status: 404,
  headers: { "content-type": "application/json" },
  body: { error: { code: "ResourceNotFound", message: `The resource '${id}' was not found.`, details: [] } },
});
