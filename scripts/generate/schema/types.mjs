// Shapes as types of a Pulumi schema.
import { isSecret } from "../definitions.mjs";
import { sentence } from "../sentence.mjs";

/**
 * @typedef {import("../shapes.mjs").Shape} Shape
 * @typedef {import("../shapes.mjs").ObjectShape} ObjectShape
 * @typedef {import("../shapes.mjs").Field} Field
 *
 * What a schema says of a value, of a property and of the properties of an object.
 * @typedef {{ type?: string, $ref?: string, items?: Spec, additionalProperties?: Spec, oneOf?: Spec[] }} Spec
 * @typedef {Spec & { description: string, secret?: true, willReplaceOnChanges?: true }} Property
 * @typedef {{ properties: Record<string, Property>, required: string[] }} Properties
 *
 * A type with a name: an object, or a choice.
 * @typedef {{ type: string, description?: string, enum?: { value: string }[] } & Partial<Properties>} Named
 */

/** What may be anything, assets included. */
const ANY = { $ref: "pulumi.json#/Any" };

/** An object whose members no schema can say. */
const FREE = { type: "object", additionalProperties: ANY };

/** What every language can name a property. */
export const isIdentifier = (/** @type {string} */ name) => /^[A-Za-z]\w*$/.test(name);

/** A name as it begins that of a type. */
export const capital = (/** @type {string} */ name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/**
 * A printer of types, which gathers those that have names.
 * @param {string} module the service in the tokens of the types
 */
export function printer(module) {
  /** @type {Record<string, Named>} */
  const types = {};
  /** @type {Map<string, ObjectShape>} */
  const shown = new Map();

  /**
   * The type of a value.
   * @param {Shape} shape
   * @param {string} name that of its type, where it has no title
   * @param {boolean} isResult whether a function gives it: sizes may pass 32 bits, and choices are no constants
   * @returns {Spec}
   */
  const spec = (shape, name, isResult = false) => {
    switch (shape.type) {
      case "string":
      case "number":
      case "boolean":
        return { type: shape.type };
      case "integer":
        return { type: isResult ? "number" : "integer" };
      case "choice":
        return isResult || shape.values.some((value) => typeof value !== "string")
          ? { type: typeof shape.values[0] }
          : choice(shape.values.map(String), name);
      case "list":
        return { type: "array", items: spec(shape.element, name, isResult) };
      case "map":
        return { type: "object", additionalProperties: spec(shape.values, name, isResult) };
      case "object":
        return isNamed(shape) && !shape.open ? object(shape, name, isResult) : FREE;
      default: // generated Python fails at run time where a list or an object is one of several
        return ANY;
    }
  };

  /**
   * A choice takes a text or a constant.
   * @param {string[]} values
   * @param {string} name
   */
  const choice = (values, name) => {
    const token = `mlplane:${module}:${name}`;
    types[token] = { type: "string", enum: values.map((value) => ({ value })) };
    return { oneOf: [{ type: "string" }, { type: "string", $ref: `#/types/${token}` }] };
  };

  /**
   * @param {ObjectShape} shape
   * @param {string} path
   * @param {boolean} isResult
   */
  const object = (shape, path, isResult) => {
    const { title: name = path, about } = shape;
    const token = `mlplane:${module}:${name}`;
    const known = shown.get(token);
    if (known !== undefined && names(known) !== names(shape)) throw new Error(`two types have the name ${token}`);
    if (known === undefined) {
      shown.set(token, shape);
      types[token] = { type: "object" }; // it may hold itself
      const inside = properties(shape.fields, name, { isResult: isResult && shape.title === undefined });
      types[token] = { type: "object", ...(about !== undefined && { description: about }), ...inside };
    }
    return { $ref: `#/types/${token}` };
  };

  /**
   * The properties of an object.
   * @param {readonly Field[]} fields
   * @param {string} owner the name of the object's type
   * @param {{ isResult?: boolean, isSet?: (field: Field) => boolean, replaces?: (field: Field) => boolean }} form
   * whether a function gives it, which fields have a value, and which replace the resource
   * @returns {Properties}
   */
  const properties = (
    fields,
    owner,
    { isResult, isSet = ({ optional }) => !optional, replaces = () => false } = {},
  ) => ({
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        {
          ...spec(field.shape, `${owner}${capital(field.name)}`, isResult),
          description: sentence(field),
          ...(isSecret(field.name, field.marks) && { secret: /** @type {const} */ (true) }),
          ...(replaces(field) && { willReplaceOnChanges: /** @type {const} */ (true) }),
        },
      ]),
    ),
    required: fields.filter(isSet).map(({ name }) => name),
  });

  return { spec, properties, types };
}

/**
 * Whether a shape is an object whose members have names for every language.
 * @param {Shape} shape
 * @returns {shape is ObjectShape}
 */
export const isNamed = (shape) =>
  shape.type === "object" && shape.fields.length > 0 && shape.fields.every(({ name }) => isIdentifier(name));

const names = (/** @type {ObjectShape} */ { fields }) => JSON.stringify(fields.map(({ name }) => name));
