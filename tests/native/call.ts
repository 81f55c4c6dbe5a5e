import { promisify } from "node:util";
import { credentials, type Client, type Server, type ServiceError } from "@grpc/grpc-js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { InitFailedError } from "../../provider/core/errors";
import type { Bag } from "../../provider/core/wire";
import { native } from "../../provider/faces/native";
import { engineAt } from "../../provider/faces/engine";
import { serve } from "../../provider/faces/native/server";

/** A call of the plugin as the engine makes it. */
export type Call = <R>(name: string, request: object) => Promise<R>;

const started: { client: Client; server: Server }[] = [];
afterAll(() => {
  for (const { client, server } of started.splice(0)) {
    client.close();
    server.forceShutdown();
  }
});

/** Starts a plugin in this process, configures it, and gives what calls it; it ends with the tests of the file. */
export async function plugin(configuration: object): Promise<Call> {
  const methods = native({ version: "0.0.1", schema: "{}", engine });
  const { server, port } = await serve(() => methods);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  started.push({ client, server });
  const verbs = client as unknown as Record<string, (request: object, done: (error: Error | null) => void) => void>;
  const call: Call = (name, request) =>
    (promisify(verbs[name]!).call(client, request) as Promise<never>).catch((error: ServiceError) => {
      throw unpacked(error);
    });
  const request = new proto.ConfigureRequest();
  request.setArgs(struct(configuration));
  await call("configure", request);
  return call;
}

const engine = engineAt(undefined, () => {
  throw new Error("there is none");
});

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
    properties: values(failed.getProperties()),
  });
}
