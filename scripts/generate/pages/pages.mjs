// All pages of the reference.
import { commandsPage } from "./commands.mjs";
import { configurationPage } from "./configuration.mjs";
import { exampleOf } from "./examples.mjs";
import { functionsPage } from "./functions.mjs";
import { indexPage } from "./index.mjs";
import { resourcePage } from "./resource.mjs";
import { sandboxPage } from "./sandbox.mjs";
import { linked } from "./schema.mjs";

<<<<<<< HEAD:scripts/generate/pages/pages.mjs
/**
 * The texts of all pages, by their path under docs/reference.
 * @param {import("../definitions.mjs").Namespace[]} namespaces
 * @returns {Record<string, string>}
 */
export function pages(namespaces) {
  return Object.fromEntries([
=======
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
  const texts = [
>>>>>>> 16f2f35 (Guides for tests, components, the Automation API and shared services; an example for teams; each page tells type, id and requests):scripts/docs/pages.mjs
    ["README.md", indexPage(namespaces, { error: exampleOf("trial", "ApiError"), get: exampleOf("search", "get") })],
    ["configuration.md", configurationPage(exampleOf("index", "Provider"), exampleOf("outside", "connection"))],
    ["commands.md", commandsPage()],
    ["sandbox.md", sandboxPage(exampleOf("trial", "startSandbox"))],
    ...namespaces.flatMap((namespace) => [
      ...namespace.resources.map((one) => [`${namespace.name}/${one.name}.md`, resourcePage(namespace.name, one)]),
      [`${namespace.name}/functions.md`, functionsPage(namespace)],
    ]),
  ];
  return Object.fromEntries(
    texts.map(([path, text]) => [
      path,
      path === "README.md" ? text : linked(text, "../".repeat(path.split("/").length - 1)),
    ]),
  );
}
