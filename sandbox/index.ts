import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { dialectNamed, dialects, type Dialect } from "../dialects";
import { type Context, plainBehaviour } from "./context";
import { takeOutcome } from "./control/faults";
import { RequestLog } from "./control/requests";
import type { Script } from "./control/script";
import { searchTiers } from "./control/tiers";
import { addressIn } from "./dialect";
import { environmentOf } from "./environment";
import { application } from "./server";
import type { Behaviour, Fault, LoggedRequest } from "./publicTypes";
import { Store } from "./store";

export type { Behaviour, Fault, LoggedRequest, Outcome } from "./publicTypes";
export { searchTiers } from "./control/tiers";

/** How a sandbox is started. */
export interface SandboxOptions {
  /** The port on 127.0.0.1; a free one when not given or 0. */
  port?: number;
  /** A file that keeps what the services hold; in memory only when not given. */
  data?: string;
  /**
   * The tier of the search service (`free`, `basic`, `standard`, `storageOptimized`), which limits its requests per
   * second; no limit when not given.
   */
  tier?: keyof typeof searchTiers;
  /** Milliseconds by which every answer is delayed. */
  latency?: number;
  /** Where the services deviate from the plainest legal form. */
  behaviour?: Partial<Behaviour>;
  /** How the services speak: `azure`; as in the documents when not given. */
  dialect?: keyof typeof dialects;
}

/** A sandbox that runs. */
export interface Sandbox {
  /** The address of all three services. */
  url: string;
  /** The `MLPLANE_…` variables that a client of it needs. */
  environment: Record<string, string>;
  /** The requests so far, in order of arrival; set its length to 0 to forget them. */
  requests: LoggedRequest[];
  /** The faults that are still to come; push to script one. */
  faults: Fault[];
  /** The forms of the answers, which may be changed at any time. */
  behaviour: Behaviour;
  /** Stops answering and writes the data file. */
  close(): Promise<void>;
}

/** The vendors' clients take a ready token more easily than one of this issuer: `sandbox` is one that never expires. */
function admitVendors(store: Store, url: string): void {
  store.collection("tokens").set("sandbox", { audience: url, expires: Number.MAX_SAFE_INTEGER });
}

function dialectOf(name: string): Dialect {
  const dialect = dialectNamed(name);
  if (dialect === undefined) throw new Error(`there is no dialect ${name}, only ${Object.keys(dialects).join(", ")}`);
  return dialect;
}

/**
 * Starts the three services on one address. Rejects with the system's error, for example `EADDRINUSE`, when it cannot
 * listen.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dialect = options.dialect === undefined ? undefined : dialectOf(options.dialect);
  const store = new Store(options.data);
  const script: Script = { log: new RequestLog(), faults: [], latency: options.latency ?? 0 };
  const behaviour: Behaviour = {
    ...plainBehaviour(),
    ...dialect?.behaviour,
    ...(options.tier === undefined ? {} : { searchRequestsPerSecond: searchTiers[options.tier] }),
    ...options.behaviour,
  };
  const clock = store.collection<number>("clock");
  let url = "";
  const context: Context = {
    url: () => url,
    environment: () => environmentOf(url, options.dialect),
    now: () => Date.now() + (clock.get("advanced") ?? 0),
    collection: (name) => store.collection(name),
    revision: () => store.revision,
    behaviour,
    outcome: (method, path) => {
      const address = dialect === undefined ? path : addressIn(dialect, method, path);
      const outcome = takeOutcome(script.faults, `${method} ${address}`);
      if (outcome !== undefined) script.log.marked(method, address);
      return outcome;
    },
  };
  const server = createAdaptorServer({ fetch: application(context, script, dialect).fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (dialect !== undefined) admitVendors(store, url);
  return {
    url,
    environment: context.environment(),
    requests: script.log.requests,
    faults: script.faults,
    behaviour,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      store.flush();
    },
  };
}
