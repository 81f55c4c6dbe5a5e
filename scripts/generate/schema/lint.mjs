// What `pulumi schema check` lets through, though a broken SDK is generated of it in some language.
import { isIdentifier } from "./types.mjs";

/** @typedef {import("./types.mjs").Spec} Spec */

/** What every resource has already. */
const RESERVED = ["id", "urn"];

/** Languages whose SDK has no version unless they say so. */
const VERSIONED = ["nodejs", "python", "go", "csharp", "java"];

/**
 * The mistakes of a schema, each with its place.
 * @param {any} schema
 * @returns {string[]}
 */
export function lint({ types, resources, functions, config, provider, language }) {
  /** @type {string[]} */
  const mistakes = [];
  const used = new Set();

  const checkSpec = (/** @type {any} */ spec, /** @type {string} */ where) => {
    const token = typeof spec.$ref === "string" && /^#\/types\/(.*)$/.exec(spec.$ref)?.[1];
    if (token) {
      used.add(token);
      if (types[token] === undefined) mistakes.push(`${where}: there is no type ${token}`);
    }
    const parts = /** @type {any[]} */ (spec.oneOf ?? []);
    if (parts.some((one) => !["string", "integer", "number", "boolean"].includes(one.type)))
      mistakes.push(`${where}: one of several types must not be a list or an object; say pulumi.json#/Any`);
    if (spec.type === "object" && spec.additionalProperties === undefined && !token)
      mistakes.push(`${where}: an object in a property needs a type with a name`);
    if (spec.replaceOnChanges) mistakes.push(`${where}: must be willReplaceOnChanges, else the SDK decides too`);
    for (const inner of [...parts, spec.items, spec.additionalProperties])
      if (inner !== undefined) checkSpec(inner, where);
  };

  const checkProperties = (/** @type {any} */ properties, /** @type {string} */ where, reserved = [""]) => {
    const names = Object.keys(properties ?? {});
    for (const name of names) {
      if (!isIdentifier(name)) mistakes.push(`${where}: ${name} is no name in every language`);
      if (reserved.includes(name)) mistakes.push(`${where}: every resource has ${name} already`);
      if (!properties[name].description) mistakes.push(`${where}.${name}: says nothing`);
      checkSpec(properties[name], `${where}.${name}`);
    }
    for (const [one, other] of pairs(names, snake))
      mistakes.push(`${where}: ${one} and ${other} are one name in Python`);
  };

  for (const [token, { inputProperties, properties }] of Object.entries(resources)) {
    checkProperties(inputProperties, token, RESERVED);
    checkProperties(properties, token, RESERVED);
  }
  for (const [token, { inputs, outputs }] of Object.entries(functions)) {
    checkProperties(inputs?.properties, token);
    if (outputs?.properties === undefined) mistakes.push(`${token}: what it gives must be an object`);
    checkProperties(outputs?.properties, `${token}, its result`);
  }
  for (const [token, one] of Object.entries(types)) {
    checkProperties(one.properties, token);
    const values = (one.enum ?? []).map((/** @type {any} */ { value }) => value);
    for (const [a, b] of pairs(values, constant)) mistakes.push(`${token}: ${a} and ${b} are one name of a constant`);
  }
  checkProperties(config.variables, "config");
  checkProperties(provider.inputProperties, "provider");

  for (const token of Object.keys(types)) {
    if (!used.has(token)) mistakes.push(`${token}: nothing has this type`);
    if (generated({ resources, functions }).has(token.toLowerCase())) mistakes.push(`${token}: has a generated name`);
  }
  for (const name of VERSIONED)
    if (!language?.[name]?.respectSchemaVersion) mistakes.push(`language.${name}: needs respectSchemaVersion`);
  return mistakes;
}

/**
 * The tokens, in small letters, of what generators write beside the types.
 * @param {{ resources: object, functions: object }} schema
 */
const generated = ({ resources, functions }) =>
  new Set(
    [
      ...Object.keys(resources).flatMap((token) => [token, `${token}Args`, `${token}State`]),
      ...Object.keys(functions).flatMap((token) => [token, `${token}Args`, `${token}Result`]),
    ].map((token) => token.toLowerCase()),
  );

/**
 * Names that are written alike, two by two.
 * @param {string[]} names
 * @param {(name: string) => string} written
 */
const pairs = (names, written) =>
  names.flatMap((one, position) =>
    names.slice(position + 1).flatMap((other) => (written(one) === written(other) ? [[one, other]] : [])),
  );

const snake = (/** @type {string} */ name) => name.replaceAll(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
const constant = (/** @type {string} */ value) => snake(value).replaceAll(/\W+/g, "_").replace(/^_/, "").toUpperCase();
