import { camelCase, isReference, referencesIn, type Reference } from "./declared";
import type { Found } from "./found";
import type { Bag } from "../../provider/core/wire";

/** A resource with the arguments that declare it. */
export interface Declaration {
  resource: Found;
  args: Bag;
}

/** Names that a program cannot give to a resource. */
const reserved = new Set(
  (
    "mlplane pulumi config await break case catch class const continue debugger default delete do else enum " +
    "export extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof var void while with yield " +
    "arguments eval undefined"
  ).split(" "),
);

/**
 * A TypeScript program that declares resources. What a resource refers to must come before it.
 * @param provider the Pulumi name of their explicit provider, when they have one.
 */
export function program(declarations: readonly Declaration[], provider?: string): string {
  const resources = declarations.map(({ resource }) => resource);
  const references = declarations.flatMap(({ args }) => referencesIn(args));
  const linked = references.flatMap((one) => ("link" in one && !resources.includes(one.link.to) ? [one.link.to] : []));
  const others = [...new Set(linked)];
  const variables = variablesOf([...others, ...resources]);
  const text = (value: unknown, indent: string, lead = 0): string => {
    if (isReference(value)) return reference(value, variables);
    if (Array.isArray(value))
      return listed(
        "[",
        value.map((item) => text(item, `${indent}  `)),
        "]",
        indent,
        lead,
      );
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return listed(
      "{ ",
      Object.entries(value).map(
        ([key, item]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${text(item, `${indent}  `)}`,
      ),
      " }",
      indent,
      lead,
    );
  };
  const options = provider === undefined ? "" : `, { provider: ${camelCase(provider)} }`;
  const statements = declarations.map(({ resource, args }) => {
    const head =
      `const ${variables.get(resource)!} = new ` +
      `mlplane.${resource.definition.kind.replace(":", ".")}(${JSON.stringify(resource.name)}`;
    const argsText = Object.keys(args).length === 0 && options === "" ? "" : `, ${text(args, "", head.length)}`;
    return `${head}${argsText}${options});`;
  });
  const hasSecrets = references.some((one) => "secret" in one);
  const head = [
    'import * as mlplane from "mlplane";',
    ...(references.some((one) => !("link" in one)) ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...(hasSecrets ? ["", "const config = new pulumi.Config();"] : []),
    ...(others.length > 0 ? ["", "// What the stack has already, by the variables of its own declaration:"] : []),
    ...others.map(
      (one) => `// ${variables.get(one)!}: ${one.definition.kind.replace(":", ".")} ${JSON.stringify(one.name)}`,
    ),
  ];
  return [head.join("\n"), ...statements].join("\n\n");
}

function reference(value: Reference, variables: ReadonlyMap<Found, string>): string {
  if ("secret" in value) return `config.requireSecret(${JSON.stringify(value.secret)})`;
  if ("link" in value) return `${variables.get(value.link.to)!}.${value.link.property}`;
  const asset = `new pulumi.asset.FileAsset(${JSON.stringify(value.file.path)})`;
  return value.file.isSecret ? `pulumi.secret(${asset})` : asset;
}

/** Items in one line, or each in its own when one line is too long; `lead` characters stand before it. */
function listed(open: string, items: string[], close: string, indent: string, lead: number): string {
  if (items.length === 0) return (open + close).replaceAll(" ", "");
  const line = `${open}${items.join(", ")}${close}`;
  if (indent.length + lead + line.length <= 100 && !line.includes("\n")) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close.trim()}`;
}

/** A variable for each resource: its name in camelCase, with its class where two would have the same. */
function variablesOf(all: readonly Found[]): Map<Found, string> {
  const used = new Set(reserved);
  const variables = new Map<Found, string>();
  for (const resource of all) {
    const plain = camelCase(resource.name);
    const withClass = `${plain}${resource.definition.kind.split(":")[1]}`;
    const numbered = [...all.keys()].map((number) => `${withClass}${number + 2}`);
    const variable = [plain, withClass, ...numbered].find((name) => !used.has(name))!;
    used.add(variable);
    variables.set(resource, variable);
  }
  return variables;
}
