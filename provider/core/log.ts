import { createRequire } from "node:module";
import { stackOf } from "./stored";
import { now } from "./time";

/** Messages of one resource. */
export interface Log {
  /** What is waited for: shown on the resource's line, not kept. */
  progress(text: string): void;
  /** What the user should know. */
  info(text: string): void;
  /** What the user should look at. */
  warn(text: string): void;
}

interface Engine {
  log(request: unknown, callback: (error: unknown) => void): void;
  getRootResource(
    request: unknown,
    options: { deadline: number },
    callback: (error: unknown, answer?: { getUrn(): string }) => void,
  ): void;
}
interface Proto {
  GetRootResourceRequest: { new (): unknown };
  LogRequest: { new (): Record<string, (value: unknown) => void> };
  LogSeverity: Record<string, number>;
}

let engine: { client: Engine; proto: Proto } | undefined | null;

/** The address of the engine's own service, which is the first argument of a dynamic provider's process. */
export function addressOfEngine(): string | undefined {
  const address = process.argv[2];
  return address !== undefined && /^[\w.[\]-]+:\d+$/.test(address) ? address : undefined;
}

function connect(): typeof engine {
  if (engine !== undefined) return engine;
  engine = null;
  const address = addressOfEngine();
  if (address === undefined) return engine;
  try {
    const grpc = createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js") as {
      credentials: { createInsecure(): unknown };
    };
    const { EngineClient } = require("@pulumi/pulumi/proto/engine_grpc_pb") as {
      EngineClient: new (address: string, credentials: unknown) => Engine;
    };
    const proto = require("@pulumi/pulumi/proto/engine_pb") as Proto;
    engine = { client: new EngineClient(address, grpc.credentials.createInsecure()), proto };
  } catch {
    return engine;
  }
  return engine;
}

let asked: Promise<string | undefined> | undefined;

/**
 * The stack of this run, which its program has told the engine before all resources: known to what only runs with a
 * program, as checks, creates and updates do.
 */
export function stackOfRun(): Promise<string | undefined> {
  const to = connect();
  asked ??=
    to === null || to === undefined
      ? Promise.resolve(undefined)
      : new Promise<string | undefined>((resolve) => {
          to.client.getRootResource(
            new to.proto.GetRootResourceRequest(),
            { deadline: Date.now() + 5000 },
            (_, answer) => {
              resolve(stackOf(answer?.getUrn() ?? ""));
            },
          );
        });
  return asked;
}

/** A log whose messages are masked. */
export const masked = (log: Log, mask: (text: string) => string): Log => ({
  progress: (text) => log.progress(mask(text)),
  info: (text) => log.info(mask(text)),
  warn: (text) => log.warn(mask(text)),
});

/**
 * The log of the resource with this URN; without one, messages go to the stack. Progress is shown at most twice a
 * second.
 */
export function logOf(urn: unknown): Log {
  let shown = -Infinity;
  const send = (severity: "INFO" | "WARNING", text: string, ephemeral: boolean): void => {
    const to = connect();
    if (to === null || to === undefined) return;
    const request = new to.proto.LogRequest();
    request["setSeverity"]?.(to.proto.LogSeverity[severity]);
    request["setMessage"]?.(text);
    request["setEphemeral"]?.(ephemeral);
    if (typeof urn === "string") request["setUrn"]?.(urn);
    to.client.log(request, () => {});
  };
  return {
    progress(text) {
      if (now() - shown < 500) return;
      shown = now();
      send("INFO", text, true);
    },
    info: (text) => send("INFO", text, false),
    warn: (text) => send("WARNING", text, false),
  };
}
