// The declarations of the classes and functions that users see, written from the definitions: types and hovers without
// zod.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const dist = (name) => require(`../dist/provider/${name}.js`);

/** The texts of dist/sdk/{ml,search,local}.d.ts, by file name. */
export function declarations() {
  const { resources } = dist("resources");
  const { functions } = dist("functions");
  const inNamespace =
    (name) =>
    ({ kind }) =>
      kind.startsWith(`${name}:`);
  return Object.fromEntries(
    ["ml", "search", "local"].map((name) => [
      `${name}.d.ts`,
      moduleText(resources.filter(inNamespace(name)), functions.filter(inNamespace(name)), constantsOf(name)),
    ]),
  );
}

/** Constants that a namespace exports beside classes and functions. */
function constantsOf(name) {
  return name === "ml" && "recommendedThresholds" in safely("ml/traffic/thresholds") ? ["recommendedThresholds"] : [];
}

const safely = (name) => {
  try {
    return dist(name);
  } catch {
    return {};
  }
};

function moduleText(resources, functions, constants) {
  const named = new Map();
  const print = printer(named);
  const parts = [...resources.map((one) => classText(one, print)), ...functions.map((one) => functionText(one, print))];
  return [
    `import * as pulumi from "@pulumi/pulumi";`,
    `import type { InvokeOptions, InvokeOutputOptions } from "./options";`,
    ...constants.map((name) => `export { ${name} } from "../provider/ml/traffic/thresholds";`),
    ...named.values(),
    ...parts,
    "",
  ].join("\n\n");
}

function classText({ kind, description, inputs, outputs }, print) {
  const name = kind.split(":")[1];
  const args = print.members(inputs, "input", "  ");
  const properties = print.members(inputs.extend(outputs.shape), "output", "  ");
  return `/** The arguments of \`${name}\`. */
export interface ${name}Args {
${args}
}

/** ${description} */
export declare class ${name} extends pulumi.CustomResource {
  /** Reads an existing resource without owning it; one that is not there is an error. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, state?: Partial<${name}Args>, opts?: pulumi.CustomResourceOptions): ${name};
  /** Whether a value is a \`${name}\`. */
  static isInstance(value: unknown): value is ${name};
${properties}
  /** Declares the resource; \`name\` is its Pulumi name. */
  constructor(name: string, args${requiresNothing(inputs) ? "?" : ""}: ${name}Args, opts?: pulumi.CustomResourceOptions);
}`;
}

function functionText({ kind, description, args, result, streams }, print) {
  const name = kind.split(":")[1];
  const title = `${name[0].toUpperCase()}${name.slice(1)}`;
  const empty = Object.keys(args.shape).length === 0;
  const optional = requiresNothing(args) ? "?" : "";
  const resultType = print.type(result, "plain", "  ");
  const isNamed = print.isObject(result);
  const given = empty ? "Record<string, never>" : `${title}Args`;
  return [
    empty
      ? ""
      : `/** The arguments of \`${name}\`. */\nexport interface ${title}Args ` +
        `{\n${print.members(args, "plain", "  ")}\n}\n`,
    empty || streams
      ? ""
      : `/** The arguments of \`${name}Output\`. */\nexport interface ${title}OutputArgs ` +
        `{\n${print.members(args, "input", "  ")}\n}\n`,
    isNamed
      ? `/** What \`${name}\` gives. */\nexport interface ${title}Result ${resultType}\n`
      : `/** What \`${name}\` gives. */\nexport type ${title}Result = ${resultType};\n`,
    `/** ${description} */\nexport declare function ${name}(args${optional}: ${given}, options?: InvokeOptions): ${streams ? `Promise<AsyncIterable<${title}Result>> & AsyncIterable<${title}Result>` : `Promise<${title}Result>`};`,
    streams
      ? ""
      : `/** ${description} For use inside a Pulumi program. */\nexport declare function ${name}Output(args${optional}: ${empty ? given : `${title}OutputArgs`}, options?: InvokeOutputOptions): pulumi.Output<${title}Result>;`,
  ]
    .filter(Boolean)
    .join("\n");
}

const requiresNothing = (schema) =>
  Object.values(schema.shape).every((field) => dist("core/marks").nodeOf(field).optional);

/**
 * Prints schemas as types. Forms: `input` for arguments that may be outputs, `output` for a class's properties, `plain`
 * for values.
 */
function printer(named) {
  const { nodeOf } = dist("core/marks");

  const members = (schema, form, indent) =>
    Object.entries(schema.shape)
      .filter(([, field]) => form !== "output" || nodeOf(field).marks.unkept !== true)
      .map(([key, field]) => {
        const { optional, marks, defaultValue } = nodeOf(field);
        const needed =
          form === "input" || form === "plain" ? optional : optional && defaultValue === undefined && !marks.autoName;
        const doc = marks.description === undefined ? "" : `${indent}/** ${marks.description} */\n`;
        const property = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
        if (form === "output")
          return (
            `${doc}${indent}readonly ${property}: ` +
            `pulumi.Output<${type(field, "plain", indent)}${needed ? " | undefined" : ""}>;`
          );
        return `${doc}${indent}${property}${needed ? "?" : ""}: ${form === "input" ? `pulumi.Input<${type(field, form, indent)}${needed ? " | undefined" : ""}>` : `${type(field, form, indent)}${needed ? " | undefined" : ""}`};`;
      })
      .join("\n");

  const wrap = (text, form) => (form === "input" ? `pulumi.Input<${text}>` : text);

  const type = (schema, form, indent = "") => {
    const { schema: inner, marks } = nodeOf(schema);
    if (marks.type !== undefined) return marks.type;
    const def = inner._zod.def;
    switch (def.type) {
      case "string":
        return "string";
      case "number":
      case "int":
        return "number";
      case "boolean":
        return "boolean";
      case "enum":
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(" | ");
      case "literal":
        return def.values.map((value) => JSON.stringify(value)).join(" | ");
      case "array":
        return `${brackets(wrap(type(inner.element, form, indent), form))}[]`;
      case "record":
        return `{ [name: string]: ${wrap(type(def.valueType, form, indent), form)} }`;
      case "union":
        return [...new Set(def.options.map((option) => type(option, form, indent)))].join(" | ");
      case "null":
        return "null";
      case "object":
        return objectType(inner, marks, form, indent);
      default:
        return "any";
    }
  };

  const objectType = (schema, { title }, form, indent) => {
    if (title === undefined) {
      const text = members(schema, form, `${indent}  `);
      return text === "" ? "{}" : `{\n${text}\n${indent}}`;
    }
    const name = form === "input" ? `${title}Args` : title;
    if (!named.has(name)) {
      named.set(name, "");
      const about = nodeOf(schema).marks.description;
      named.set(
        name,
        `/** ${form === "input" ? `Arguments of ${title}` : title}${about === undefined ? "" : `: ${about}`}. */\nexport interface ${name} {\n${members(schema, form, "  ")}\n}`.replace(
          "..",
          ".",
        ),
      );
    }
    return name;
  };

  return {
    members,
    type,
    isObject: (schema) => nodeOf(schema).schema._zod.def.type === "object" && nodeOf(schema).marks.title === undefined,
  };
}

const brackets = (text) =>
  /[ |]/.test(text) && !text.startsWith("pulumi.Input<") && !text.startsWith("{") ? `(${text})` : text;
