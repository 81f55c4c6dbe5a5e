import { homedir } from "node:os";
import { join } from "node:path";
import { compiled } from "./faces/native/compiled";

/** What no other plugin has, which the build puts in. */
declare const MARK: string;
/** Stands above in the plugin's file: its body is the plugin, as comments, so that Node.js compiles it only here. */
declare const plugin: (...given: unknown[]) => void;

const text = `(${String(plugin).replaceAll("\n//", "\n")})`;
const { value, keep } = compiled({ text, filename: __filename, lineOffset: 1, mark: MARK }, () =>
  join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "mlplane-plugin"),
);
(value as typeof plugin)(require, exports, module, __filename, __dirname, keep);
