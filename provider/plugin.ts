import { credentials } from "@grpc/grpc-js";
import { endWithEngine } from "./core/orphan";
import { joinRun } from "./core/run";
import { onCancel } from "./core/time";
import { addressIn, engineAt } from "./faces/engine";
import { serve, type Methods } from "./faces/native/server";

/** The schema and the version of the package, which the build puts in. */
declare const SCHEMA: string, VERSION: string;
/** Leaves what was compiled to the next process of the plugin (`start.ts`). */
declare const keep: () => void;

const address = addressIn(process.argv.slice(2));
const engine = engineAt(address, () => ({
  credentials,
  EngineClient: require("@pulumi/pulumi/proto/engine_grpc_pb").EngineClient,
  messages: require("@pulumi/pulumi/proto/engine_pb"),
}));

joinRun(address);

let loaded: Methods | undefined;
/** The methods, with all definitions: the engine learns the port first. */
const methods = (): Methods =>
  (loaded ??= (require("./faces/native") as typeof import("./faces/native")).native({
    version: VERSION,
    schema: SCHEMA,
    engine,
  }));

void serve(methods).then(({ port }) => {
  console.log(port);
  setImmediate(methods);
});
endWithEngine(address);
// The engine cancels every run at its end, too.
onCancel(keep);
// The engine holds the other end of a pipe, which closes with it however it ends.
if (process.stdin.constructor.name === "Socket") process.stdin.resume().on("end", () => process.exit());
