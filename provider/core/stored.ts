/** What the engine keeps of every resource: it must stay as it is, because old states hold it. */

/** The type token of a kind: `pulumi-nodejs:dynamic/mlplane/search:Index`. */
export const typeOf = (kind: string): string => `pulumi-nodejs:dynamic/mlplane/${kind}`;

/** The line that stands for the provider of a kind: it only calls the entry point that no version renames. */
export const providerOf = (kind: string): string =>
  `exports.handler=()=>require("mlplane/runtime").provider("${kind}")`;

/**
 * What must be stored of a URN so that messages show on the resource's line: the types of its parents and its Pulumi
 * name, where
 * its kind and its argument `name` do not tell them. Nothing for most: each property that a program declares costs it
 * time.
 */
export function placeOf(parents: string, name: string, ownName: unknown): string | undefined {
  if (name !== ownName) return `${parents}::${name}`;
  return parents === "" ? undefined : parents;
}

/** The types of the parents in the URN of a resource, each with `$` behind it. */
export const parentsOf = (urn: string, kind: string): string => urn.split("::")[2]!.slice(0, -typeOf(kind).length);

/** The part of a stored resource's URN that tells it from the others of its stack, where it can be told. */
export function lineOf(kind: string, stored: Record<string, unknown>): string | undefined {
  const [parents = "", ...name] = String(stored["__at"] ?? "").split("::");
  const own = name.length === 0 ? stored["name"] : name.join("::");
  return typeof own !== "string" || stored["__get"] === true ? undefined : `${parents}${typeOf(kind)}::${own}`;
}

/** The Pulumi name in such a part of a URN, as messages have it. */
export const nameIn = (line: string): string => `"${line.slice(line.indexOf("::") + 2)}"`;

/** The stack of a URN. */
export const stackOf = (urn: string): string | undefined => urn.replace(/^urn:pulumi:/, "").split("::")[0] || undefined;

/** The URN of a line of a stack, in the project of this process. */
export function urnOf(line: string | undefined, stack: string | undefined): string | undefined {
  const { PULUMI_PROJECT: project } = process.env;
  return line === undefined || stack === undefined || project === undefined
    ? undefined
    : `urn:pulumi:${stack}::${project}::${line}`;
}
