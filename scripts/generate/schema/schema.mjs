// The package as other languages see it: the schema of a native plugin.
import { readFileSync } from "node:fs";
import { format } from "prettier";
import { keys } from "../definitions.mjs";
import { lint } from "./lint.mjs";
import { capital, isNamed, printer } from "./types.mjs";

/**
 * @typedef {import("../definitions.mjs").Namespace} Namespace
 * @typedef {import("../definitions.mjs").Resource} Resource
 * @typedef {import("../definitions.mjs").Fn} Fn
 * @typedef {import("./types.mjs").Properties} Properties
 * @typedef {ReturnType<typeof printer>} Printer
 */

const languages = ["nodejs", "python", "go", "csharp", "java"];

/**
 * The text of the schema. Throws an error for one of which a broken SDK would be generated.
 * @param {Namespace[]} namespaces
 */
export async function schemaText(namespaces) {
  const schema = schemaOf(namespaces);
  const mistakes = lint(schema);
  if (mistakes.length > 0) throw new Error(`provider/schema.json:\n${mistakes.join("\n")}`);
  return format(JSON.stringify(schema, undefined, 2), { parser: "json", printWidth: 120 });
}

/** @param {Namespace[]} namespaces */
function schemaOf(namespaces) {
  const { name, version, description, homepage, license, keywords, repository } = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  const parts = namespaces.map(partOf);
  return {
    name,
    displayName: "MLPlane",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/cloud"],
    homepage,
    license,
    repository: repository.url.replace(/^git\+|\.git$/g, ""),
    logoUrl: `${homepage.replace("#readme", "")}/raw/main/docs/images/sandbox.png`,
    publisher: "MLPlane",
    meta: { moduleFormat: "(.*)" },
    config: { variables: configuration().properties },
    provider: {
      description: "A connection to the services; what it does not say is taken from the environment.",
      inputProperties: configuration().properties,
    },
    types: Object.assign({}, ...parts.map(({ types }) => types)),
    resources: Object.fromEntries(parts.flatMap(({ resources }) => resources)),
    functions: Object.fromEntries(parts.flatMap(({ functions }) => functions)),
    language: {
      ...Object.fromEntries(languages.map((language) => [language, { respectSchemaVersion: true }])),
      python: { respectSchemaVersion: true, pyproject: { enabled: true }, inputTypes: "classes-and-dicts" },
    },
  };
}

/** The keys of a connection, all of them text. */
function configuration() {
  /** @type {[string, { description: string, secret?: true }][]} */
  const all = Object.entries(keys);
  return {
    properties: Object.fromEntries(
      all.map(([key, { description, secret }]) => [key, { type: "string", description, ...(secret && { secret }) }]),
    ),
  };
}

/**
 * What a service adds to the schema.
 * @param {Namespace} namespace
 */
function partOf({ name: module, resources, functions }) {
  const print = printer(module);
  return {
    resources: resources.map((one) => [`mlplane:${module}:${one.name}`, resource(module, one, print)]),
    functions: functions
      .filter(({ definition }) => definition.streams !== true)
      .map((one) => [`mlplane:${module}:${one.name}`, fn(one, print)]),
    types: print.types,
  };
}

/**
 * @param {string} module
 * @param {Resource} resource
 * @param {Printer} print
 */
function resource(module, { name, definition: { description, update }, args, outputs }, print) {
  const kept = [...args.fields.filter(({ marks }) => marks.unkept !== true), ...outputs.fields];
  const inputs = print.properties(args.fields, name, {
    replaces: ({ marks }) => marks.replace === true || update === undefined,
  });
  const isSet = (/** @type {import("./types.mjs").Field} */ { optional, defaultValue, marks }) =>
    !optional || defaultValue !== undefined || marks.autoName === true;
  return {
    description,
    ...print.properties(kept, name, { isSet }),
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    // A stack of the classes for TypeScript is continued without a replacement.
    aliases: [{ type: `pulumi-nodejs:dynamic/mlplane/${module}:${name}` }],
  };
}

/**
 * A function; a result that is no object stands in the member `result` of one.
 * @param {Fn} fn
 * @param {Printer} print
 */
function fn({ name, definition: { description, changes }, args, result }, print) {
  const title = capital(name);
  const outputs = isNamed(result)
    ? print.properties(result.fields, title, { isResult: true })
    : {
        properties: {
          result: { ...print.spec(result, `${title}Item`, true), description: "What the function gives." },
        },
        required: ["result"],
      };
  return {
    description: `${description}${changes ? " It changes something, so a preview never calls it." : ""}`,
    inputs: { type: "object", ...print.properties(args.fields, title) },
    outputs: { type: "object", ...outputs },
  };
}
