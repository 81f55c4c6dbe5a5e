import { resources } from "../../provider/resources";

/** The path of every resource, and that of the list which it is in. */
const ofResources = resources
  .map(({ idForm }) => idForm.replaceAll(/\{\w+\}/g, "{}"))
  .filter((path) => path.startsWith("/"))
  .flatMap((path) => [path, path.replace(/\/\{\}$/, "")]);

const workspace = "/subscriptions/{}/resourceGroups/{}/providers/{}/workspaces";
const endpoint = `${workspace}/{}/onlineEndpoints/{}`;

/** Every URL path of the three services, beside those of resources; `{}` stands for one segment. */
const routes = [
  ...ofResources,
  "/{}/oauth2/token",
  ...[
    "",
    "/{}",
    ...["computes", "jobs", "models", "onlineEndpoints"].flatMap((list) => [`/{}/${list}`, `/{}/${list}/{}`]),
    "/{}/jobs/{}/cancel",
  ].map((rest) => workspace + rest),
  ...["/listKeys", "/regenerateKeys", "/token", "/deployments", "/deployments/{}", "/deployments/{}/getLogs"].map(
    (rest) => endpoint + rest,
  ),
  ...["/{}/models", "/{}/models/{}"].map((rest) => `/modelmanagement/v1.0${workspace}${rest}`),
  "/compat/threads/runs",
  "/score/{}",
  ...["docs/index", "docs/search", "docs/suggest", "stats"].map((rest) => `/indexes/{}/${rest}`),
  "/knowledgebases/{}/query",
  ...["models", "loadedmodels", "download", "load/{}", "unload/{}", "status", "getgpudevice", "setgpudevice/{}"].map(
    (rest) => `/compat/${rest}`,
  ),
  "/runtime/list",
  "/v1/chat/completions",
  "/v1/chat/completions/tokenizer/encode/count",
  "/subscriptions/{}/resourceGroups/{}/providers/{}/locations/{}/operations/{}",
];

const isRoute = new RegExp(
  `^(?:${routes.map((route) => route.replaceAll(".", "\\.").replaceAll("{}", "[\\w.~!*'()%:-]+")).join("|")})$`,
);

/** The paths that are none of the services', or whose names are not encoded. */
export const strangeIn = (paths: readonly string[]): string[] => paths.filter((path) => !isRoute.test(path));
