// What loading and type-checking the package costs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { median, round } from "./figures.mjs";

const require = createRequire(import.meta.url);

/**
 * Milliseconds that the package adds to the loading of `@pulumi/pulumi`, and seconds that it adds to a cold type check.
 * @param {string} home a folder with the packages
 */
export function load(home) {
  const adding = (/** @type {string} */ what) => median(Array.from({ length: 9 }, () => addedBy(what, home)));
  const checking = (/** @type {string} */ text) => median(Array.from({ length: 5 }, checkOf(text, home)));
  const alone = `import * as pulumi from "@pulumi/pulumi";\nexport const x = pulumi.output(1);\n`;
  const ours =
    `import * as mlplane from "mlplane";\n` +
    `export const i = new mlplane.search.Index("a", { fields: [{ name: "id", type: "Edm.String", key: true }] });\n`;
  const [without, check] = [checking(alone), checking(alone + ours)];
  /** @type {[string, number, "ms" | "s"][]} */
  const rows = [
    ["`mlplane` in the program's process", adding('require("mlplane")'), "ms"],
    [
      "`mlplane/runtime` in the provider's process, with the client of the first call",
      adding(`require("mlplane/runtime").provider("search:Index"); ${client}`),
      "ms",
    ],
    ["zod alone", adding('require("zod")'), "ms"],
    ["the parts of undici that send a request, alone", adding(client), "ms"],
    ["cold strict type check of a program, `@pulumi/pulumi` alone", without, "s"],
    ["the same with `mlplane`", check, "s"],
    ["added by `mlplane`", check - without, "s"],
  ];
  return [
    "On top of `@pulumi/pulumi`, medians:",
    "",
    "| what | cost |",
    "|---|---|",
    ...rows.map(([what, value, unit]) => `| ${what} | ${round(value, unit === "s" ? 2 : 0)} ${unit} |`),
  ].join("\n");
}

/** Loads what `provider/core/client.ts` does. */
const client = ["dispatcher/agent", "api/api-request", "global"]
  .map((part) => `require("undici/lib/${part}");`)
  .join("");

/**
 * Milliseconds that a new process takes for some statements, once it has loaded `@pulumi/pulumi`.
 * @param {string} statements
 * @param {string} cwd
 */
function addedBy(statements, cwd) {
  const text =
    `require("@pulumi/pulumi"); const t = process.hrtime.bigint(); ${statements}; ` +
    "console.log(Number(process.hrtime.bigint() - t) / 1e6)";
  return Number(spawnSync(process.execPath, ["-e", text], { cwd, encoding: "utf8" }).stdout);
}

const strictly =
  "--noEmit --strict --skipLibCheck --target ES2022 --module commonjs --moduleResolution node10 --types node index.ts";

/**
 * A check of a program's types, which gives its seconds.
 * @param {string} text
 * @param {string} home
 */
function checkOf(text, home) {
  const cwd = mkdtempSync(join(home, "check-"));
  writeFileSync(join(cwd, "index.ts"), text);
  const args = [require.resolve("typescript/bin/tsc"), ...strictly.split(" ")];
  return () => {
    const started = process.hrtime.bigint();
    const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(stdout);
    return Number(process.hrtime.bigint() - started) / 1e9;
  };
}
