// Tables of what a source file declares, from its own sentences.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { table } from "./schema.mjs";

/** @typedef {ts.TypeElement | ts.ClassElement | ts.ParameterDeclaration} Member */

/**
 * A table of the members of an interface, or of the properties that a class is constructed with. Throws an error when
 * there is none.
 * @param {string} file
 * @param {string} name
 */
export function membersOf(file, name) {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const declaration = source.statements
    .filter((one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one))
    .find((one) => one.name?.text === name);
  if (declaration === undefined) throw new Error(`${file} declares no ${name}`);
  /** @type {readonly (ts.TypeElement | ts.ClassElement)[]} */
  const members = declaration.members;
  const parameters = members.find(ts.isConstructorDeclaration)?.parameters;
  return table(
    ["name", "type", "description"],
    (parameters ?? members).map((member) => [`\`${member.name?.getText()}\``, typeOf(member), sentence(member)]),
  );
}

/** @param {Member} member */
function typeOf(member) {
  if (ts.isMethodSignature(member))
    return `\`(${member.parameters.map((one) => one.getText()).join(", ")}) => ${member.type?.getText()}\``;
  const { type, questionToken } = /** @type {ts.PropertySignature | ts.ParameterDeclaration} */ (member);
  return `\`${type?.getText() ?? "ServiceError[]"}\`${questionToken ? ", if any" : ""}`;
}

const sentence = (/** @type {Member} */ member) =>
  ts
    .getJSDocCommentsAndTags(member)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment))
    .join(" ")
    .replaceAll("\n", " ");
