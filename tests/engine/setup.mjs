// Makes sure that there is a Pulumi CLI, and installs the packed package in an empty folder, as a user would.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../scripts/build.mjs";
import { ensurePulumi, pulumiEnvironment } from "../../scripts/pulumi.mjs";
import { VERSION } from "../../scripts/pulumi/installation.mjs";
import { ensureLanguages } from "../../scripts/languages.mjs";

export default async function setup() {
  const folder = await ensurePulumi();
  const languages = { ...(await ensureLanguages()), version: VERSION };
  await build();
  const home = realpathSync(mkdtempSync(join(tmpdir(), "mlplane-engine-")));
  const npm = (args) =>
    execFileSync("npm", [...args, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], {
      cwd: home,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  const tarball = npm(["pack", process.cwd(), "--pack-destination", home]).trim().split("\n").at(-1);
  const { devDependencies } = JSON.parse(
    execFileSync(process.execPath, ["-p", "JSON.stringify(require('./package.json'))"], { encoding: "utf8" }),
  );
  const versions = ["@pulumi/pulumi", "typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
  versions.push("typescript-5.4@npm:typescript@5.4"); // the oldest that programs may use
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true }));
  npm(["install", "--prefer-offline", join(home, tarball), ...versions]);
  mkdirSync(join(home, "pulumi"));
  const { PATH, ...environment } = pulumiEnvironment({
    folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    local: join(home, "pulumi"),
  });
  // The type check of the repository checks the programs too.
  environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
  process.env.MLPLANE_ENGINE = JSON.stringify({ home, environment: { ...environment, PATH }, languages });
}
