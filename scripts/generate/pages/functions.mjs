// The page of a namespace's functions.
import { recommendedThresholds } from "../definitions.mjs";
import { exampleIn, pythonOf, examplesText } from "./examples.mjs";
import { givenColumn, typeColumn } from "./resource.mjs";
import { table, tables, type } from "./schema.mjs";

/**
 * @typedef {import("../definitions.mjs").Namespace} Namespace
 * @typedef {import("../definitions.mjs").Fn} Fn
 * @typedef {import("../shapes.mjs").Shape} Shape
 */

/**
 * The page of all functions of a namespace.
 * @param {Namespace} namespace
 */
export function functionsPage({ name, functions }) {
  const constants = name === "ml" ? [thresholds()] : [];
  return `${[
    `# Functions of ${name}`,
    `In unit tests, mocks are called with \`mlplane:${name}:<function>\` ([tests of a program](../../testing.md)).`,
    "Each function has two forms. `f(args, options?)` returns a promise and works in any Node.js program; its " +
      "options are `provider` or `connection` ([configuration](../configuration.md)). `fOutput(args, options?)` " +
      "takes outputs and returns one, for Pulumi programs; its options are `provider` and `dependsOn`. In " +
      "[other languages](../../languages.md), a result that is no object stands in its member `result`.",
    ...functions.map((one) => section(name, one)),
    ...constants,
  ].join("\n\n")}\n`;
}

/**
 * @param {string} namespace
 * @param {Fn} fn
 */
function section(namespace, { name, definition: { description, changes, streams }, args, result }) {
  const notes = [
    ...(changes ? ["It changes something, so a preview never calls it."] : []),
    ...(streams ? ["It gives an async iterable, has no Output form, and is for TypeScript alone."] : []),
  ];
  return [
    `## ${name}`,
    [description, ...notes].join(" "),
    examplesText([exampleIn([namespace, "outside"], name), ...(streams ? [] : [pythonOf(name)])], 1),
    ...(args.fields.length === 0
      ? ["It takes no arguments."]
      : ["**Arguments**", tables(args, { heading: 4, of: ` of ${name}`, columns: [typeColumn, givenColumn] })]),
    streams ? "**Each result**" : "**Result**",
    resultOf(result, name),
  ].join("\n\n");
}

/** @type {import("./schema.mjs").Column} */
const resultColumn = { head: "type", cell: ({ optional }, shownType) => `${shownType}${optional ? ", if any" : ""}` };

/**
 * @param {Shape} result
 * @param {string} name
 */
function resultOf(result, name) {
  const object = result.type === "list" ? result.element : result;
  if (object.type !== "object" || object.fields.length === 0) return `${type(result, "result")}.`;
  const fields = tables(object, { heading: 4, of: ` in the result of ${name}`, columns: [resultColumn] });
  return `${result.type === "list" ? "A list of:\n\n" : ""}${fields}`;
}

function thresholds() {
  const rows = Object.entries(recommendedThresholds).map(([name, value]) => [`\`${name}\``, value]);
  return [
    "## recommendedThresholds",
    "A constant: the thresholds that document 1 recommends for online endpoints, which `smokeTest` uses.",
    examplesText([exampleIn(["ml"], "recommendedThresholds")], 1),
    table(["name", "value"], rows),
  ].join("\n\n");
}
