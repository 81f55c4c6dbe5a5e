// What programs in Python need beside the CLI: an environment with Pulumi's SDK, its language host, and a generator of
// SDKs, kept in the user's cache for every checkout.
import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModule, GO, SDK } from "./pulumi/build.mjs";
import { exclusively } from "./pulumi/exclusively.mjs";
import { cacheFolder, program, VERSION } from "./pulumi/installation.mjs";
import { run, withProgress } from "./pulumi/run.mjs";

const GENERATOR = fileURLToPath(new URL("../tests/languages/sdk.go", import.meta.url));

/** The last language host with a version tag, as for Node.js. */
const HOST = { what: "Pulumi's Python host", file: program("pulumi-language-python"), version: "3.68.0" };
const EXECUTOR = "pulumi-language-python-exec";

/** The program of an environment that runs Python. */
const INTERPRETER = process.platform === "win32" ? join("Scripts", "python.exe") : join("bin", "python");

const toStandardError = (line) => process.stderr.write(`${line}\n`);

/**
 * Makes sure that programs in Python can run: makes what is missing in the cache, which takes some minutes.
 * @param log takes each line of progress.
 * @param cache the folder in which it is kept.
 * @param python the command that starts Python.
 * @returns the folders of the environment and of the programs beside it.
 * @throws Error whose message says what to install.
 */
export async function ensurePython({ log = toStandardError, cache = cacheFolder(), python = "python3" } = {}) {
  const version = await run(python, ["-c", "import ensurepip, sys, venv; print(sys.version)"]).catch(({ message }) => {
    throw new Error(
      `There is no Python with \`venv\` (${message}). Install Python 3.9 or newer, on Debian and Ubuntu the package ` +
        "python3-venv too: https://www.python.org/downloads/",
    );
  });
  const digest = createHash("sha256").update([VERSION, HOST.version, version, readFileSync(GENERATOR)].join("\n"));
  const folder = join(cache, `python-${digest.digest("hex").slice(0, 12)}`);
  const result = { environment: join(folder, "environment"), bin: join(folder, "bin") };
  if (isComplete(folder)) return result;
  await exclusively(
    `${folder}.partial`,
    { log, waiting: "Waiting for another run that gets Python" },
    (work, signal) => (isComplete(folder) ? undefined : make({ work, folder, python, log, signal })),
  );
  return result;
}

function isComplete(folder) {
  try {
    const files = [HOST.file, EXECUTOR, program("mlplane-sdk")].map((file) => join("bin", file));
    for (const file of [...files, join("environment", INTERPRETER)]) accessSync(join(folder, file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function make({ work, folder, python, log, signal }) {
  const made = join(work, "made");
  const environment = join(made, "environment");
  await mkdir(made);
  const install = async () => {
    await run(python, ["-m", "venv", environment], { signal });
    const packages = [`pulumi==${VERSION}`, "parver", "setuptools"];
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages];
    await run(join(environment, INTERPRETER), pip, { signal });
  };
  await withProgress(log, `Installing Pulumi's SDK ${VERSION} for Python`, install());
  await build(work, join(made, "bin"), { log, signal });
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
}

/** Builds the language host, with the script beside it that runs programs, and the generator. */
async function build(work, bin, options) {
  const host = {
    ...HOST,
    main: `${SDK}/python/cmd/pulumi-language-python`,
    goMod: [`require ${SDK} v${HOST.version}`],
  };
  const generator = {
    what: "the generator of SDKs",
    file: program("mlplane-sdk"),
    version: VERSION,
    main: ".",
    goMod: [`require github.com/pulumi/pulumi/pkg/v3 v${VERSION}`, `require ${SDK} v${VERSION}`],
  };
  await mkdir(join(work, generator.file));
  await copyFile(GENERATOR, join(work, generator.file, "sdk.go"));
  try {
    const folder = await buildModule(host, work, bin, options);
    const sources = (await run("go", ["list", "-mod=mod", "-m", "-f", "{{.Dir}}", SDK], { cwd: folder })).trim();
    await copyFile(join(sources, "python", "cmd", EXECUTOR), join(bin, EXECUTOR));
    await buildModule(generator, work, bin, options);
  } catch (error) {
    throw new Error(
      `What runs programs in Python could not be built (${error.message}). ` +
        `Install Go ${GO} or newer: https://go.dev/doc/install`,
    );
  }
}
