import type { Setting } from "./core/service";
import type { Api, Settings } from "./core/settings";
import { UserError } from "./core/errors";
import { originOf } from "./core/url";
import { dialectNamed, mistakeInName } from "./dialect";
import { settings as ofIssuer } from "./issuer";
import { settings as ofLocal } from "./local/service";
import { settings as ofMl } from "./ml/service";
import { settings as ofSearch } from "./search/service";
import { services } from "./services";

/** The configuration keys of a connection, as they are documented. */
export const keys = {
  ...ofMl,
  ...ofIssuer,
  ...ofSearch,
  ...ofLocal,
  dialect: {
    description:
      "How the services speak: `specified`, as in the documents, or `azure`, as Azure Machine Learning, Azure AI " +
      "Search and Foundry Local do; then the addresses of the public cloud are defaults.",
    default: "specified",
  },
  adopt: {
    description: "What a create does with a resource that exists already, where its argument `adopt` says nothing.",
    default: "identical",
    choices: ["identical", "always", "never"],
  },
} as const satisfies Record<string, Setting>;

/** The name of a configuration key, without the prefix `mlplane:`. */
export type ConfigurationKey = keyof typeof keys;

/** The keys under `mlplane:` of a stack's configuration that do nothing, without that prefix. */
export const unknownKeys = (configuration: object): string[] =>
  Object.keys(configuration)
    .flatMap((full) => /^mlplane:(.*)$/.exec(full)?.[1] ?? [])
    .filter((key) => !Object.hasOwn(keys, key));

/** The variables under `MLPLANE_` that do nothing. */
export const unknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(environment).filter((name) => name.startsWith("MLPLANE_") && ![...variables.values()].includes(name));

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
  const open = new Set(valuesOf(false));
  return valuesOf(true).filter((value) => !open.has(value));
}

/** The settings of a connection: a given value, else the environment, else the default. */
export function settingsOf(explicit: Configuration, environment: NodeJS.ProcessEnv = process.env): Settings {
  const valueOf = (key: string): string | undefined =>
    explicit[key as ConfigurationKey] || environment[variableOf(key)] || undefined;
  const defaults = dialectNamed(valueOf("dialect"))?.defaults ?? {};
  const get = (key: string): string | undefined => {
    const setting = Object.hasOwn(keys, key) ? (keys[key as ConfigurationKey] as Setting) : undefined;
    if (setting === undefined) return undefined;
    const value = valueOf(key);
    if (key === "credential" && value === undefined && valueOf("clientSecret") !== undefined) return "clientSecret";
    return value || defaults[key] || setting.default || (setting.like === undefined ? undefined : get(setting.like));
  };
  const lacking = (key: string): string =>
    `${key} is not configured: set it with \`pulumi config set ${secretFlag(key)}mlplane:${key} …\`, on the ` +
    `mlplane.Provider, or as ${variableOf(key)}`;
  const complete = new Set<Api>();
  const missing = (api: Api): string[] => [
    ...services[api]
      .needs(get)
      .filter((key) => get(key) === undefined)
      .map(lacking),
    ...Object.entries<Setting>(keys).flatMap(([key, setting]) => mistakeIn(key, setting, get(key)) ?? []),
    ...[mistakeInName(get("dialect")!)].flatMap((mistake) =>
      mistake === undefined ? [] : [`dialect (mlplane:dialect or ${variableOf("dialect")}) ${mistake}`],
    ),
  ];
  return {
    get,
    need(key) {
      const value = get(key);
      if (value === undefined) throw new UserError(lacking(key));
      return value;
    },
    // Every resource asks; what is complete stays so, and what is missing may be set later.
    missing(api) {
      if (complete.has(api)) return [];
      const reasons = missing(api);
      if (reasons.length === 0) complete.add(api);
      return reasons;
    },
    address(api) {
      const key = services[api]?.address;
      const text = key === undefined ? undefined : get(key);
      const url = text === undefined ? undefined : normalAddress(text);
      return key === undefined || url === undefined ? undefined : { key, url };
    },
  };
}

const normalAddresses = new Map<string, string | undefined>();

/** An address in one form, kept because each object of each resource asks for it; `undefined` for what is none. */
function normalAddress(text: string): string | undefined {
  if (!normalAddresses.has(text)) normalAddresses.set(text, isAddress(text) ? normalUrl(new URL(text)) : undefined);
  return normalAddresses.get(text);
}

const normalUrl = (url: URL): string => originOf(url) + url.pathname.replace(/\/+$/, "");

/** What is wrong with the value of a key, if anything is. */
function mistakeIn(key: string, { choices, address }: Setting, value: string | undefined): string | undefined {
  const where = `${key} (mlplane:${key} or ${variableOf(key)})`;
  if (value === undefined) return undefined;
  if (choices !== undefined && !choices.includes(value)) return `${where} must be one of ${choices.join(", ")}`;
  return address === true && !isAddress(value) ? `${where} must be an address such as https://example.com` : undefined;
}

const secretFlag = (key: string): string => ("secret" in (keys[key as ConfigurationKey] ?? {}) ? "--secret " : "");
const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
