// What programs in other languages need beside the CLI: an environment with Pulumi's SDK for Python, and the language
// hosts of Python and Go, kept in the user's cache for every checkout.
import { createHash } from "node:crypto";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModule, GO, SDK } from "./pulumi/build.mjs";
import { exclusively } from "./pulumi/exclusively.mjs";
import { cacheFolder, program, VERSION } from "./pulumi/installation.mjs";
import { run, withProgress } from "./pulumi/run.mjs";

/** The host that writes what the older ones cannot write. */
const SOURCES = fileURLToPath(new URL("../tests/languages/", import.meta.url));

/** What the environment has; the SDK's own dependency is parver, and setuptools installs it without a download. */
const PACKAGES = [`pulumi==${VERSION}`, "parver", "setuptools>=77"];

/** The script beside the host that runs programs in Python. */
const EXECUTOR = "pulumi-language-python-exec";

/** The hosts: the last of each that is a module with a version, as for Node.js, and before it the one of SOURCES. */
const LANGUAGES = [
  { language: "python", version: "3.68.0", main: `${SDK}/python/cmd/pulumi-language-python` },
  { language: "go", version: "3.60.0", main: `${SDK}/go/pulumi-language-go` },
];

const MODULES = LANGUAGES.flatMap(({ language, version, main }) => [
  {
    what: `Pulumi's host for ${language}`,
    file: program(`pulumi-language-${language}-older`),
    version,
    main,
    goMod: [`require ${SDK} v${version}`],
  },
  {
    what: `what the host for ${language} lacks`,
    file: program(`pulumi-language-${language}`),
    version: VERSION,
    main: ".",
    goMod: [`require github.com/pulumi/pulumi/pkg/v3 v${VERSION}`, `require ${SDK} v${VERSION}`],
  },
]);

/** The command that starts Python. */
const PYTHON = process.platform === "win32" ? "python" : "python3";

/** The program of an environment that runs Python. */
const INTERPRETER = process.platform === "win32" ? join("Scripts", "python.exe") : join("bin", "python");

/** @type {import("./pulumi/run.mjs").Log} */
const toStandardError = (line) => void process.stderr.write(`${line}\n`);

/**
 * Makes sure that programs in Python and Go can run: makes what is missing in the cache, which takes some minutes.
 * @param {object} [options]
 * @param {import("./pulumi/run.mjs").Log} [options.log] takes each line of progress.
 * @param {string} [options.cache] the folder in which it is kept.
 * @param {string} [options.python] the command that starts Python.
 * @returns the environment's folder, the program in it that runs Python, and the folder of the hosts.
 * @throws Error whose message says what to install.
 */
export async function ensureLanguages({ log = toStandardError, cache = cacheFolder(), python = PYTHON } = {}) {
  const version = await run(python, ["-c", "import ensurepip, sys, venv; print(sys.version)"]).catch((cause) => {
    throw new Error(
      `There is no Python with \`venv\` (${cause.message}). Install Python 3.9 or newer, on Debian and Ubuntu the ` +
        "package python3-venv too: https://www.python.org/downloads/",
      { cause },
    );
  });
  const sources = readdirSync(SOURCES).map((name) => readFileSync(join(SOURCES, name)));
  const digest = createHash("sha256").update([...PACKAGES, JSON.stringify(MODULES), version, ...sources].join("\n"));
  const folder = join(cache, `languages-${digest.digest("hex").slice(0, 12)}`);
  const environment = join(folder, "environment");
  const result = { environment, interpreter: join(environment, INTERPRETER), bin: join(folder, "bin") };
  if (isComplete(folder)) return result;
  await exclusively(
    `${folder}.partial`,
    { log, waiting: "Waiting for another run that gets the language hosts" },
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
 * Builds the hosts, and puts the script beside that of Python.
 * @param {string} work
 * @param {string} bin
 * @param {import("./pulumi/run.mjs").Work} options
 */
async function build(work, bin, options) {
  try {
    for (const module of MODULES) {
      if (module.main === ".") await cp(SOURCES, join(work, module.file), { recursive: true });
      const folder = await buildModule(module, work, bin, options);
      if (module === MODULES[0]) await copyExecutor(folder, bin);
    }
  } catch (error) {
    throw new Error(
      `What runs programs in Python and Go could not be built (${/** @type {Error} */ (error).message}). ` +
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
