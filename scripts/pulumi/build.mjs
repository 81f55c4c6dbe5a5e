import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DYNAMIC_PROVIDER, program, VERSION } from "./installation.mjs";
import { run, withProgress } from "./run.mjs";

/** The Go version that the modules ask for. */
export const GO = "1.25.11";

/** The module of Pulumi's SDKs, with the language hosts. */
export const SDK = "github.com/pulumi/pulumi/sdk/v3";

/**
 * A program that is built in a module of its own: what it is, its file, its version, its package in Go, and the lines
 * of `go.mod`.
 * @typedef {{ what: string, file: string, version: string, main: string, goMod: string[] }} Module
 */

/**
 * Built in modules of their own, because `go install` refuses modules with `replace` lines; those of the CLI are
 * repeated here.
 */
const MODULES = [
  {
    what: "the Pulumi CLI",
    file: program("pulumi"),
    version: VERSION,
    main: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    goMod: [
      `require github.com/pulumi/pulumi/pkg/v3 v${VERSION}`,
      `require ${SDK} v${VERSION}`,
      "replace github.com/atotto/clipboard => github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e",
    ],
  },
  // The last language host with a version tag: later ones are a module without tags, which not every Go proxy serves.
  {
    what: "Pulumi's Node.js language host",
    file: program("pulumi-language-nodejs"),
    version: "3.68.0",
    main: `${SDK}/nodejs/cmd/pulumi-language-nodejs`,
    goMod: [`require ${SDK} v3.68.0`],
  },
];

/**
 * A source of the CLI: a build from its Go modules, which takes some minutes. The plug-in of dynamic providers is the
 * SDK's.
 * @param {{ sdk: string }} options `sdk` is the folder of the package `@pulumi/pulumi`.
 * @returns {import("./download.mjs").Source} a function that builds in a folder and returns where the programs
 * are, or throws an Error that says why not.
 */
export function build({ sdk }) {
  return async (folder, options) => {
    const bin = join(folder, "bin");
    for (const module of MODULES) await buildModule(module, folder, bin, options);
    await copyFile(join(sdk, DYNAMIC_PROVIDER), join(bin, DYNAMIC_PROVIDER));
    await chmod(join(bin, DYNAMIC_PROVIDER), 0o755);
    return bin;
  };
}

/**
 * Builds one program into the folder `bin`, in a module of its own under `folder`, whose folder it returns; Go files
 * may lie there already.
 * @param {Module} module
 * @param {string} folder
 * @param {string} bin
 * @param {import("./run.mjs").Work} work
 */
export async function buildModule({ what, file, version, main, goMod }, folder, bin, { log, signal }) {
  const cwd = join(folder, file);
  await mkdir(cwd, { recursive: true });
  await writeFile(join(cwd, "go.mod"), [`module ${file}`, `go ${GO}`, ...goMod, ""].join("\n"));
  const flags = [
    "-mod=mod",
    "-trimpath",
    "-tags=osusergo",
    `-ldflags=-w -s -X ${SDK}/go/common/version.Version=v${version}`,
  ];
  const env = { ...process.env, GOWORK: "off", GOTMPDIR: folder };
  const building = run("go", ["build", ...flags, "-o", join(bin, file), main], { cwd, env, signal });
  await withProgress(log, `Building ${what} ${version} from Go modules`, building);
  return cwd;
}
