// The classes and functions of one service as users import them: a TypeScript module.
import { format } from "prettier";
import { comment, printer } from "./types.mjs";

/**
 * @typedef {import("../definitions.mjs").Namespace} Namespace
 * @typedef {import("../definitions.mjs").Resource} Resource
 * @typedef {import("../definitions.mjs").Fn} Fn
 * @typedef {ReturnType<typeof printer>} Printer
 */

/**
 * The text of a service's module.
 * @param {Namespace} namespace
 */
export async function typesModule({ resources, functions }) {
  const print = printer();
  const parts = [...resources.map((one) => classText(one, print)), ...functions.map((one) => functionText(one, print))];
  const helpers = [
    functions.length === 0 ? [] : ["promised"],
    functions.some(({ definition }) => definition.streams !== true) ? ["output"] : [],
    functions.some(({ definition }) => definition.streams === true) ? ["streamed"] : [],
  ].flat();
  const text = [
    "// Written from the definitions by `npm run generate`: change these, not this.",
    `import type * as pulumi from "@pulumi/pulumi";`,
    `import { ${helpers.join(", ")} } from "../function";`,
    `import type { InvokeOptions, InvokeOutputOptions } from "../options";`,
    `import { asked, isOf, Resource } from "../resource";`,
    "",
    [...print.named(), ...parts].join("\n\n"),
  ].join("\n");
  return format(text, { parser: "typescript", printWidth: 120, quoteProps: "preserve" });
}

/**
 * @param {Resource} resource
 * @param {Printer} print
 */
function classText({ name, definition: { kind, description }, args, outputs }, print) {
  const optional = args.fields.every((field) => field.optional) ? "?" : "";
  return `${comment(`The arguments of \`${name}\`.`)}
export interface ${name}Args {
${print.members(args, "input")}
}

${comment(description)}
export class ${name} extends Resource {
${print.properties([...args.fields, ...outputs.fields])}

  /** Reads an existing resource without owning it; one that is not there is an error. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: Partial<${name}Args>,
    opts?: pulumi.CustomResourceOptions,
  ): ${name} {
    return new ${name}(name, asked<${name}Args>(state), { ...opts, id });
  }

  /** Whether a value is a \`${name}\`. */
  static override isInstance(value: unknown): value is ${name} {
    return isOf(${JSON.stringify(kind)}, value);
  }

  /** Declares the resource; \`name\` is its Pulumi name. */
  constructor(name: string, args${optional}: ${name}Args, opts?: pulumi.CustomResourceOptions) {
    super(${JSON.stringify(kind)}, name, args, opts);
  }
}`;
}

/**
 * @param {Fn} fn
 * @param {Printer} print
 */
function functionText({ name, definition: { kind, description, streams }, args, result }, print) {
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const empty = args.fields.length === 0;
  const optional = args.fields.every((field) => field.optional) ? "?" : "";
  const argsType = empty ? "Record<string, never>" : `${title}Args`;
  const outputArgsType = empty ? argsType : `${title}OutputArgs`;
  const isInterface = result.type === "object" && result.title === undefined && result.typescript === undefined;
  const resultType = print.type(result, "plain");
  const results = `Promise<AsyncIterable<${title}Result>> & AsyncIterable<${title}Result>`;
  const call = `${JSON.stringify(kind)}, args, options`;
  return [
    ...(empty
      ? []
      : [
          comment(`The arguments of \`${name}\`.`),
          `export interface ${title}Args {\n${print.members(args, "plain")}\n}\n`,
        ]),
    ...(empty || streams
      ? []
      : [
          comment(`The arguments of \`${name}Output\`.`),
          `export interface ${title}OutputArgs {\n${print.members(args, "input")}\n}\n`,
        ]),
    comment(`What \`${name}\` gives.`),
    isInterface ? `export interface ${title}Result ${resultType}\n` : `export type ${title}Result = ${resultType};\n`,
    comment(description),
    `export function ${name}(args${optional}: ${argsType}, options?: InvokeOptions): ` +
      `${streams ? results : `Promise<${title}Result>`} { return ${streams ? "streamed" : "promised"}(${call}); }`,
    ...(streams
      ? []
      : [
          `\n${comment(`${description} For use inside a Pulumi program.`)}`,
          `export function ${name}Output(args${optional}: ${outputArgsType}, options?: InvokeOutputOptions): ` +
            `pulumi.Output<${title}Result> { return output(${call}); }`,
        ]),
  ].join("\n");
}
