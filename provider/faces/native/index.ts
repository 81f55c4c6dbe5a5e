import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { connectionOf } from "../../connection";
import { UserError } from "../../core/errors";
import { cancelRun } from "../../core/time";
import type { Engine } from "../engine";
import { checkConfig, configure, diffConfig } from "./configuring";
import { method } from "./protocol";
import type { Methods } from "./server";
import type { Session } from "./session";
import { verbs } from "./verbs";

/** What the plugin is, and what started it. */
interface Plugin {
  /** The version of the package. */
  version: string;
  /** The schema of the package, as JSON. */
  schema: string;
  engine: Engine;
}

/** What calls functions, whose definitions only a program that calls one needs. */
const calling = (): typeof import("./calling") => require("./calling") as typeof import("./calling");

/** The methods of the plugin. */
export function native({ version, schema, engine }: Plugin): Methods {
  const session: Session = { configuration: {}, connection: () => connectionOf(session.configuration), engine };
  return {
    handshake: method(async () => {
      const response = new proto.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    }),
    getPluginInfo: method(async () => {
      const info = new PluginInfo();
      info.setVersion(version);
      return info;
    }),
    getSchema: method(async () => {
      const response = new proto.GetSchemaResponse();
      response.setSchema(schema);
      return response;
    }),
    checkConfig: method((request: proto.CheckRequest) => checkConfig(session, request)),
    diffConfig: method((request: proto.DiffRequest) => diffConfig(request)),
    configure: method((request: proto.ConfigureRequest) => configure(session, request)),
    ...verbs(session),
    invoke: method((request: proto.InvokeRequest) => calling().call(session, request)),
    attach: method(async () => {
      throw new UserError(
        "mlplane's plugin serves the one run whose engine starts it: unset PULUMI_DEBUG_PROVIDERS, and the engine does",
      );
    }),
    cancel: method(async () => {
      cancelRun();
      return new Empty();
    }),
  };
}
