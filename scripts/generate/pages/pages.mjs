// All pages of the reference.
import { commandsPage } from "./commands.mjs";
import { configurationPage } from "./configuration.mjs";
import { dialectPage } from "./dialects.mjs";
import { exampleOf, joined } from "./examples.mjs";
import { functionsPage } from "./functions.mjs";
import { indexPage } from "./index.mjs";
import { resourcePage } from "./resource.mjs";
import { sandboxPage } from "./sandbox.mjs";
import { linked } from "./schema.mjs";

/** The vendor's clients that the sandbox answers. */
const CLIENTS = {
  "search-documents": ["@azure/search-documents"],
  "arm-machinelearning": ["@azure/arm-machinelearning"],
  "foundry-local-sdk": ["foundry-local-sdk", "openai"],
};

/**
 * The texts of all pages, by their path under docs/reference.
 * @param {import("../definitions.mjs").Namespace[]} namespaces
 * @returns {Record<string, string>}
 */
export function pages(namespaces) {
  /** @type {[string, string][]} */
  const texts = [
    ["README.md", indexPage(namespaces, { error: exampleOf("trial", "ApiError"), get: exampleOf("search", "get") })],
    ["configuration.md", configurationPage(exampleOf("index", "Provider"), exampleOf("outside", "connection"))],
    ["commands.md", commandsPage()],
    [
      "azure.md",
      dialectPage(
        "azure",
        Object.entries(CLIENTS).map(([client, packages]) => ({
          ...joined(
            ["imports", `${client} imports`, "start", client, "stop"].map((part) => exampleOf("vendors", part)),
          ),
          packages,
        })),
      ),
    ],
    ["sandbox.md", sandboxPage(exampleOf("trial", "startSandbox"))],
    ...namespaces.flatMap(
      (namespace) =>
        /** @type {[string, string][]} */ ([
          ...namespace.resources.map((one) => [`${namespace.name}/${one.name}.md`, resourcePage(namespace.name, one)]),
          [`${namespace.name}/functions.md`, functionsPage(namespace)],
        ]),
    ),
  ];
  return Object.fromEntries(
    texts.map(([path, text]) => [
      path,
      path === "README.md" ? text : linked(text, "../".repeat(path.split("/").length - 1)),
    ]),
  );
}
