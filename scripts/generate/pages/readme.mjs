// The table in README.md of all classes and functions.

/** @typedef {import("../definitions.mjs").Namespace} Namespace */

const HEAD = "| namespace | resources | functions |\n|---|---|---|\n";

/**
 * README.md with the table as the definitions say. Throws an error when the table's head is not there.
 * @param {string} text
 * @param {Namespace[]} namespaces
 */
export function readme(text, namespaces) {
  const start = text.indexOf(HEAD) + HEAD.length;
  if (start < HEAD.length) throw new Error("README.md has no table of namespaces");
  const rows = namespaces.map(
    ({ name, resources, functions }) => `| \`${name}\` | ${names(resources)} | ${names(functions)} |\n`,
  );
  return text.slice(0, start) + rows.join("") + text.slice(text.indexOf("\n\n", start - 1) + 1);
}

const names = (/** @type {{ name: string }[]} */ all) => all.map(({ name }) => `\`${name}\``).join(" ");
