// The definitions of the package, from their sources: nothing need be built to read them.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { buildSync } from "esbuild";
import { objectOf, shapeOf } from "./shapes.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @typedef {import("./shapes.mjs").Shape} Shape
 * @typedef {import("./shapes.mjs").ObjectShape} ObjectShape
 *
 * A resource as printers see it: its definition, and the shapes of its arguments and of the outputs that it adds.
 * @typedef {object} Resource
 * @property {string} name the name of the class
 * @property {import("../../provider/core/resource.js").ResourceDefinition} definition
 * @property {ObjectShape} args
 * @property {ObjectShape} outputs
 *
 * A function as printers see it.
 * @typedef {object} Fn
 * @property {string} name
 * @property {import("../../provider/core/function.js").FunctionDefinition} definition
 * @property {ObjectShape} args
 * @property {Shape} result
 *
 * What one service offers.
 * @typedef {{ name: string, resources: Resource[], functions: Fn[] }} Namespace
 */

const modules = {
  resources: "provider/resources",
  functions: "provider/functions",
  configuration: "provider/configuration",
  marks: "provider/core/marks",
  thresholds: "provider/ml/traffic/thresholds",
  commands: "cli/program",
  faults: "sandbox/control/faults",
  dialects: "dialects",
};

/** @returns {{ [K in keyof typeof modules]: any }} */
function loaded() {
  const lines = Object.entries(modules).map(([name, path]) => `export * as ${name} from "./${path}";`);
  const { outputFiles } = buildSync({
    stdin: { contents: lines.join("\n"), resolveDir: root },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    packages: "external",
  });
  const module = { exports: /** @type {any} */ ({}) };
  const parameters = ["require", "module", "exports", "__dirname"];
  const run = compileFunction(outputFiles[0]?.text ?? "", parameters, { filename: join(root, "definitions.cjs") });
  run(createRequire(join(root, "package.json")), module, module.exports, root);
  return module.exports;
}

const all = loaded();

/** @type {typeof import("../../provider/core/marks.js")} */
export const { isSecret } = all.marks;
/** @type {typeof import("../../provider/configuration.js")} */
export const { keys, variableOf } = all.configuration;
/** @type {typeof import("../../provider/ml/traffic/thresholds.js")} */
export const { recommendedThresholds } = all.thresholds;
/** @type {typeof import("../../cli/program.js")} */
export const { program } = all.commands;
/** @type {typeof import("../../dialects/index.js")} */
export const { dialects } = all.dialects;
/** The shape of a scripted fault of the sandbox. */
export const fault = objectOf(all.faults.faultSchema, "fault");

/** @type {readonly import("../../provider/core/resource.js").ResourceDefinition[]} */
const resources = all.resources.resources;
/** @type {readonly import("../../provider/core/function.js").FunctionDefinition[]} */
const functions = all.functions.functions;

/**
 * Everything that the package offers, by service, in the order of the registries.
 * @returns {Namespace[]}
 */
export function namespaces() {
  const kinds = [...resources, ...functions].map(({ kind }) => kind);
  const double = kinds.find((kind, position) => kinds.indexOf(kind) < position);
  if (double !== undefined) throw new Error(`${double} is registered twice`);
  return [...new Set(kinds.map((kind) => part(kind, 0)))].map((name) => ({
    name,
    resources: resources
      .filter(({ kind }) => part(kind, 0) === name)
      .map((definition) => ({
        name: part(definition.kind, 1),
        definition,
        args: objectOf(definition.inputs, definition.kind),
        outputs: objectOf(definition.outputs, definition.kind),
      })),
    functions: functions
      .filter(({ kind }) => part(kind, 0) === name)
      .map((definition) => ({
        name: part(definition.kind, 1),
        definition,
        args: objectOf(definition.args, definition.kind),
        result: shapeOf(definition.result, `${definition.kind}, its result`),
      })),
  }));
}

/**
 * The namespace or the name in a kind such as `search:Index`.
 * @param {string} kind
 * @param {0 | 1} which
 */
const part = (kind, which) => kind.split(":")[which] ?? "";
