import { secretsOf, settingsOf, variableOf, type Configuration } from "./configuration";
import { http, path, type Http, type Service } from "./core/http";
import type { Connection } from "./core/lifecycle";
import { Lists } from "./core/lists";
import { logOf } from "./core/log";
import { Pace } from "./core/pace";
import { redact } from "./core/redact";
import type { Api, Context, Settings } from "./core/resource";
import { bearer } from "./core/token";

/** Calls per second that the tiers of the search service allow: document 2, "Limits". */
const callsPerSecond: Record<string, number> = { free: 3, basic: 10, standard: 50, storageOptimized: 100 };

const connections = new Map<string, Connection>();
const paces = new Map<string, Pace>();

/** The connection with this configuration; one for all that have the same. */
export function connectionOf(configuration: Configuration): Connection {
  const key = JSON.stringify(Object.entries(configuration).sort());
  const connection = connections.get(key) ?? connect(settingsOf(configuration));
  connections.set(key, connection);
  return connection;
}

function connect(settings: Settings): Connection {
  const tokens: string[] = [];
  const secrets = (): string[] => [...secretsOf(settings), ...tokens];
  const services = servicesOf(settings, secrets, (token) => tokens.push(token));
  const queues = new Map<string, Promise<unknown>>();
  const created = new Map<string, string>();
  const handover = new Map<string, unknown>();
  const lists = new Lists();
  return {
    settings,
    compared: new Map(),
    mask: redact,
    open(urn, milliseconds): Context {
      const log = logOf(urn);
      const time = { deadline: Date.now() + milliseconds };
      const clients = Object.fromEntries(
        Object.entries(services).map(([name, service]) => [
          name,
          http(service, time, log.progress, () => lists.forget()),
        ]),
      ) as Record<Api, Http>;
      return {
        ...clients,
        settings,
        log,
        lists,
        created,
        handover,
        async oneAtATime(name, operation) {
          const before = queues.get(name);
          const asked = Date.now();
          if (before !== undefined) log.progress("waiting for another operation to end");
          const turn = Promise.resolve(before).then(() => {
            time.deadline += Date.now() - asked;
            return operation();
          });
          const ended = turn.then(
            () => {},
            () => {},
          );
          queues.set(name, ended);
          void ended.then(() => queues.get(name) === ended && queues.delete(name));
          return turn;
        },
      };
    },
  };
}

function servicesOf(settings: Settings, secrets: () => string[], keep: (token: string) => void): Record<Api, Service> {
  const service = (name: string, key: string, more: Partial<Service> = {}): Service => ({
    name,
    setting: { key, variable: variableOf(key) },
    baseUrl: () => settings.need(key),
    authorize: async () => ({}),
    passing: [408, 429, 500, 502, 503, 504],
    pace: (origin) => paceOf(origin),
    secrets,
    ...more,
  });
  const issuer = service("the token issuer", "authEndpoint", {
    // Asked by calls that have their turn, also where it is at the address of the service that they go to.
    pace: (origin) => paceOf(`tokens ${origin}`),
    advice: ({ status }) =>
      status < 500
        ? "Check tenantId, clientId and clientSecret (MLPLANE_TENANT_ID, MLPLANE_CLIENT_ID, MLPLANE_CLIENT_SECRET)."
        : undefined,
  });
  const token = (what: () => Record<string, string>): Service["authorize"] =>
    bearer(
      {
        issuer,
        path: () => path`/${settings.need("tenantId")}/oauth2/token`,
        form: () => ({
          grant_type: "client_credentials",
          client_id: settings.need("clientId"),
          client_secret: settings.need("clientSecret"),
          ...what(),
        }),
      },
      keep,
    );
  const credentials = token(() => ({ resource: settings.need("tokenResource") }));
  const searchToken = token(() => ({ scope: settings.need("searchScope") }));
  const management: Partial<Service> = {
    apiVersion: "2023-10-01",
    authorize: async (refused, tell) => {
      const given = settings.get("accessToken");
      return given === undefined ? credentials(refused, tell) : { authorization: `Bearer ${given}` };
    },
    advice: ({ status }) =>
      status === 401 || status === 403
        ? "Check the service principal (tenantId, clientId, clientSecret) or accessToken, and its role in the " +
          "resource group."
        : status === 404
          ? REFER
          : undefined,
  };
  return {
    ml: service("the ML service", "mlEndpoint", management),
    model: service("the model registry", "modelEndpoint", management),
    // Called at addresses that endpoints give, with credentials of theirs, and paced by itself so that latencies can be
    // measured.
    scoring: service("the online endpoint", "mlEndpoint", {
      setting: undefined,
      baseUrl: () => "",
      pace: (origin) => paceOf(`scoring ${origin}`),
    }),
    agent: service("the agent service", "agentEndpoint", {
      authorize: async () => ({ "api-key": settings.need("agentApiKey") }),
    }),
    search: service("the search service", "searchEndpoint", {
      apiVersion: "2025-11-01-preview",
      authorize: async (refused, tell) =>
        settings.get("searchApiKey") === undefined
          ? searchToken(refused, tell)
          : { "api-key": settings.need("searchApiKey") },
      pace: (origin) => paceOf(origin, callsPerSecond[settings.get("searchTier") ?? ""]),
      advice: ({ status, reason }) =>
        status === 401 || status === 403
          ? "Check searchApiKey (MLPLANE_SEARCH_API_KEY): an admin key is needed."
          : status === 404 || /does not exist|not found/i.test(reason)
            ? REFER
            : undefined,
    }),
    local: service("the local inference service", "localEndpoint", {
      passing: [408, 429, 502, 503, 504],
      advice: ({ reason }) =>
        /not loaded/i.test(reason)
          ? "Declare a local.LoadedModel and ask by its `id`. The service unloads a model whose time is over; " +
            "`pulumi up --refresh` loads it again."
          : undefined,
    }),
  };
}

/** What to do when something is not there, which is most often named by a literal. */
const REFER =
  "Where the program declares what is missing, refer to it by its output (`index.name`), so that it is there first.";

/** The queue of a host, shared by all connections of the process. */
function paceOf(origin: string, perSecond?: number): Pace {
  const key = `${origin} ${perSecond ?? ""}`;
  const pace = paces.get(key) ?? new Pace(perSecond);
  paces.set(key, pace);
  return pace;
}
