import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { compiled } from "./faces/native/compiled";

/** What no other plugin has, which the build puts in. */
declare const MARK: string;

// The head of the plugin's file: the plugin itself stands below, as comments, so that Node.js compiles it only here.
const file = readFileSync(__filename, "latin1");
const begin = file.indexOf("\n//");
const plugin = file.slice(begin, file.indexOf("\n/*", begin)).replaceAll("\n//", "\n");
const text = `((require,exports,module,__filename,__dirname,keep)=>{${plugin}\n})`;
const lineOffset = file.slice(0, begin).split("\n").length - 1;
const { value, keep } = compiled({ text, filename: __filename, lineOffset, mark: MARK }, () =>
  join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "mlplane-plugin"),
);
(value as (...given: unknown[]) => void)(require, exports, module, __filename, __dirname, keep);
