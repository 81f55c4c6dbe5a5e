/** What the engine keeps of every resource: it must stay as it is, because old states hold it. */

/** The type token of a kind: `pulumi-nodejs:dynamic/mlplane/search:Index`. */
export const typeOf = (kind: string): string => `pulumi-nodejs:dynamic/mlplane/${kind}`;

/** The line that stands for the provider of a kind: it only calls the entry point that no version renames. */
export const providerOf = (kind: string): string => `exports.handler=()=>require("mlplane/runtime").provider("${kind}")`;

/**
 * What must be stored of a URN so that progress shows on the resource's line: the stack, and the types of its parents and its
 * Pulumi name where these cannot be told otherwise. Short, because the state holds it twice.
 */
export function placeOf(urn: string, kind: string, ownName: unknown): string {
  const [stack = "", , types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  const parents = types.slice(0, -typeOf(kind).length);
  if (name.join("::") !== ownName) return [stack, parents, ...name].join("::");
  return parents === "" ? stack : `${stack}::${parents}`;
}

/** The URN of a stored resource, where it can be told. */
export function urnOf(kind: string, stored: Record<string, unknown>): string | undefined {
  const { PULUMI_PROJECT: project } = process.env;
  if (typeof stored["__at"] !== "string" || project === undefined) return undefined;
  const [stack, parents = "", ...name] = stored["__at"].split("::");
  return `urn:pulumi:${stack}::${project}::${parents}${typeOf(kind)}::${name.length === 0 ? String(stored["name"]) : name.join("::")}`;
}
