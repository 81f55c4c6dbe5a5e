// The first page of the reference.
import { membersOf } from "./declared.mjs";
import { pythonOf, examplesText } from "./examples.mjs";
import { table } from "./schema.mjs";

/**
 * @typedef {import("../definitions.mjs").Namespace} Namespace
 * @typedef {import("./examples.mjs").Example} Example
 */

/** @type {Record<string, string>} */
const about = { ml: "ML resource management", search: "search with agentic retrieval", local: "local inference" };

/**
 * The page that lists all others, with an example of a resource that is read and one of an error that is caught.
 * @param {Namespace[]} namespaces
 * @param {{ error: Example, get: Example }} examples
 */
export function indexPage(namespaces, { error, get }) {
  return `${[
    "# Reference",
    "Three services, a namespace for each. Guides: [tests of a program](../testing.md), " +
      "[components and libraries](../components.md), [Automation API](../automation.md), " +
      "[several stacks on one service](../stacks.md), [other languages](../languages.md), [Azure](../azure.md), " +
      "[replacements without downtime](../replacements.md), [moves and renames](../moves.md), " +
      "[interruptions](../interruptions.md), [secrets](../secrets.md).",
    "- [Configuration](configuration.md): how the services are reached\n- [Commands](commands.md): `mlplane " +
      "sandbox`, `drift`, `import`, `doctor`, `plugin`, with their exit statuses\n- [Sandbox](sandbox.md): the three " +
      "services for tests and trials\n- [Azure](azure.md): what differs on the wire, and the sandbox as its emulator",
    ...namespaces.flatMap(({ name: namespace, resources, functions }) => [
      `## ${namespace}: ${about[namespace]}`,
      table(
        ["class", "what it is"],
        resources.map(({ name, definition }) => [`[${name}](${namespace}/${name}.md)`, definition.description]),
      ),
      table(
        ["function", "what it gives"],
        functions.map(({ name, definition }) => [
          `[${name}](${namespace}/functions.md#${name.toLowerCase()})`,
          definition.description,
        ]),
      ),
    ]),
    "## The documents",
    "Where a sentence names a document by its number, it means the specification of a service:",
    table(
      ["document", "specification of"],
      [
        [
          "document 1",
          "[ML resource management](#ml-ml-resource-management): its REST interface, the model registry and the " +
            "agent run",
        ],
        [
          "document 2",
          "[search with agentic retrieval](#search-search-with-agentic-retrieval): its REST interface, version " +
            "2025-11-01-preview",
        ],
        ["document 3", "[local inference](#local-local-inference): the REST interface of the service on one machine"],
      ],
    ),
    "## What all classes have",
    [
      "- The argument `adopt`, and the options of every Pulumi resource but `import`, for which there is " +
        "`mlplane import`.",
      "- `Class.get(name, id)` reads an existing resource without owning it: it is neither changed, nor " +
        "deleted, nor drift. One that is not there is an error.",
      "- “Replaces” means that an edit of the argument deletes the resource and creates it anew, in this " +
        'order; a `Model` whose `modelId` changes, and what says `onReplace: "createFirst"`, is created first.',
      "- “Of” another class means that the argument names a resource of it: pass its output, `index.name`, so " +
        "that the order is right.",
      "- Only what is declared is managed: arguments that a program never set are neither compared nor reset.",
    ].join("\n"),
    examplesText([get, pythonOf("get")], 0),
    "## Errors",
    "What a service refuses is an `mlplane.ApiError`, whose message tells all of it. Mistakes in arguments and " +
      "configuration, and services that cannot be reached, are plain errors whose message says what to do.",
    examplesText([error], 0),
    membersOf("provider/core/errors.ts", "ApiError"),
  ].join("\n\n")}\n`;
}
