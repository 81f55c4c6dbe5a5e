// Schemas as text: tables of fields, with a table of its own for every object in them.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { fieldsOf, isSecret, nodeOf, optionsOf } = require("../../dist/provider/core/marks.js");

/**
 * Tables of the fields of an object and of all objects in it.
 * @param columns the columns beside name and description: a head, and a function that gives a field's cell. Those that
 * are `outer` only stand in the first table.
 * @param heading the level of the headings of inner objects.
 * @param of what the headings add, where a page has several of these.
 */
export function tables(schema, { columns, heading, of = "" }) {
  const objects = new Map();
  const tableOf = (object, shown) => {
    const rows = Object.entries(fieldsOf(object)).map(([key, field]) => [
      `\`${key}\``,
      ...shown.map(({ cell }) => cell(field, (one) => type(one, key, { objects, of }))),
      sentence(key, field),
    ]);
    return table(["name", ...shown.map(({ head }) => head), "description"], rows);
  };
  const texts = [tableOf(nodeOf(schema).schema, columns)];
  // Tables add the objects that they name to those that are still to come.
  for (const [title, { object, about }] of objects)
    texts.push(
      `${"#".repeat(heading)} ${title}`,
      ...about,
      tableOf(
        object,
        columns.filter(({ outer }) => !outer),
      ),
    );
  return texts.join("\n\n");
}

/** A Markdown table. */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll(/(?<!\\)\|/g, "\\|")).join(" | ")} |`)
    .join("\n");

/** The type of a schema in words of TypeScript; objects are links to their tables. */
export function type(schema, name, { objects = new Map(), of = "" } = {}) {
  const { schema: inner, marks } = nodeOf(schema);
  if (marks.type !== undefined) return `\`${marks.type}\``;
  const def = inner._zod.def;
  switch (def.type) {
    case "string":
    case "boolean":
    case "null":
      return def.type;
    case "number":
      return def.format === undefined && (def.checks ?? []).every((check) => check._zod.def.format !== "safeint")
        ? "number"
        : "integer";
    case "enum":
      return Object.values(def.entries)
        .map((value) => `\`${value}\``)
        .join(", ");
    case "literal":
      return def.values.map((value) => `\`${value}\``).join(", ");
    case "array":
      return `list of ${type(inner.element, name, { objects, of })}`;
    case "record":
      return `map of ${type(def.valueType, name, { objects, of })}`;
    case "union":
      return [...new Set(optionsOf(inner).map((option) => type(option, name, { objects, of })))].join(", or ");
    case "object": {
      if (Object.keys(fieldsOf(inner)).length === 0) return "object";
      const title = `${marks.title ?? name}${of}`;
      if (!objects.has(title)) objects.set(title, { object: inner, about: aboutOf(inner) });
      return `[${marks.title ?? name}](#${title.toLowerCase().replaceAll(" ", "-")})`;
    }
    default:
      return "any";
  }
}

/** What an object is, where its own schema says so. */
function aboutOf(schema) {
  const { title, description } = require("zod").globalRegistry.get(schema) ?? {};
  return title === undefined || description === undefined ? [] : [description];
}

/** What a field means, with the rule that it keeps, its default and whether it is secret. */
function sentence(key, field) {
  const { schema, marks, defaultValue } = nodeOf(field);
  const text = marks.description ?? "";
  return [
    text,
    ...ruleOf(schema),
    ...(defaultValue !== undefined && !/default/i.test(text) ? [`Default \`${JSON.stringify(defaultValue)}\`.`] : []),
    ...(isSecret(key, marks) ? ["**Secret.**"] : []),
  ].join(" ");
}

/** What a text must look like, as the message of a mistake says it. */
function ruleOf(schema) {
  const [pattern] = (schema._zod.def.checks ?? []).filter(({ _zod }) => _zod.def.format === "regex");
  const message = pattern?._zod.def.error?.({});
  return message === undefined ? [] : [`${message.replace(/; set `name`$/, "").replace(/^must/, "Must")}.`];
}

/** A page on which every document that is named by its number is a link to what it is; code stays as it is. */
export const linked = (page, folder) =>
  page
    .split(/(```[^]*?```)/)
    .map((part, position) =>
      position % 2 === 1
        ? part
        : part.replaceAll(/(?<![[`\w])([Dd]ocument [123])\b/g, `[$1](${folder}README.md#the-documents)`),
    )
    .join("");
