// `npm test`: installs what it needs, builds, and runs the tests, the real Pulumi CLI included. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages, ensurePulumi } from "./pulumi.mjs";
import { ensureLanguages } from "./languages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The results of a file in jest's report.
 * @typedef {{ name: string, status: string, message: string, assertionResults: { status: string }[] }} FileResult
 */

/** @param {string[]} args */
async function main(args) {
  await ensurePackages();
  await ensurePulumi();
  await ensureLanguages();
  const { check } = await import("./generate.mjs");
  await check();
  const { build } = await import("./build.mjs");
  await build();
  const full = args.includes("--full");
  const first = jest(
    args.filter((arg) => arg !== "--full"),
    full,
  );
  const broken = first.testResults.filter(({ message }) => message.includes(BROKE_DOWN)).map(({ name }) => name);
  if (broken.length > 0)
    console.error(`The Pulumi CLI itself broke down (above is what it printed); once more:\n${broken.join("\n")}`);
  const last = broken.length > 0 ? jest(["--runTestsByPath", ...broken], full) : first;
  const files =
    broken.length > 0
      ? [...first.testResults.filter(({ name }) => !broken.includes(name)), ...last.testResults]
      : first.testResults;
  const count = (/** @type {string} */ status) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  const unread = files.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = count("failed") + unread;
  console.log(`${count("passed")} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : (last.status ?? 1);
}

/** What the engine tests say of a CLI that crashed, which judges nothing. */
const BROKE_DOWN = "broke down with";

/**
 * Runs jest, and gives its exit status and its results by file.
 * @param {string[]} args
 * @param {boolean} full
 * @returns {{ status: number | null, testResults: FileResult[] }}
 */
function jest(args, full) {
  const folder = mkdtempSync(join(tmpdir(), "mlplane-test-"));
  const report = join(folder, "report.json");
  const { status } = spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve("jest/bin/jest"), "--json", `--outputFile=${report}`, ...args],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: { ...process.env, NODE_NO_WARNINGS: "1", ...(full && { MLPLANE_TEST_FULL: "true" }) },
    },
  );
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true, force: true });
  return { status, testResults };
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
