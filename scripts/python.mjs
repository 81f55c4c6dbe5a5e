// What programs in Python need beside the CLI: an environment with Pulumi's SDK, its language host, and a generator of
// SDKs, kept in the user's cache for every checkout.
import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModule, GO, SDK } from "./pulumi/build.mjs";
import { exclusively } from "./pulumi/exclusively.mjs";
import { cacheFolder, program, VERSION } from "./pulumi/installation.mjs";
import { run, withProgress } from "./pulumi/run.mjs";

const SOURCES = fileURLToPath(new URL("../tests/languages/", import.meta.url));

/** What the environment has; the SDK's own dependency is parver, and setuptools installs it without a download. */
const PACKAGES = [`pulumi==${VERSION}`, "parver", "setuptools>=77"];

const pkg = [`require github.com/pulumi/pulumi/pkg/v3 v${VERSION}`, `require ${SDK} v${VERSION}`];

/** The programs: the last language host with a version tag, as for Node.js, what it lacks, and a generator of SDKs. */
const MODULES = [
  {
    what: "Pulumi's Python host",
    file: "pulumi-language-python-3.68",
    version: "3.68.0",
    main: `${SDK}/python/cmd/pulumi-language-python`,
    goMod: [`require ${SDK} v3.68.0`],
  },
  {
    what: "what that host lacks",
    file: program("pulumi-language-python"),
    version: VERSION,
    source: "host",
    goMod: pkg,
  },
  { what: "the generator of SDKs", file: program("mlplane-sdk"), version: VERSION, source: "sdk", goMod: pkg },
];

/** The script beside the host that runs programs. */
const EXECUTOR = "pulumi-language-python-exec";

/** The program of an environment that runs Python. */
const INTERPRETER = process.platform === "win32" ? join("Scripts", "python.exe") : join("bin", "python");

/** @type {import("./pulumi/run.mjs").Log} */
const toStandardError = (line) => void process.stderr.write(`${line}\n`);

/**
 * Makes sure that programs in Python can run: makes what is missing in the cache, which takes some minutes.
 * @param {object} [options]
 * @param {import("./pulumi/run.mjs").Log} [options.log] takes each line of progress.
 * @param {string} [options.cache] the folder in which it is kept.
 * @param {string} [options.python] the command that starts Python.
 * @returns the folders of the environment and of the programs beside it.
 * @throws Error whose message says what to install.
 */
export async function ensurePython({ log = toStandardError, cache = cacheFolder(), python = "python3" } = {}) {
  const version = await run(python, ["-c", "import ensurepip, sys, venv; print(sys.version)"]).catch((cause) => {
    throw new Error(
      `There is no Python with \`venv\` (${cause.message}). Install Python 3.9 or newer, on Debian and Ubuntu the ` +
        "package python3-venv too: https://www.python.org/downloads/",
      { cause },
    );
  });
  const sources = MODULES.flatMap(({ source }) => (source ? [readFileSync(join(SOURCES, source, "main.go"))] : []));
  const digest = createHash("sha256").update([...PACKAGES, JSON.stringify(MODULES), version, ...sources].join("\n"));
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

/** @param {string} folder */
function isComplete(folder) {
  try {
    const files = [...MODULES.map(({ file }) => file), EXECUTOR].map((file) => join("bin", file));
    for (const file of [...files, join("environment", INTERPRETER)]) accessSync(join(folder, file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {import("./pulumi/run.mjs").Work & { work: string, folder: string, python: string }} options */
async function make({ work, folder, python, log, signal }) {
  const made = join(work, "made");
  const environment = join(made, "environment");
  await mkdir(made);
  const install = async () => {
    await run(python, ["-m", "venv", environment], { signal });
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES];
    await run(join(environment, INTERPRETER), pip, { signal });
  };
  await withProgress(log, `Installing Pulumi's SDK ${VERSION} for Python`, install());
  await build(work, join(made, "bin"), { log, signal });
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
}

/**
 * Builds the programs, and puts the script beside them.
 * @param {string} work
 * @param {string} bin
 * @param {import("./pulumi/run.mjs").Work} options
 */
async function build(work, bin, options) {
  try {
    for (const { source, main = ".", ...module } of MODULES) {
      const folder = join(work, module.file);
      await mkdir(folder);
      if (source !== undefined) await copyFile(join(SOURCES, source, "main.go"), join(folder, "main.go"));
      await buildModule({ main, ...module }, work, bin, options);
      if (source === undefined) await copyExecutor(folder, bin);
    }
  } catch (error) {
    throw new Error(
      `What runs programs in Python could not be built (${/** @type {Error} */ (error).message}). ` +
        `Install Go ${GO} or newer: https://go.dev/doc/install`,
      { cause: error },
    );
  }
}

/**
 * @param {string} cwd
 * @param {string} bin
 */
async function copyExecutor(cwd, bin) {
  const sources = (await run("go", ["list", "-mod=mod", "-m", "-f", "{{.Dir}}", SDK], { cwd })).trim();
  await copyFile(join(sources, "python", "cmd", EXECUTOR), join(bin, EXECUTOR));
  await chmod(join(bin, EXECUTOR), 0o755); // a module keeps no modes
}
