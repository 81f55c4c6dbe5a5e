import { Server, ServerCredentials, status, type handleUnaryCall } from "@grpc/grpc-js";
import { ResourceProviderService, type IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";

/** The methods of a provider; what it does not have, it does not offer. */
export type Methods = Partial<IResourceProviderServer>;

/** The largest message in bytes, as the engine has it. */
const LARGEST = 400 * 1024 * 1024;

/** What both ends of the line agree on. */
export const line = { "grpc.max_receive_message_length": LARGEST, "grpc.max_send_message_length": LARGEST };

/** Serves methods, which are loaded with the first call, on a free port; gives the server and the port. */
export async function serve(methods: () => Methods): Promise<{ server: Server; port: number }> {
  const server = new Server(line);
  const later =
    (name: string): handleUnaryCall<unknown, unknown> =>
    (call, callback) => {
      const method = methods()[name as keyof IResourceProviderServer] as handleUnaryCall<unknown, unknown> | undefined;
      if (method === undefined) callback({ code: status.UNIMPLEMENTED, details: `${name} is not offered` });
      else method(call, callback);
    };
  const unary = Object.entries(ResourceProviderService).filter(([, { responseStream }]) => !responseStream);
  server.addService(ResourceProviderService, Object.fromEntries(unary.map(([name]) => [name, later(name)])));
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return { server, port };
}
