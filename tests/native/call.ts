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

/** The plugins of a test file, each with a configuration of its own. */
const plugins: Methods[] = [];
/** Which of them a call is for. */
const WHICH = "plugin";
let service: Promise<{ client: Client; server: Server }> | undefined;
afterAll(async () => {
  const { client, server } = (await service) ?? {};
  client?.close();
  server?.forceShutdown();
});

/** All plugins of the file answer at one port. */
async function started(): Promise<{ client: Client; server: Server }> {
  const methods = Object.keys(plugins[0]!).map((name): [string, Unary] => [
    name,
    (call, callback) => (plugins[Number(call.metadata.get(WHICH)[0])] as Record<string, Unary>)[name]!(call, callback),
  ]);
  const { server, port } = await serve(() => Object.fromEntries(methods));
  return { server, client: new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), line) };
}

/** Starts a plugin in this process, configures it, and gives what calls it; it ends with the tests of the file. */
export async function plugin(configuration: object): Promise<Call> {
  const which = new Metadata();
  which.set(WHICH, String(plugins.push(native({ version: "0.0.1", schema: "{}", engine })) - 1));
  const { client } = await (service ??= started());
  const verbs = client as unknown as Record<string, (...args: [object, Metadata, Done]) => void>;
  const call: Call = (name, request) =>
    (promisify(verbs[name]!).call(client, request, which) as Promise<never>).catch((error: ServiceError) => {
      throw unpacked(error);
    });
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
