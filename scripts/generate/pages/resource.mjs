// The page of a resource class.
import { exampleIn, pythonOf, examplesText } from "./examples.mjs";
import { tables } from "./schema.mjs";

/**
 * @typedef {import("../definitions.mjs").Resource} Resource
 * @typedef {import("./schema.mjs").Column} Column
 */

/** @type {(keyof Resource["definition"]["requests"])[]} */
const verbs = ["create", "update", "delete", "refresh"];

/**
 * The page of a resource.
 * @param {string} namespace
 * @param {Resource} resource
 */
export function resourcePage(namespace, { name, definition, args, outputs }) {
  const { description, idForm, minutes, rebuilds, list, find, requests } = definition;
  const time = typeof minutes === "function" ? minutes({}) : (minutes ?? 30);
  const facts = [
    `- **type**: \`pulumi-nodejs:dynamic/mlplane/${namespace}:${name}\`, in other languages ` +
      `\`mlplane:${namespace}:${name}\``,
    `- **id**: \`${idForm}\``,
    `- **requests**: ${verbs.map((verb) => `${verb}: ${requests[verb] ?? "none"}`).join("; ")}` +
      (find === undefined ? "" : ". A create looks first whether the resource is there, as `adopt` says"),
    `- **time-out**: ${timeOf(time)} for a create, update or delete, unless \`customTimeouts\` says otherwise`,
    `- **import**: \`mlplane import ${namespace}.${name} NAME ID\`` +
      (list === undefined ? "" : `, and with \`--all --service ${namespace}\``),
  ];
  /** @type {Column} */
  const editColumn = { head: "an edit", outer: true, cell: ({ marks }) => edit(definition, marks) };
  return `${[
    `# ${namespace}.${name}`,
    description,
    examplesText([exampleIn([namespace, "outside"], name), pythonOf(name)], 1),
    facts.join("\n"),
    "## Arguments",
    ...(rebuilds === undefined ? [] : ["Where an edit may be either, the preview tells which it is, and why."]),
    tables(args, { heading: 3, columns: [typeColumn, givenColumn, editColumn] }),
    "## Outputs",
    ...(outputs.fields.length === 0
      ? ["The arguments."]
      : ["The arguments, and:", tables(outputs, { heading: 3, columns: [typeColumn] })]),
  ].join("\n\n")}\n`;
}

const timeOf = (/** @type {number} */ minutes) =>
  minutes % 60 === 0 ? `${minutes / 60} hour${minutes === 60 ? "" : "s"}` : `${minutes} minutes`;

/**
 * The type of a field; what it refers to, alone or in a list, is a link.
 * @type {Column}
 */
export const typeColumn = {
  head: "type",
  cell({ shape }, type) {
    const kind = shape.names ?? (shape.type === "list" ? shape.element.names : undefined);
    const [namespace, name] = (kind ?? "").split(":");
    return kind === undefined ? type : `${type}, of [${name}](../${namespace}/${name}.md)`;
  },
};

/**
 * Whether a field must be given.
 * @type {Column}
 */
export const givenColumn = { head: "given", cell: ({ optional }) => (optional ? "" : "required") };

/**
 * What an edit of a field does.
 * @param {Resource["definition"]} definition
 * @param {import("../shapes.mjs").Marks} marks
 */
const edit = ({ update }, { replace, rebuilt }) =>
  replace || update === undefined ? "replaces" : rebuilt ? "in place, or replaces" : "in place";
