// The one walk over the schemas of definitions: what printers (types, pages) are given instead of schemas.
import { createRequire } from "node:module";

/** The registry of what definitions say of their schemas; theirs is that of CommonJS. */
const { globalRegistry } = createRequire(import.meta.url)("zod");

/**
 * What a value looks like. `typescript` is the type to show where a schema cannot say it, `names` the kind of resource
 * that the value names.
 * @typedef {{ typescript?: string, names?: string } & (Plain | Choice | List | Map | Union | ObjectShape)} Shape
 *
 * `rule` is what a text must look like, in words.
 * @typedef {{ type: "string" | "integer" | "number" | "boolean" | "null" | "any", rule?: string }} Plain
 * @typedef {{ type: "choice", values: readonly (string | number | boolean)[] }} Choice
 * @typedef {{ type: "list", element: Shape }} List
 * @typedef {{ type: "map", values: Shape }} Map
 * @typedef {{ type: "union", options: Shape[] }} Union
 *
 * An object; it may hold itself. `title` is the name of its type, if it has one, and `about` says what it is;
 * an `open` one may have other members as well.
 * @typedef {{ type: "object", title?: string, about?: string, open?: true, fields: Field[] }} ObjectShape
 *
 * A member of an object; `about` is its sentence.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} about
 * @property {boolean} optional
 * @property {unknown} defaultValue the value that takes the place of a missing one, if any
 * @property {Marks} marks
 * @property {Shape} shape
 *
 * @typedef {import("../../provider/core/marks.js").Marks} Marks
 */

/** Objects that are known already, by schema and title, so that one that holds itself has an end. */
const objects = new WeakMap();

/** Wrappers that change nothing of how a value looks; `.nullable()` is none, because the engine keeps no null. */
const wrappers = new Set(["optional", "default", "prefault", "catch", "readonly"]);

/**
 * A schema without its wrappers, and what they said.
 * @param {any} outer
 */
function unwrapped(outer) {
  let [schema, optional] = [outer, false];
  /** @type {unknown} */
  let defaultValue;
  /** @type {Marks} */
  let marks = {};
  for (;;) {
    marks = { ...globalRegistry.get(schema), ...marks };
    const { def } = schema._zod;
    if (!wrappers.has(def.type)) return { schema, marks, optional, defaultValue };
    optional ||= def.type === "optional" || def.type === "default";
    if (def.type === "default") defaultValue = def.defaultValue;
    schema = def.innerType;
  }
}

/**
 * What the values of a schema look like. Throws an error for a kind of schema that no printer knows.
 * @param {any} outer
 * @param {string} path where it stands, for the error
 * @returns {Shape}
 */
export function shapeOf(outer, path) {
  const { schema, marks } = unwrapped(outer);
  return {
    ...(marks.type !== undefined && { typescript: marks.type }),
    ...(marks.reference !== undefined && { names: marks.reference.kind }),
    ...innerShape(schema, marks, path),
  };
}

/**
 * As `shapeOf`, of a schema that is an object.
 * @param {any} outer
 * @param {string} path
 * @returns {ObjectShape}
 */
export function objectOf(outer, path) {
  const shape = shapeOf(outer, path);
  if (shape.type !== "object") throw new Error(`${path}: must be an object`);
  return shape;
}

/**
 * @param {any} schema
 * @param {Marks} marks
 * @param {string} path
 * @returns {Shape}
 */
function innerShape(schema, marks, path) {
  const { def } = schema._zod;
  switch (def.type) {
    case "string":
      return { type: "string", ...ruleOf(def) };
    case "number":
      return { type: isInteger(def) ? "integer" : "number" };
    case "boolean":
    case "null":
      return { type: def.type };
    case "any":
    case "unknown":
      return { type: "any" };
    case "enum":
      return { type: "choice", values: Object.values(def.entries) };
    case "literal":
      return { type: "choice", values: def.values };
    case "array":
      return { type: "list", element: shapeOf(schema.element, `${path}[]`) };
    case "record":
      return { type: "map", values: shapeOf(def.valueType, `${path}{}`) };
    case "union":
      return { type: "union", options: def.options.map((/** @type {any} */ one) => shapeOf(one, path)) };
    case "object":
      return objectShape(schema, marks, path);
    default:
      throw new Error(`${path}: no printer knows a schema of the kind \`${def.type}\``);
  }
}

/**
 * @param {any} schema
 * @param {Marks} marks
 * @param {string} path
 * @returns {ObjectShape}
 */
function objectShape(schema, { title }, path) {
  const about = globalRegistry.get(schema)?.description;
  const known = objects.get(schema) ?? {};
  objects.set(schema, known);
  /** @type {ObjectShape} */
  const shape = (known[title ?? ""] ??= { type: "object", fields: [] });
  if (shape.fields.length > 0) return shape;
  if (title !== undefined) Object.assign(shape, { title, ...(about !== undefined && { about }) });
  if (schema._zod.def.catchall?._zod.def.type === "unknown") shape.open = true;
  for (const [name, outer] of Object.entries(schema.shape)) {
    const { marks, optional, defaultValue } = unwrapped(outer);
    /** @type {Field} */
    const field = { name, about: marks.description ?? "", optional, defaultValue, marks, shape: { type: "any" } };
    shape.fields.push(field);
    field.shape = shapeOf(outer, `${path}.${name}`);
  }
  return shape;
}

const isInteger = (/** @type {any} */ def) =>
  def.format !== undefined || (def.checks ?? []).some((/** @type {any} */ one) => one._zod.def.format === "safeint");

/**
 * What a text must look like, as the message of a mistake says it.
 * @param {any} def
 * @returns {{ rule?: string }}
 */
function ruleOf(def) {
  const pattern = (def.checks ?? []).find((/** @type {any} */ one) => one._zod.def.format === "regex");
  const message = pattern?._zod.def.error?.({});
  return message === undefined ? {} : { rule: message };
}
