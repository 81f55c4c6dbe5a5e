import type { Route } from "../dialect";
import { isBag, mapping, within, words, type Lens } from "../lens";

/** Who provides a model of the catalog. */
const entry = words("providerType", { VendorLocal: "AzureFoundry", ModelHub: "HuggingFace" });

const items: Lens = within("models[]", entry);

/** The catalog is a bare list. */
export const catalog: Lens = {
  out: (body) => (isBag(body) ? (items.out(body) as { models?: unknown })["models"] : listed(body, entry.out)),
  back: (body) => (Array.isArray(body) ? { models: listed(body, entry.back) } : body),
  rows: [["`{ models: […] }`", "`[…]`"], ...entry.rows],
};

const listed = (body: unknown, map: (value: unknown) => unknown): unknown =>
  Array.isArray(body) ? body.map(map) : body;

/** What is downloaded: other words than in the catalog. */
export const download = words("model.ProviderType", { VendorLocal: "AzureFoundryLocal", ModelHub: "HuggingFace" });

/** The members of the status begin with a small letter. */
export const status = mapping(
  (body) => renamed(body, (name) => name.charAt(0).toLowerCase() + name.slice(1)),
  (body) => renamed(body, (name) => name.charAt(0).toUpperCase() + name.slice(1)),
  ["`Endpoints`, `ModelDirPath`, `PipeName`", "`endpoints`, `modelDirPath`, `pipeName`"],
);

const renamed = (body: Record<string, unknown>, name: (key: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [name(key), value]));

/** The places of Foundry Local. */
export const localRoutes: readonly Route[] = [
  { service: "local", document: "/runtime/list", theirs: "/foundry/list", answer: catalog },
  { service: "local", document: "/compat/download", theirs: "/openai/download", request: download },
  { service: "local", document: "/compat/status", theirs: "/openai/status", answer: status },
  ...["models", "loadedmodels", "getgpudevice", "load/{name}", "unload/{name}", "setgpudevice/{device}"].map(
    (path): Route => ({ service: "local", document: `/compat/${path}`, theirs: `/openai/${path}` }),
  ),
  ...["/v1/chat/completions", "/v1/chat/completions/tokenizer/encode/count"].map((path): Route => ({
    service: "local",
    document: path,
    theirs: path,
  })),
];

/** The place of the agent service. */
export const agentRoutes: readonly Route[] = [
  {
    service: "agent",
    document: "/compat/threads/runs",
    theirs: "/openai/threads/runs",
    apiVersion: "2024-05-01-preview",
  },
];
