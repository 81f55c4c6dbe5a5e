// The page of the sandbox.
import { fault } from "../definitions.mjs";
import { membersOf } from "./declared.mjs";
import { examplesText } from "./examples.mjs";
import { table, tables } from "./schema.mjs";

/** @type {[request: string, what: string][]} */
const routes = [
  ["POST /_sandbox/faults", "adds a [fault](#fault)"],
  ["DELETE /_sandbox/faults", "forgets those that are still to come"],
  ["GET /_sandbox/requests", "the [requests](#request) so far"],
  ["DELETE /_sandbox/requests", "forgets them"],
  [
    "POST /_sandbox/clock",
    "`{advanceSeconds}` moves the sandbox's time forward: models whose time is over are unloaded, tokens expire",
  ],
  ["GET /_sandbox/behaviour", "the [forms of the answers](#behaviour)"],
  ["POST /_sandbox/behaviour", "changes some of them"],
];

/**
 * The page of `mlplane/sandbox`.
 * @param {import("./examples.mjs").Example} example
 */
export function sandboxPage(example) {
  return `${[
    "# Sandbox",
    "The three services on one address, to try a program against: they keep what they are sent, follow their " +
      "documents, and really search, rank and answer. `mlplane sandbox` runs them as a process " +
      "([commands](commands.md)), `startSandbox` within a test.",
    examplesText([example], 0),
    "Tenant, client, subscription and resource group are all `sandbox`, which is let in as client secret and API key " +
      "too. `environment` has all of it as the variables of the [configuration](configuration.md), and `mlplane " +
      "sandbox` prints these to export.",
    "A browser that opens the sandbox's address shows what the services hold, follows every request live, searches, " +
      "asks, and sets faults, the clock and the tier. Secrets and keys are not shown. Pages of other origins are " +
      "refused, and so are requests to `/_sandbox/` under another host name than this machine's.",
    "## startSandbox",
    "`startSandbox(options?)` resolves to a [sandbox](#a-sandbox-that-runs) that answers. Its options:",
    membersOf("sandbox/index.ts", "SandboxOptions"),
    "## A sandbox that runs",
    membersOf("sandbox/index.ts", "Sandbox"),
    "## Request",
    membersOf("sandbox/publicTypes.ts", "LoggedRequest"),
    "## Fault",
    tables(fault, { heading: 3, columns: [{ head: "type", cell: (_, type) => type }] }),
    "## Behaviour",
    "The services' documents leave some forms open. A test may choose them:",
    membersOf("sandbox/publicTypes.ts", "Behaviour"),
    "## Over HTTP",
    "The same for a sandbox that runs as a process:",
    table(
      ["request", "what it does"],
      routes.map(([request, what]) => [`\`${request}\``, what]),
    ),
  ].join("\n\n")}\n`;
}
