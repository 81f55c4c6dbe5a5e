import { promisify } from "node:util";
import {
  credentials,
  Metadata,
  type Client,
  type handleUnaryCall,
  type Server,
  type ServiceError,
} from "@grpc/grpc-js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { InitFailedError } from "../../provider/core/errors";
import type { Bag } from "../../provider/core/wire";
import { native } from "../../provider/faces/native";
import { engineAt } from "../../provider/faces/engine";
import { line, serve, type Methods } from "../../provider/faces/native/server";

/** A call of the plugin as the engine makes it. */
export type Call = <R>(name: string, request: object) => Promise<R>;

type Unary = handleUnaryCall<unknown, unknown>;
type Done = (error: Error | null) => void;

const engine = engineAt(undefined, () => {
  throw new Error("there is none");
});

/** The plugin of each call that is under way. A full run has thousands of plugins, which no list may keep. */
const called = new Map<string, Methods>();
/** Which of them a call is. */
const WHICH = "call";
let calls = 0;
let service: Promise<{ client: Client; server: Server }> | undefined;
afterAll(async () => {
  const { client, server } = (await service) ?? {};
  client?.close();
  server?.forceShutdown();
});

/** All plugins of the file answer at one port. */
async function started(methods: Methods): Promise<{ client: Client; server: Server }> {
  const passed = Object.keys(methods).map((name): [string, Unary] => [
    name,
    (call, callback) => {
      const [which] = call.metadata.get(WHICH) as string[];
      (called.get(which!) as Record<string, Unary>)[name]!(call, callback);
    },
  ]);
  const { server, port } = await serve(() => Object.fromEntries(passed));
  return { server, client: new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), line) };
}

/** Starts a plugin in this process, configures it, and gives what calls it; it ends with the tests of the file. */
export async function plugin(configuration: object): Promise<Call> {
  const methods = native({ version: "0.0.1", schema: "{}", engine });
  const { client } = await (service ??= started(methods));
  const verbs = client as unknown as Record<string, (...args: [object, Metadata, Done]) => void>;
  const call: Call = async (name, request) => {
    const which = String(calls++);
    const metadata = new Metadata();
    metadata.set(WHICH, which);
    called.set(which, methods);
    try {
      return (await promisify(verbs[name]!).call(client, request, metadata)) as never;
    } catch (error) {
      throw unpacked(error as ServiceError);
    } finally {
      called.delete(which);
    }
  };
  const request = new proto.ConfigureRequest();
  request.setArgs(struct(configuration));
  await call("configure", request);
  return call;
}

/** Values as a message. */
export const struct = (values: object): Struct => Struct.fromJavaScript(values as never);
/** The values of a message. */
export const values = (message: Struct | undefined): Bag => (message?.toJavaScript() ?? {}) as Bag;

/** The error that the engine sees: a half-done resource comes with its state, a bug with its stack trace. */
function unpacked(error: ServiceError): Error {
  const [details] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (details === undefined)
    return Object.assign(new Error(error.details), { stack: /^ +at /m.test(error.details) ? error.details : "" });
  const [any] = Status.deserializeBinary(details as Buffer).getDetailsList();
  const failed = proto.ErrorResourceInitFailed.deserializeBinary(any!.getValue_asU8());
  return Object.assign(new InitFailedError(failed.getId(), failed.getReasonsList()), {
    properties: values(failed.getProperties()),
  });
}
