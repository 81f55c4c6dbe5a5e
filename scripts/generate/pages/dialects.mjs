// The page of each dialect: what differs on the wire, from its tables, and the sandbox as its emulator.
import { dialects } from "../definitions.mjs";
import { examplesText } from "./examples.mjs";
import { table } from "./schema.mjs";

const services = {
  search: "Search",
  ml: "ML resource management",
  agent: "Agent service",
  local: "Local inference",
};

/**
 * The page of a dialect, with examples of the clients that its emulator answers.
 * @param {"azure"} name
 * @param {(import("./examples.mjs").Example & { packages: string[] })[]} examples with the packages that each needs
 */
export function dialectPage(name, examples) {
  const { defaults, routes } = dialects[name]();
  return `${[
    `# The dialect \`${name}\``,
    "What differs on the wire between the documents and this dialect, from the tables by which calls are " +
      "translated. What no table names is the same in both, and passes through. How to configure it, and what it " +
      `cannot say, is on [its own page](../${name}.md).`,
    "## Defaults",
    table(
      ["key", "value"],
      Object.entries(defaults).map(([key, value]) => [`\`${key}\``, `\`${value}\``]),
    ),
    ...Object.entries(services).flatMap(([service, title]) =>
      ofService(
        title,
        routes.filter((one) => one.service === service),
      ),
    ),
    "## The sandbox as an emulator",
    `\`mlplane sandbox --dialect ${name}\`, and \`startSandbox({ dialect: "${name}" })\`, answer in this form, so ` +
      "that programs which use the vendor's own clients run offline. The API key and a ready token are both " +
      "`sandbox`. Each of these is a whole program, to be saved as `trial.mjs` and run with `node trial.mjs`.",
    ...examples.flatMap((example) => [
      `\`\`\`sh\nnpm install mlplane ${example.packages.join(" ")}\n\`\`\``,
      examplesText([example], 0),
    ]),
  ].join("\n\n")}\n`;
}

/** @typedef {import("../../../dialects/dialect.js").Route} Route */

/**
 * The section of a service: its places, and what differs in bodies there.
 * @param {string} title
 * @param {Route[]} routes
 */
function ofService(title, routes) {
  const places = unique(
    routes.map((route) => {
      const { methods, document, theirs, note } = route;
      const verbs = methods === undefined ? "" : `${methods.join(", ")} `;
      return isEmulated(route)
        ? ["–", `${verbs}\`${short(theirs)}\``, "of the emulator alone"]
        : [`${verbs}\`${short(document)}\``, document === theirs ? "the same" : `\`${short(theirs)}\``, note ?? ""];
    }),
  );
  const bodies = unique(
    routes
      .filter(({ methods }) => methods?.includes("POST") !== true)
      .flatMap(({ document, request, answer }) =>
        [...(request?.rows ?? []), ...(answer?.rows ?? [])].map(([ours, theirs]) => [
          `\`${short(document)}\``,
          ours,
          theirs,
        ]),
      ),
  );
  return [
    `## ${title}`,
    table(["the documents' path", "its own", ""], places),
    ...(bodies.length === 0 ? [] : [table(["at", "the documents' body", "its own"], bodies)]),
  ];
}

/** Whether only the sandbox knows a place, and the provider never calls it. */
const isEmulated = (/** @type {Route} */ { ask, serve }) => serve !== undefined && ask === undefined;

/** Long beginnings of paths, as document 1 shortens them. */
const short = (/** @type {string} */ path) =>
  path
    .replace(/\/subscriptions\/\{\w+\}\/resourceGroups\/.*\/workspaces\/\{workspace\}/, "{W}")
    .replace(/\/subscriptions\/\{\w+\}\/resourceGroups\/\{\w+\}\/providers\/\{\w+\}/, "{P}");

/** @type {(rows: string[][]) => string[][]} */
const unique = (rows) => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
