import { keys, variableOf, type Configuration, type ConfigurationKey } from "../../provider/configuration";
import { connectionOf } from "../../provider/connection";
import type { Connection } from "../../provider/core/connection";
import { silent } from "../../provider/core/log";
import { ApiError, asError, UserError } from "../../provider/core/errors";
import type { Api, Context, Settings } from "../../provider/core/resource";
import { dialectNames, mixUp, otherAt, SPECIFIED } from "../../provider/dialect";
import { getStatus } from "../../provider/local/functions";
import { model } from "../../provider/ml/model";
import { workspace } from "../../provider/ml/workspace";
import { index } from "../../provider/search/index/searchIndex";

/** One line of the report. */
export interface Check {
  /** Whether it is well, or wrong, or there is nothing to check. */
  state: "well" | "wrong" | "absent";
  /** What was checked and found; where something is wrong, what to do. */
  text: string;
}

/** Milliseconds that a service may take to answer. */
const TIME = 15_000;

/** Asks each service something that changes nothing and that it only answers when it accepts the credentials. */
export const services: ((configuration: Configuration) => Promise<Check>)[] = [
  service("ML resource management", "ml", "mlEndpoint", async (context) => {
    const { length } = await workspace.list!({}, context);
    return `${length} workspace${length === 1 ? "" : "s"} in resource group ${context.settings.need("resourceGroup")}`;
  }),
  service("model registry", "model", "modelEndpoint", async (context) => {
    const [first] = await workspace.list!({}, context);
    if (first === undefined) return answers(context, "model", "its credentials are proven once there is a workspace");
    const { length } = await model.list!({ workspace: first.inputs["name"] }, context);
    return `${length} model${length === 1 ? "" : "s"} in workspace ${String(first.inputs["name"])}`;
  }),
  service("agent service", "agent", "agentEndpoint", (context) =>
    answers(context, "agent", "its API key is proven by the first run"),
  ),
  service("search", "search", "searchEndpoint", async (context) => {
    const indexes = await index.list!({}, context);
    // Every dialect lists indexes at the same place; only what is not translated shows whose words they are.
    const { settings } = context;
    requireOwnWords(settings, await index.list!({}, inDialect(settings, SPECIFIED).open(silent, TIME)));
    return `${indexes.length} index${indexes.length === 1 ? "" : "es"}`;
  }),
  service("local inference", "local", "localEndpoint", async (context) => {
    await getStatus.call({}, context);
    return "it answers";
  }),
];

function service(name: string, api: Api, key: ConfigurationKey, ask: (context: Context) => Promise<string>) {
  return async (configuration: Configuration): Promise<Check> => {
    const { settings, open } = connectionOf(configuration);
    const address = settings.get(key);
    if (address === undefined)
      return { state: "absent", text: `${name}: not configured (mlplane:${key} or ${variableOf(key)})` };
    const missing = settings.missing(api);
    if (missing.length > 0) return { state: "wrong", text: [`${name} at ${address}:`, ...missing].join("\n") };
    const foreign = settings.get("dialect") === SPECIFIED ? otherAt(address) : undefined;
    if (foreign !== undefined) return { state: "wrong", text: `${name} at ${address}: ${speaksOther(foreign)}` };
    try {
      return { state: "well", text: `${name} at ${address}: ${await ask(open(silent, TIME))}` };
    } catch (error) {
      const isGiven = (configuration[key] ?? process.env[variableOf(key)]) !== undefined || key !== "localEndpoint";
      const other = isRefusal(error) ? await otherOf(settings, ask) : undefined;
      const outcome = other === undefined ? asError(error).message : speaksOther(other);
      return { state: isGiven ? "wrong" : "absent", text: `${name} at ${address}: ${outcome}` };
    }
  };
}

const speaksOther = (dialect: string): string =>
  `it speaks the dialect \`${dialect}\`; set mlplane:dialect (${variableOf("dialect")}) to it`;

/** Whether a service has answered, though not as it should. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError ? error.status !== 401 && error.status !== 403 : /answered/.test(asError(error).message);

/** The name of the other dialect in which a service answers as it should, if there is one. */
async function otherOf(settings: Settings, ask: (context: Context) => Promise<string>): Promise<string | undefined> {
  for (const dialect of dialectNames().filter((name) => name !== settings.get("dialect"))) {
    const answer = await ask(inDialect(settings, dialect).open(silent, TIME)).catch(() => undefined);
    if (answer !== undefined) return dialect;
  }
  return undefined;
}

/** The same connection, in a dialect. */
function inDialect({ get }: Settings, dialect: string): Connection {
  const copiedKeys = Object.keys(keys).filter((key) => key !== "dialect" && key !== "providerNamespace");
  const configuration = Object.fromEntries(
    copiedKeys.flatMap((key) => (get(key) === undefined ? [] : [[key, get(key)]])),
  );
  return connectionOf({ ...configuration, dialect });
}

/** Throws an error when what a service shows has words of another dialect in it. */
function requireOwnWords(settings: Settings, body: unknown): void {
  const advice = mixUp(settings, "searchEndpoint", { status: 200, code: "", reason: JSON.stringify(body) });
  if (advice !== undefined) throw new UserError(`it answered, but in other words. ${advice}`);
}

/** Any answer shows that a service is there, but one that refuses the caller. */
async function answers(context: Context, api: Api, more: string): Promise<string> {
  await context[api].send({ method: "GET", path: "/" }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403 || error.status >= 500)
      throw error;
  });
  return `it answers; ${more}`;
}
