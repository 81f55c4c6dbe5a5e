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
  const classes = ["ResourceClass", "ResourceClassWithOptionalArgs"].filter((type) =>
    parts.some((part) => part.includes(`: ${type}<`)),
  );
  const text = [
    "// Written from the definitions by `npm run generate`: change these, not this.",
    `import type * as pulumi from "@pulumi/pulumi";`,
    `import { ${helpers.join(", ")} } from "../function";`,
    `import type { InvokeOptions, InvokeOutputOptions } from "../options";`,
    `import { resourceClass } from "../resource";`,
    `import type { ${classes.join(", ")} } from "../resource";`,
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
  const type = args.fields.every((field) => field.optional) ? "ResourceClassWithOptionalArgs" : "ResourceClass";
  return `${comment(`The arguments of \`${name}\`.`)}
export interface ${name}Args {
${print.members(args, "input")}
}

${comment(description)}
export interface ${name} extends pulumi.CustomResource {
${print.properties([...args.fields, ...outputs.fields])}
}

${comment(description)}
export const ${name}: ${type}<${name}, ${name}Args> = resourceClass(${JSON.stringify(kind)});`;
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
