import type { Log } from "../core/log";
import { now } from "../core/time";
import { stackOf } from "../core/urn";

/** What the engine's own service is called with, which each face has from another place. */
export interface Library {
  credentials: { createInsecure(): unknown };
  EngineClient: new (address: string, credentials: unknown) => Client;
  messages: {
    GetRootResourceRequest: { new (): unknown };
    LogRequest: { new (): Record<string, (value: unknown) => void> };
    LogSeverity: Record<string, number>;
  };
}

interface Client {
  log(request: unknown, done: (error: unknown) => void): void;
  getRootResource(
    request: unknown,
    options: { deadline: number },
    done: (error: unknown, answer?: { getUrn(): string }) => void,
  ): void;
}

/** The engine of this run, as its providers may speak to it. */
export interface Engine {
  /** The log of the resource with this URN; without one, messages go to the stack. */
  logOf(urn: string | undefined): Log;
  /**
   * The stack of this run, which its program has told the engine before all resources: known to what only runs with a
   * program, as checks, creates and updates do.
   */
  stackOfRun(): Promise<string | undefined>;
}

/** The last argument that is an address; the engine gives others too when it is asked to tell more. */
export const addressIn = (args: readonly string[]): string | undefined =>
  args.findLast((one) => /^[\w.[\]-]+:\d+$/.test(one));

/** Speaks to the engine at an address; without one, or where the library cannot be loaded, nothing is told. */
export function engineAt(address: string | undefined, load: () => Library): Engine {
  let known: { client: Client; messages: Library["messages"] } | undefined | null;
  const connect = (): typeof known => {
    if (known !== undefined) return known;
    known = null;
    if (address === undefined) return known;
    try {
      const { EngineClient, credentials, messages } = load();
      known = { client: new EngineClient(address, credentials.createInsecure()), messages };
    } catch {
      // A message that cannot be told stops nothing.
    }
    return known;
  };

  let rootStack: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    const to = connect();
    if (to === null || to === undefined) return undefined;
    return new Promise((resolve) =>
      to.client.getRootResource(
        new to.messages.GetRootResourceRequest(),
        { deadline: Date.now() + 5000 },
        (_, answer) => resolve(stackOf(answer?.getUrn() ?? "")),
      ),
    );
  };

  return {
    stackOfRun: () => (rootStack ??= ask()),
    logOf(urn) {
      let lastShown = -Infinity;
      const send = (severity: "INFO" | "WARNING", text: string, ephemeral: boolean): void => {
        const to = connect();
        if (to === null || to === undefined) return;
        const request = new to.messages.LogRequest();
        request["setSeverity"]?.(to.messages.LogSeverity[severity]);
        request["setMessage"]?.(text);
        request["setEphemeral"]?.(ephemeral);
        if (urn !== undefined) request["setUrn"]?.(urn);
        to.client.log(request, () => {});
      };
      return {
        progress(text) {
          if (now() - lastShown < 500) return; // at most twice a second
          lastShown = now();
          send("INFO", text, true);
        },
        info: (text) => send("INFO", text, false),
        warn: (text) => send("WARNING", text, false),
      };
    },
  };
}
