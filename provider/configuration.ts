import type { Api, Settings } from "./core/settings";
import { UserError } from "./core/errors";

interface Key {
  description: string;
  secret?: true;
  default?: string;
  /** Another key whose value counts when this one has none. */
  like?: string;
}

/** The configuration keys of a connection, as they are documented. */
export const keys = {
  mlEndpoint: { description: "The address of ML resource management, `{base_url}` of document 1." },
  modelEndpoint: {
    description: "The address of the model registry, `{model_url}` of document 1; default is `mlEndpoint`.",
    like: "mlEndpoint",
  },
  authEndpoint: { description: "The address of the token issuer, `{auth_url}` of document 1." },
  tokenResource: { description: "The `resource` of a token request; default is `mlEndpoint`.", like: "mlEndpoint" },
  tenantId: { description: "The tenant of the service principal." },
  clientId: { description: "The client ID of the service principal." },
  clientSecret: { description: "The client secret of the service principal.", secret: true },
  accessToken: {
    description: "A ready bearer token for ML resource management, instead of client credentials.",
    secret: true,
  },
  subscriptionId: { description: "The subscription of ML resources." },
  resourceGroup: { description: "The resource group of ML resources." },
  providerNamespace: {
    description: "The provider namespace in the paths of ML resources.",
    default: "Provider.MachineLearningServices",
  },
  agentEndpoint: { description: "The address of the agent service, `{agent_url}` of document 1." },
  agentApiKey: { description: "The API key of the agent service.", secret: true },
  searchEndpoint: { description: "The address of the search service, `{base_url}` of document 2." },
  searchApiKey: { description: "The admin API key of the search service.", secret: true },
  searchScope: {
    description: "The token scope of the search service: without an API key, a bearer token for it is used.",
  },
  searchTier: {
    description:
      "The tier of the search service (`free`, `basic`, `standard`, `storageOptimized`), to keep all calls " +
      "below its rate.",
  },
  localEndpoint: {
    description: "The address of the local inference service, `{base_url}` of document 3.",
    default: "http://127.0.0.1:5272",
  },
  adopt: {
    description: "What a create does with a resource that exists already, where its argument `adopt` says nothing.",
    default: "identical",
  },
} as const satisfies Record<string, Key>;

export type ConfigurationKey = keyof typeof keys;
/** The keys under `mlplane:` of a stack's configuration that do nothing, without that prefix. */
export const unknownKeys = (configuration: object): string[] =>
  Object.keys(configuration)
    .flatMap((full) => /^mlplane:(.*)$/.exec(full)?.[1] ?? [])
    .filter((key) => !Object.hasOwn(keys, key));

/** The values of a connection, by configuration key. */
export type Configuration = Partial<Record<ConfigurationKey, string>>;

/** The environment variable of a configuration key: `MLPLANE_ML_ENDPOINT` for `mlEndpoint`. */
export const variableOf = (key: string): string => variables.get(key) ?? variableName(key);

const variableName = (key: string): string =>
  `MLPLANE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
const variables: ReadonlyMap<string, string> = new Map(Object.keys(keys).map((key) => [key, variableName(key)]));

/**
 * The values that must never be shown; one that is also that of a key which is no secret cannot be kept, as in a
 * sandbox.
 */
export function secretsOf({ get }: Settings): string[] {
  const valuesOf = (isSecret: boolean): string[] =>
    Object.entries(keys)
      .filter(([, one]) => "secret" in one === isSecret)
      .flatMap(([key]) => get(key) ?? []);
  const shown = new Set(valuesOf(false));
  return valuesOf(true).filter((value) => !shown.has(value));
}

const choices: Partial<Record<ConfigurationKey, readonly string[]>> = {
  searchTier: ["free", "basic", "standard", "storageOptimized"],
  adopt: ["identical", "always", "never"],
};

/** The settings of a connection: a given value, else the environment, else the default. */
export function settingsOf(given: Configuration, environment: NodeJS.ProcessEnv = process.env): Settings {
  const get = (key: string): string | undefined => {
    const own = Object.hasOwn(keys, key) ? (keys[key as ConfigurationKey] as Key) : undefined;
    if (own === undefined) return undefined;
    const value = given[key as ConfigurationKey] || environment[variableOf(key)];
    return value || own.default || (own.like === undefined ? undefined : get(own.like));
  };
  const lacking = (key: string): string =>
    `${key} is not configured: set it with \`pulumi config set ${secretFlag(key)}mlplane:${key} …\`, on the ` +
    `mlplane.Provider, or as ${variableOf(key)}`;
  const needed: Record<Api, () => string[]> = {
    ml: () => [
      "mlEndpoint",
      "subscriptionId",
      "resourceGroup",
      ...(get("accessToken") === undefined ? credentials : []),
    ],
    model: () => needed.ml(),
    scoring: () => [],
    agent: () => ["agentEndpoint", "agentApiKey"],
    search: () => [
      "searchEndpoint",
      ...(get("searchApiKey") === undefined ? (get("searchScope") === undefined ? ["searchApiKey"] : credentials) : []),
    ],
    local: () => [],
  };
  const checked = new Map<Api, string[]>();
  const missing = (api: Api): string[] => [
    ...needed[api]()
      .filter((key) => get(key) === undefined)
      .map(lacking),
    ...Object.entries(choices).flatMap(([key, values]) =>
      values.includes(get(key) ?? values[0]!)
        ? []
        : [`${key} (mlplane:${key} or ${variableOf(key)}) must be one of ${values.join(", ")}`],
    ),
    ...["mlEndpoint", "modelEndpoint", "authEndpoint", "agentEndpoint", "searchEndpoint", "localEndpoint"].flatMap(
      (key) =>
        get(key) === undefined || isAddress(get(key)!)
          ? []
          : [`${key} (mlplane:${key} or ${variableOf(key)}) must be an address such as https://example.com`],
    ),
  ];
  return {
    get,
    need(key) {
      const value = get(key);
      if (value === undefined) throw new UserError(lacking(key));
      return value;
    },
    // Every resource asks; the answer is the same for all.
    missing(api) {
      const found = checked.get(api) ?? missing(api);
      checked.set(api, found);
      return found;
    },
  };
}

const credentials = ["authEndpoint", "tenantId", "clientId", "clientSecret"];
const secretFlag = (key: string): string => ("secret" in (keys[key as ConfigurationKey] ?? {}) ? "--secret " : "");
const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
