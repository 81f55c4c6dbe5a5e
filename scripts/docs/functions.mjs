// The page of a namespace's functions.
import { createRequire } from "node:module";
import { exampleIn, shown } from "./examples.mjs";
import { givenColumn, typeColumn } from "./resource.mjs";
import { table, tables, type } from "./schema.mjs";

const require = createRequire(import.meta.url);
const { fieldsOf, nodeOf } = require("../../dist/provider/core/marks.js");

/** The page of all functions of a namespace. */
export function functionsPage({ name, functions }) {
  const constants = name === "ml" ? [thresholds()] : [];
  return `${[
    `# Functions of ${name}`,
    "Each function has two forms. `f(args, options?)` returns a promise and works in any Node.js program; its " +
      "options are `provider` or `connection` ([configuration](../configuration.md)). `fOutput(args, options?)` " +
      "takes outputs and returns one, for Pulumi programs; its options are `provider` and `dependsOn`.",
    ...functions.map((definition) => section(name, definition)),
    ...constants,
  ].join("\n\n")}\n`;
}

function section(namespace, { kind, description, args, result, changes, streams }) {
  const name = kind.split(":")[1];
  const notes = [
    ...(changes ? ["It changes something, so a preview never calls it."] : []),
    ...(streams ? ["It gives an async iterable and has no Output form."] : []),
  ];
  return [
    `## ${name}`,
    [description, ...notes].join(" "),
    shown(exampleIn([namespace, "outside"], name), 1),
    ...(Object.keys(fieldsOf(args)).length === 0
      ? ["It takes no arguments."]
      : ["**Arguments**", tables(args, { heading: 4, of: ` of ${name}`, columns: [typeColumn, givenColumn] })]),
    streams ? "**Each result**" : "**Result**",
    resultOf(result, name),
  ].join("\n\n");
}

function resultOf(result, name) {
  const columns = [
    { head: "type", cell: (field, typeOf) => `${typeOf(field)}${nodeOf(field).optional ? ", if any" : ""}` },
  ];
  const { schema } = nodeOf(result);
  const object = "element" in schema ? nodeOf(schema.element).schema : schema;
  if (Object.keys(fieldsOf(object)).length === 0) return `${type(result, "result")}.`;
  return `${"element" in schema ? "A list of:\n\n" : ""}${tables(object, { heading: 4, of: ` in the result of ${name}`, columns })}`;
}

function thresholds() {
  const { recommendedThresholds } = require("../../dist/provider/ml/traffic/thresholds.js");
  const rows = Object.entries(recommendedThresholds).map(([name, value]) => [`\`${name}\``, value]);
  return [
    "## recommendedThresholds",
    "A constant: the thresholds that document 1 recommends for online endpoints, which `smokeTest` uses.",
    shown(exampleIn(["ml"], "recommendedThresholds"), 1),
    table(["name", "value"], rows),
  ].join("\n\n");
}
