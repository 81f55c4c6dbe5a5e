// Shapes as TypeScript types.

/**
 * The forms of a type: `input` for arguments that may be outputs, `plain` for values.
 * @typedef {"input" | "plain"} Form
 *
 * @typedef {import("../shapes.mjs").Shape} Shape
 * @typedef {import("../shapes.mjs").ObjectShape} ObjectShape
 * @typedef {import("../shapes.mjs").Field} Field
 */

/** Columns that a line of a comment has at most, so that it stays short wherever it stands. */
const WIDTH = 96;

/**
 * A sentence as a comment.
 * @param {string} sentence
 */
export function comment(sentence) {
  if (sentence === "") return "";
  const lines = [""];
  for (const word of sentence.split(" "))
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  return lines.length === 1 ? `/** ${lines[0]} */` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */`;
}

/** A printer of types, which gathers the interfaces that they name. */
export function printer() {
  /**
   * The texts of the interfaces, by name, and the shapes that they show.
   * @type {Map<string, { text: string, shape: ObjectShape }>}
   */
  const interfaces = new Map();

  /**
   * @param {Shape} shape
   * @param {Form} form
   * @returns {string}
   */
  const type = (shape, form) => {
    if (shape.typescript !== undefined) return shape.typescript;
    switch (shape.type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return shape.type;
      case "integer":
        return "number";
      case "any":
        return "unknown";
      case "choice":
        return shape.values.map((value) => JSON.stringify(value)).join(" | ");
      case "list":
        return `(${inside(shape.element, form)})[]`;
      case "map":
        return `{ [name: string]: ${inside(shape.values, form)} }`;
      case "union":
        return [...new Set(shape.options.map((option) => type(option, form)))].join(" | ");
      case "object":
        return objectType(shape, form);
    }
  };

  /**
   * What stands in a list or a map.
   * @param {Shape} shape
   * @param {Form} form
   */
  const inside = (shape, form) =>
    form === "input" && shape.type !== "any" ? `pulumi.Input<${type(shape, form)}>` : type(shape, form);

  /**
   * @param {ObjectShape} shape
   * @param {Form} form
   */
  const objectType = (shape, form) => {
    const { title, about } = shape;
    if (shape.fields.length === 0) return "Record<string, never>";
    if (title === undefined) return `{\n${members(shape, form)}\n}`;
    const name = form === "input" ? `${title}Args` : title;
    const known = interfaces.get(name);
    if (known !== undefined && JSON.stringify(known.shape.fields.map((one) => one.name)) !== names(shape))
      throw new Error(`two types have the title ${title}`);
    if (known === undefined) {
      const declaration = { text: "", shape };
      interfaces.set(name, declaration);
      const what = `${form === "input" ? `Arguments of ${title}` : title}${about === undefined ? "." : `: ${about}`}`;
      declaration.text = `${comment(what)}\nexport interface ${name} {\n${members(shape, form)}\n}`;
    }
    return name;
  };

  /**
   * The members of an interface.
   * @param {ObjectShape} shape
   * @param {Form} form
   */
  const members = (shape, form) =>
    [...shownMembers(shape, form), ...(shape.open && form === "input" ? ["[more: string]: unknown;"] : [])].join("\n");

  /**
   * @param {ObjectShape} shape
   * @param {Form} form
   */
  const shownMembers = (shape, form) =>
    shape.fields.map((field) => {
      const value = `${type(field.shape, form)}${field.optional ? " | undefined" : ""}`;
      const accepted = form === "input" && field.shape.type !== "any" ? `pulumi.Input<${value}>` : value;
      return `${comment(field.about)}\n${keyOf(field)}${field.optional ? "?" : ""}: ${accepted};`;
    });

  /**
   * The properties of a class: arguments and outputs.
   * @param {Field[]} fields
   */
  const properties = (fields) =>
    fields
      .filter(({ marks }) => marks.unkept !== true)
      .map((field) => {
        const isSet = !field.optional || field.defaultValue !== undefined || field.marks.autoName === true;
        const value = `${type(field.shape, "plain")}${isSet ? "" : " | undefined"}`;
        return `${comment(field.about)}\nreadonly ${keyOf(field)}: pulumi.Output<${value}>;`;
      })
      .join("\n");

  return { type, members, properties, named: () => [...interfaces.values()].map(({ text }) => text) };
}

const names = (/** @type {ObjectShape} */ { fields }) => JSON.stringify(fields.map(({ name }) => name));
const keyOf = (/** @type {Field} */ { name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
