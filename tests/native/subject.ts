import { promisify } from "node:util";
import { credentials, type Server, type ServiceError } from "@grpc/grpc-js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Configuration } from "../../provider/configuration";
import { connectionOf } from "../../provider/connection";
import { Claims } from "../../provider/core/claims";
import { InitFailedError } from "../../provider/core/errors";
import { plain, type Bag } from "../../provider/core/wire";
import { native } from "../../provider/faces/native";
import { serve } from "../../provider/faces/native/server";

/** A call of the plugin as the engine makes it. */
export type Call = <R>(name: string, request: object) => Promise<R>;

const started: Server[] = [];
/** Ends every plugin that was started. */
export const endPlugins = (): void => started.splice(0).forEach((server) => server.forceShutdown());

/** Starts a plugin in this process, and gives what calls it. */
export async function startPlugin(): Promise<Call> {
  const methods = native("0.0.1", "{}");
  const { server, port } = await serve(() => methods);
  started.push(server);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure()) as unknown as Record<
    string,
    (request: object, callback: (error: Error | null, answer: unknown) => void) => void
  >;
  return (name, request) =>
    (promisify(client[name]!).call(client, request) as Promise<never>).catch((error: unknown) => {
      throw unpacked(error as ServiceError);
    });
}

/** Starts a plugin and configures it. */
export async function configured(configuration: Configuration): Promise<Call> {
  const call = await startPlugin();
  const request = new proto.ConfigureRequest();
  request.setArgs(struct(configuration));
  request.setAcceptsecrets(true);
  await call("configure", request);
  connectionOf(configuration).claims = new Claims();
  return call;
}

/** Values as a message. */
export const struct = (values: object): Struct => Struct.fromJavaScript(values as never);
/** The values of a message. */
export const values = (message: Struct | undefined): Bag => (message?.toJavaScript() ?? {}) as Bag;

/** The error that the engine sees: a half-done resource comes with its state. */
function unpacked(error: ServiceError): Error {
  const [details] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (details === undefined) return Object.assign(new Error(error.details), { stack: "" });
  const [any] = Status.deserializeBinary(details as Buffer).getDetailsList();
  const failed = proto.ErrorResourceInitFailed.deserializeBinary(any!.getValue_asU8());
  return Object.assign(new InitFailedError(failed.getId(), failed.getReasonsList()), {
    properties: plain(values(failed.getProperties())),
  });
}
