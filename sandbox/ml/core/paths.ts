/** The provider namespace of document 1. */
export const namespace = "Provider.MachineLearningServices";

/** The fixed words of resource paths, by the form in lower case. */
const canonical = new Map<string, string>();
const known = (word: string): void => void canonical.set(word.toLowerCase(), word);
["subscriptions", "resourceGroups", "providers", "locations"].forEach(known);

/** The versions of collections in a workspace that have a version of their own. */
const versions = new Map<string, string>();

/** The route of all workspaces of a resource group. */
export const workspacesRoute = collection(
  `/subscriptions/:subscription/resourceGroups/:group/providers/${namespace}`,
  "workspaces",
);

/** The route of a collection in what another route names, with its version where that is not the common one. */
export function collection(parent: string, word: string, version?: string): string {
  known(word);
  if (version !== undefined) versions.set(word.toLowerCase(), version);
  return `${parent}/${word}`;
}

/** The version of what is in a workspace, where that is not the common one. */
export const versionOfCollection = (path: string): string | undefined =>
  versions.get(/\/workspaces\/[^/]+\/([^/]+)/i.exec(path)?.[1]?.toLowerCase() ?? "");

/** The path with the fixed words of resource paths in their documented letter case; the service takes them in any. */
export function canonicalPath(path: string): string {
  const prefix = /^\/modelmanagement\/v1\.0(?=\/)/i.exec(path)?.[0] ?? "";
  const segments = path.slice(prefix.length).split("/");
  if (segments[1]?.toLowerCase() !== "subscriptions") return path;
  const fixed = segments.map((segment, at) => {
    if (segment.toLowerCase() === namespace.toLowerCase()) return namespace;
    // Names stand at even places and stay as they are.
    return at % 2 === 1 ? (canonical.get(segment.toLowerCase()) ?? segment) : segment;
  });
  return prefix.toLowerCase() + fixed.join("/");
}

/** The form in which resource paths are compared: without regard to letter case, but for the names of jobs. */
export function pathKey(path: string): string {
  const names = path.search(/\/jobs\//i) + "/jobs/".length;
  return names < "/jobs/".length ? path.toLowerCase() : path.slice(0, names).toLowerCase() + path.slice(names);
}

/** The name and the type of the resource at a path. */
export function nameAndType(id: string): { name: string; type: string } {
  const segments = id.slice(id.indexOf(namespace) + namespace.length + 1).split("/");
  return {
    name: segments.at(-1) ?? "",
    type: [namespace, ...segments.filter((_segment, at) => at % 2 === 0)].join("/"),
  };
}

/** The path of the resource that holds the one at `id`: the last two segments taken away. */
export function parentOf(id: string): string {
  return id.split("/").slice(0, -2).join("/");
}
