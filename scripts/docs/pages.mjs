// All pages of the reference.
import { createRequire } from "node:module";
import { commandsPage } from "./commands.mjs";
import { configurationPage } from "./configuration.mjs";
import { exampleOf } from "./examples.mjs";
import { functionsPage } from "./functions.mjs";
import { indexPage } from "./index.mjs";
import { resourcePage } from "./resource.mjs";
import { sandboxPage } from "./sandbox.mjs";

const require = createRequire(import.meta.url);
const { resources } = require("../../dist/provider/resources.js");
const { functions } = require("../../dist/provider/functions.js");

/** The texts of all pages, by their path under docs/reference. */
export function pages() {
  const namespaces = ["ml", "search", "local"].map((name) => ({
    name,
    resources: resources.filter(({ kind }) => kind.startsWith(`${name}:`)),
    functions: functions.filter(({ kind }) => kind.startsWith(`${name}:`)),
  }));
  return Object.fromEntries([
    ["README.md", indexPage(namespaces, { error: exampleOf("trial", "ApiError"), get: exampleOf("search", "get") })],
    ["configuration.md", configurationPage(exampleOf("index", "Provider"), exampleOf("outside", "connection"))],
    ["commands.md", commandsPage()],
    ["sandbox.md", sandboxPage(exampleOf("trial", "startSandbox"))],
    ...namespaces.flatMap((namespace) => [
      ...namespace.resources.map((definition) => [
        `${namespace.name}/${definition.kind.split(":")[1]}.md`,
        resourcePage(definition),
      ]),
      [`${namespace.name}/functions.md`, functionsPage(namespace)],
    ]),
  ]);
}
