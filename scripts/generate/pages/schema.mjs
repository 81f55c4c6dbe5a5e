// Shapes as text: tables of fields, with a table of its own for every object in them.

/**
 * @typedef {import("../shapes.mjs").Shape} Shape
 * @typedef {import("../shapes.mjs").ObjectShape} ObjectShape
 * @typedef {import("../shapes.mjs").Field} Field
 *
 * A column of a table: its head, and what it shows of a field, whose type is told. One that is `outer` only stands in
 * the first table.
 * @typedef {{ head: string, outer?: boolean, cell(field: Field, type: string): string }} Column
 *
 * What the tables of a page add to each other: the objects that types name, by title, and what headings add to a title.
 * @typedef {{ objects: Map<string, ObjectShape>, of: string }} Scope
 */
import { isSecret } from "../definitions.mjs";
import { sentence } from "../sentence.mjs";

/**
 * Tables of the fields of an object and of all objects in it.
 * @param {ObjectShape} shape
 * @param {{ columns: Column[], heading: number, of?: string }} form the columns between name and description, the level
 * of the headings of inner objects, and what these add where a page has several of these
 */
export function tables(shape, { columns, heading, of = "" }) {
  /** @type {Scope} */
  const scope = { objects: new Map(), of };
  const tableOf = (/** @type {ObjectShape} */ { fields }, /** @type {Column[]} */ shown) =>
    table(
      ["name", ...shown.map(({ head }) => head), "description"],
      fields.map((field) => [
        `\`${field.name}\``,
        ...shown.map(({ cell }) => cell(field, type(field.shape, field.name, scope))),
        `${sentence(field)}${isSecret(field.name, field.marks) ? " **Secret.**" : ""}`,
      ]),
    );
  const texts = [tableOf(shape, columns)];
  // Tables add the objects that they name to those that are still to come.
  for (const [title, object] of scope.objects)
    texts.push(
      `${"#".repeat(heading)} ${title}`,
      ...(object.about === undefined ? [] : [object.about]),
      tableOf(
        object,
        columns.filter(({ outer }) => !outer),
      ),
    );
  return texts.join("\n\n");
}

/**
 * A Markdown table.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll(/(?<!\\)\|/g, "\\|")).join(" | ")} |`)
    .join("\n");

/**
 * The type of a shape in words of TypeScript; objects are links to their tables.
 * @param {Shape} shape
 * @param {string} name the name of the field that has it
 * @param {Scope} scope
 * @returns {string}
 */
export function type(shape, name, scope = { objects: new Map(), of: "" }) {
  if (shape.typescript !== undefined) return `\`${shape.typescript}\``;
  switch (shape.type) {
    case "choice":
      return shape.values.map((value) => `\`${value}\``).join(", ");
    case "list":
      return `list of ${type(shape.element, name, scope)}`;
    case "map":
      return `map of ${type(shape.values, name, scope)}`;
    case "union":
      return [...new Set(shape.options.map((option) => type(option, name, scope)))].join(", or ");
    case "object": {
      if (shape.fields.length === 0) return "object";
      const [shown, title] = [shape.title ?? name, `${shape.title ?? name}${scope.of}`];
      if (!scope.objects.has(title)) scope.objects.set(title, shape);
      return `[${shown}](#${title.toLowerCase().replaceAll(" ", "-")})`;
    }
    default:
      return shape.type;
  }
}

/**
 * A page on which every document that is named by its number is a link to what it is; code stays as it is.
 * @param {string} page
 * @param {string} folder the way to the first page, as a prefix
 */
export const linked = (page, folder) =>
  page
    .split(/(```[^]*?```)/)
    .map((part, position) =>
      position % 2 === 1
        ? part
        : part.replaceAll(/(?<![[`\w])([Dd]ocument [123])\b/g, `[$1](${folder}README.md#the-documents)`),
    )
    .join("");
