// Tables of what a source file declares, from its own sentences.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { table } from "./schema.mjs";

/**
 * A table of the members of an interface, or of the properties that a class is constructed with. Throws an error when
 * there is none.
 */
export function membersOf(file, name) {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const declaration = source.statements.find((one) => one.name?.text === name);
  if (declaration === undefined) throw new Error(`${file} declares no ${name}`);
  const { parameters } = declaration.members.find(ts.isConstructorDeclaration) ?? {};
  const members = parameters ?? declaration.members;
  return table(
    ["name", "type", "description"],
    members.map((member) => [`\`${member.name.text}\``, typeOf(member), sentence(member)]),
  );
}

const typeOf = (member) =>
  ts.isMethodSignature(member)
    ? `\`(${member.parameters.map((one) => one.getText()).join(", ")}) => ${member.type.getText()}\``
    : `\`${member.type?.getText() ?? "ServiceError[]"}\`${member.questionToken ? ", if any" : ""}`;

const sentence = (member) =>
  ts
    .getJSDocCommentsAndTags(member)
    .map(({ comment }) => comment)
    .join(" ");
