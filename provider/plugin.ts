import { endWithEngine } from "./core/orphan";
import { serve, type Methods } from "./faces/native/server";

/** The schema and the version of the package, which the build puts in. */
declare const SCHEMA: string, VERSION: string;

let loaded: Methods | undefined;
/** The methods, with all definitions: the engine learns the port first. */
const methods = (): Methods =>
  (loaded ??= (require("./faces/native") as typeof import("./faces/native")).native(VERSION, SCHEMA));

void serve(methods).then(({ port }) => {
  console.log(port);
  setImmediate(methods);
});
endWithEngine(process.argv.slice(2).find((argument) => /^[\w.[\]-]+:\d+$/.test(argument)));
// The engine holds the other end of a pipe, which closes with it however it ends.
if (process.stdin.constructor.name === "Socket") process.stdin.resume().on("end", () => process.exit());
