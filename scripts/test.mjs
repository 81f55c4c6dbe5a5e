// `npm test`: installs what it needs, builds, and runs the tests, the real Pulumi CLI included. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages, ensurePulumi } from "./pulumi.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

async function main(args) {
  await ensurePackages();
  await ensurePulumi();
  const { build } = await import("./build.mjs");
  await build();
  const folder = mkdtempSync(join(tmpdir(), "mlplane-test-"));
  const report = join(folder, "report.json");
  const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
  const full = args.includes("--full");
  const { status } = spawnSync(process.execPath, [jest, "--json", `--outputFile=${report}`, ...args.filter((arg) => arg !== "--full")], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_NO_WARNINGS: "1", ...(full && { MLPLANE_TEST_FULL: "true" }) },
  });
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true, force: true });
  console.log(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
  process.exitCode = status ?? 1;
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
