/** What the engine keeps of every resource: it must stay as it is, because old states hold it. */

/** The type token of a kind: `pulumi-nodejs:dynamic/mlplane/search:Index`. */
export const typeOf = (kind: string): string => `pulumi-nodejs:dynamic/mlplane/${kind}`;

/** The line that stands for the provider of a kind: it only calls the entry point that no version renames. */
export const providerOf = (kind: string): string => `exports.handler=()=>require("mlplane/runtime").provider("${kind}")`;
