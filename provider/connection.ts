import { secretsOf, settingsOf, variableOf, type Configuration } from "./configuration";
import { claimsOfRun, turnsOfRun } from "./core/claims";
import { http, path, type Http, type Service } from "./core/http";
import type { Connection } from "./core/connection";
import { Lists } from "./core/lists";
import { masked } from "./core/log";
import { Pace } from "./core/pace";
import { redact } from "./core/redact";
import type { Api, Context, Settings } from "./core/resource";
import type { ServiceDefinition, Tokens } from "./core/service";
import { now, timeOf } from "./core/time";
import { bearer } from "./core/token";
import { worksOfRun } from "./core/works";
import { dialectOf, mixUp, speaking } from "./dialect";
import { identity } from "./identity";
import { issuer } from "./issuer";
import { services } from "./services";

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
  const fetched = new Set<string>();
  const secrets = (): string[] => [...secretsOf(settings), ...fetched];
  const called = servicesOf(settings, secrets, (token) => fetched.add(token));
  const queues = new Map<string, Promise<unknown>>();
  const handover = new Map<string, unknown>();
  const lists = new Lists();
  const dialect = dialectOf(settings);
  const apis = Object.keys(called) as Api[];
  return {
    settings,
    handover,
    compared: new Map(),
    claims: claimsOfRun(),
    works: worksOfRun(),
    mask: (text, moreSecrets) => redact(text, [...secrets(), ...moreSecrets]),
    open(openLog, milliseconds, moreSecrets = () => []): Context {
      const all = (): string[] => [...secrets(), ...moreSecrets()];
      const log = masked(openLog, (text) => redact(text, all()));
      const time = timeOf(milliseconds);
      const clients = {} as Record<Api, Http>;
      for (const api of apis) {
        const client = http({ ...called[api], secrets: all }, time, log.progress, () => lists.forget());
        clients[api] = dialect === undefined ? client : speaking(client, dialect, log);
      }
      return {
        ...clients,
        settings,
        log,
        keep: (secret) => fetched.add(secret),
        lists,
        handover,
        heldByOthers: () => new Set(),
        hold() {},
        leave() {},
        left: () => new Set(),
        successor: () => undefined,
        isReplacement: () => false,
        works: () => [],
        async oneAtATime(name, operation) {
          const before = queues.get(name);
          const waitingSince = now();
          if (before !== undefined) log.progress("waiting for another operation to end");
          const turn = Promise.resolve(before).then(async () => {
            const end = await turnsOfRun()?.take(name, now() + milliseconds);
            time.deadline += now() - waitingSince;
            return operation().finally(end);
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

/** The services as this connection calls them; `keep` hears of every token. */
function servicesOf(settings: Settings, secrets: () => string[], keep: (token: string) => void): Record<Api, Service> {
  const called = (definition: ServiceDefinition): Service => {
    const { name, address, apiVersion, passing, passingReads = [], queue = "", perSecond, advice, form } = definition;
    return {
      name,
      setting: address === undefined ? undefined : { key: address, variable: variableOf(address) },
      baseUrl: () => (address === undefined ? "" : settings.need(address)),
      authorize: definition.authorize?.(settings, tokens) ?? (async () => ({})),
      passing,
      passingReads,
      pace: (origin) => paceOf(`${queue} ${origin}`, perSecond?.(settings)),
      secrets,
      form,
      ...(apiVersion !== undefined && { apiVersion }),
      mixUp: (refusal) => mixUp(settings, address, refusal),
      ...(advice !== undefined && { advice: (refusal) => advice(refusal, settings) }),
    };
  };
  const tokens: Tokens = (what) =>
    settings.get("credential") === "default"
      ? identity(settings, () => what()["scope"] ?? `${what()["resource"]!.replace(/\/$/, "")}/.default`, keep)
      : bearer(
          {
            issuer: called(issuer),
            path: () => path`/${settings.need("tenantId")}/oauth2/token`,
            form: () => ({
              grant_type: "client_credentials",
              client_id: settings.need("clientId"),
              client_secret: settings.need("clientSecret"),
              ...(dialectOf(settings)?.token(what()) ?? what()),
            }),
          },
          keep,
        );
  return Object.fromEntries(Object.entries(services).map(([api, one]) => [api, called(one)])) as Record<Api, Service>;
}

/** The queue of a host, shared by all connections of the process. */
function paceOf(origin: string, perSecond?: number): Pace {
  const key = `${origin} ${perSecond ?? ""}`;
  const pace = paces.get(key) ?? new Pace(perSecond);
  paces.set(key, pace);
  return pace;
}
