// The requests that each class makes, for its page: what a create, an update, a delete and a refresh ask its service.
const own = "GET";
const listed = "a list where several are read, else GET";
const merged = "GET, PUT";

/** What a conventional class asks: create, update, delete, refresh. `undefined` where there is none. */
const plain = (/** @type {{ update?: unknown; list?: unknown }} */ { update, list }) => [
  "PUT",
  update === undefined ? undefined : merged,
  "DELETE",
  list === undefined ? own : listed,
];

/**
 * The same of classes that are particular, by kind.
 * @type {Record<string, (string | undefined)[]>}
 */
const particular = {
  "ml:Workspace": ["PUT", merged, "DELETE, with `forceToPurge` for `purge`", listed],
  "ml:Model": ["PUT", "PUT", "DELETE", listed],
  "ml:Compute": ["PUT", merged, "DELETE with `underlyingResourceAction`", listed],
  "ml:OnlineEndpoint": ["PUT", merged, "DELETE", `${own}; POST \`listKeys\` for the keys`],
  "ml:OnlineDeployment": [
    "PUT, once the endpoint is ready; one at a time per endpoint",
    merged,
    "DELETE, after its share of traffic is taken away (GET, PUT of the endpoint)",
    own,
  ],
  "ml:EndpointTraffic": [`${merged} of the endpoint`, `${merged} of the endpoint`, `${merged} of the endpoint`, own],
  "ml:Job": ["PUT", "PUT", "POST `cancel` while it runs, DELETE; none with `keep`", listed],
  "search:Index": ["PUT", `${merged} with \`If-Match\``, "DELETE with `If-Match`", listed],
  "search:Documents": [
    "POST searches for the keys, POST batches",
    "POST batches of what differs",
    "POST batches of `delete` for the declared keys",
    "statistics, then pages of a search",
  ],
  "search:KnowledgeSource": ["POST", `${merged} with \`If-Match\``, "DELETE", listed],
  "search:KnowledgeBase": ["POST", `${merged} with \`If-Match\``, "DELETE", listed],
  "local:CachedModel": ["POST of a download", undefined, undefined, "one list for all"],
  "local:LoadedModel": ["GET `load`", "GET `unload`, GET `load`", "GET `unload`", "one list for all"],
  "local:GpuDevice": [
    "GET `getgpudevice`, GET `setgpudevice`",
    "GET `setgpudevice`",
    "GET `setgpudevice` to the previous one",
    own,
  ],
};

/**
 * One sentence for each verb of a class.
 * @param {{ kind: string; update?: unknown; list?: unknown }} definition
 */
export function requestsOf(definition) {
  const told = particular[definition.kind] ?? plain(definition);
  return ["create", "update", "delete", "refresh"]
    .map((verb, position) => `${verb}: ${told[position] ?? "none"}`)
    .join("; ");
}
