/** The Pulumi name in the part of a URN that tells a resource from the others of its stack, as messages have it. */
export const nameIn = (line: string): string => `"${line.slice(line.indexOf("::") + 2)}"`;

/** The stack of a URN. */
export const stackOf = (urn: string): string | undefined => urn.replace(/^urn:pulumi:/, "").split("::")[0] || undefined;

/** The part of a URN that tells a resource from the others of its stack: its parents' types, its own, its name. */
export const lineIn = (urn: string): string => urn.split("::").slice(2).join("::");
