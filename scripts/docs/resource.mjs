// The page of a resource class.
import { createRequire } from "node:module";
import { exampleIn, shown } from "./examples.mjs";
import { requestsOf } from "./requests.mjs";
import { tables } from "./schema.mjs";

const require = createRequire(import.meta.url);
const { fieldsOf, nodeOf } = require("../../dist/provider/core/marks.js");

/** The page of a definition. */
export function resourcePage(definition) {
  const { kind, description, idForm, inputs, outputs, minutes, rebuilds, list } = definition;
  const [namespace, name] = kind.split(":");
  const facts = [
    `- **type**: \`pulumi-nodejs:dynamic/mlplane/${kind}\``,
    `- **id**: \`${idForm}\``,
    `- **requests**: ${requestsOf(definition)}. A create looks first whether the resource is there, as \`adopt\` says.`,
    `- **time-out**: ${typeof minutes === "function" ? timeOf(minutes({})) : timeOf(minutes ?? 30)} for a ` +
      `create, update or delete, unless \`customTimeouts\` says otherwise`,
    `- **import**: \`mlplane import ${namespace}.${name} NAME ID\`${list === undefined ? "" : `, and with \`--all --service ${namespace}\``}`,
  ];
  return `${[
    `# ${namespace}.${name}`,
    description,
    shown(exampleIn([namespace, "outside"], name), 1),
    facts.join("\n"),
    "## Arguments",
    ...(rebuilds === undefined ? [] : ["Where an edit may be either, the preview tells which it is, and why."]),
    tables(inputs, {
      heading: 3,
      columns: [
        typeColumn,
        givenColumn,
        { head: "an edit", outer: true, cell: (field) => edit(definition, nodeOf(field).marks) },
      ],
    }),
    "## Outputs",
    ...(Object.keys(fieldsOf(outputs)).length === 0
      ? ["The arguments."]
      : ["The arguments, and:", tables(outputs, { heading: 3, columns: [typeColumn] })]),
  ].join("\n\n")}\n`;
}

const timeOf = (minutes) =>
  minutes % 60 === 0 ? `${minutes / 60} hour${minutes === 60 ? "" : "s"}` : `${minutes} minutes`;

/** The type of a field; what it refers to is a link. */
export const typeColumn = {
  head: "type",
  cell(field, type) {
    const { reference } = nodeOf(field).marks;
    const [namespace, name] = (reference?.kind ?? "").split(":");
    return reference ? `${type(field)}, of [${name}](../${namespace}/${name}.md)` : type(field);
  },
};

/** Whether a field must be given. */
export const givenColumn = { head: "given", cell: (field) => (nodeOf(field).optional ? "" : "required") };

const edit = ({ update }, { replace, rebuilt }) =>
  replace || update === undefined ? "replaces" : rebuilt ? "in place, or replaces" : "in place";
