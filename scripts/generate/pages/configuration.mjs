// The page of the configuration keys.
import { keys, variableOf } from "../definitions.mjs";
import { pythonOf, examplesText } from "./examples.mjs";
import { table } from "./schema.mjs";

/**
 * @typedef {{ description: string, secret?: true, default?: string, like?: string }} Key
 * @typedef {import("./examples.mjs").Example} Example
 */

/**
 * The page of the configuration.
 * @param {Example} provider
 * @param {Example} connection
 */
export function configurationPage(provider, connection) {
  /** @type {[string, Key][]} */
  const all = Object.entries(keys);
  const rows = all.map(([key, { description, secret, default: value, like }]) => [
    `\`${key}\``,
    `\`${variableOf(key)}\``,
    value === undefined ? (like === undefined ? "" : `\`${like}\``) : `\`${value}\``,
    `${description}${secret ? " **Secret.**" : ""}`,
  ]);
  return `${[
    "# Configuration",
    "Each value is taken from the explicit `mlplane.Provider`, else from the stack's configuration, else from " +
      "the environment, else the default. With an explicit provider, only its own arguments, the environment and " +
      "the defaults count.",
    "```sh\npulumi config set mlplane:searchEndpoint https://search.example.com\npulumi config set --secret " +
      "mlplane:searchApiKey …\n```",
    "Credentials from the environment never reach the state; those from the configuration or a provider are in " +
      "it, encrypted. A missing value that a call needs is an error that names the key and the variable. " +
      "`mlplane doctor` checks all of it ([commands](commands.md)).",
    table(["key", "environment", "default", "description"], rows),
    "## Several connections",
    "`mlplane.Provider` is one connection; its arguments are the same keys.",
    examplesText([provider, pythonOf("Provider")], 0),
    "A refresh, and `mlplane drift`, reach the services as the last `up` did. After a provider's address or " +
      "credentials have changed, give both `--run-program`: `pulumi up --refresh --run-program` takes the " +
      "connection from the program.",
    "## Outside of Pulumi",
    "A function's option `connection` has the same keys too.",
    examplesText([connection], 0),
  ].join("\n\n")}\n`;
}
