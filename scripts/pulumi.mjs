import { spawn } from "node:child_process";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, GO } from "./pulumi/build.mjs";
import { download } from "./pulumi/download.mjs";
import { exclusively } from "./pulumi/exclusively.mjs";
import {
  cacheFolder,
  findOnPath,
  isComplete,
  isNewEnough,
  MINIMUM,
  program,
  VERSION,
  versionIn,
} from "./pulumi/installation.mjs";
import { run, withProgress } from "./pulumi/run.mjs";

const CHECKOUT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCAL = join(CHECKOUT, ".pulumi-local");
const SDK = join(CHECKOUT, "node_modules", "@pulumi", "pulumi");

/** @type {import("./pulumi/run.mjs").Log} */
const toStandardError = (line) => void process.stderr.write(`${line}\n`);

const fail = (/** @type {Error} */ error) => {
  toStandardError(error.message);
  process.exitCode = 1;
};

/** Installs this checkout's packages with `npm ci` where that has not been done. */
export async function ensurePackages({ log = toStandardError } = {}) {
  const installing = join(LOCAL, "installing");
  const isInstalled = () => existsSync(join(CHECKOUT, "node_modules", ".package-lock.json"));
  if (isInstalled() && !existsSync(installing)) return;
  await exclusively(
    installing,
    { log, waiting: "Waiting for another run that installs the packages" },
    async (_, signal) => {
      if (isInstalled()) return;
      const npmCi = run("npm", ["ci", "--no-audit", "--no-fund"], {
        cwd: CHECKOUT,
        shell: process.platform === "win32",
        signal,
      });
      await withProgress(log, "Installing the packages with `npm ci`", npmCi).catch((cause) => {
        throw new Error("The packages could not be installed: run `npm ci` to see why.", { cause });
      });
    },
  );
}

/**
 * Makes sure that there is a Pulumi CLI: the one on the search path if it is new enough, else the one in the cache,
 * where it comes from the first of the sources that has one.
 * @param {object} [options]
 * @param {import("./pulumi/run.mjs").Log} [options.log] takes each line of progress.
 * @param {string} [options.path] the search path, as in the environment variable PATH.
 * @param {string} [options.cache] the folder in which a CLI is kept.
 * @param {Record<string, import("./pulumi/download.mjs").Source>} [options.sources] by name, functions that get the CLI
 * into a folder and return where it is, or throw an Error that says why not.
 * @returns the folder that holds `pulumi`.
 * @throws Error whose message says, in three lines, what to install.
 */
export async function ensurePulumi({
  log = toStandardError,
  path = process.env.PATH ?? "",
  cache = cacheFolder(),
  sources = { download: download(), build: build({ sdk: SDK }) },
} = {}) {
  await ensurePackages({ log });
  const installed = await findOnPath(path);
  if (installed !== undefined) return installed;
  const folder = join(cache, `pulumi-${VERSION}`);
  if (isComplete(folder)) return folder;
  await exclusively(
    `${folder}.partial`,
    { log, waiting: "Waiting for another run that gets the Pulumi CLI" },
    async (work, signal) => {
      if (isComplete(folder)) return;
      const complete = await firstOf(sources, { work, log, signal });
      await rm(folder, { recursive: true, force: true });
      await rename(complete, folder);
    },
  );
  return folder;
}

/**
 * The folder of a CLI that one of the sources gives.
 * @param {Record<string, import("./pulumi/download.mjs").Source>} sources
 * @param {import("./pulumi/run.mjs").Work & { work: string }} options
 */
async function firstOf(sources, { work, log, signal }) {
  const failures = [];
  for (const [name, source] of Object.entries(sources)) {
    try {
      const scratch = join(work, name);
      await mkdir(scratch);
      const folder = await source(scratch, { log, signal });
      const version = await versionIn(folder, { signal });
      if (isComplete(folder) && isNewEnough(version)) return folder;
      failures.push(`${name}: incomplete, or too old (${version})`);
    } catch (error) {
      if (signal.aborted) throw error;
      failures.push(`${name}: ${/** @type {Error} */ (error).message}`);
    }
  }
  throw new Error(
    [
      `There is no Pulumi CLI ${MINIMUM} or newer on PATH, and none could be had (${failures.join("; ")}).`,
      "Install it, with its Node.js language host: https://www.pulumi.com/docs/install/",
      `Or install Go ${GO} or newer, with which it is built here: https://go.dev/doc/install`,
    ].join("\n"),
  );
}

/**
 * The environment in which the CLI runs on this checkout: offline, with a state of its own. Variables that are set stay
 * as they are. Makes the folder of the state, because the CLI wants it to be there.
 * @param {object} options
 * @param {string} options.folder the one that holds `pulumi`; it comes first on the search path.
 * @param {NodeJS.ProcessEnv} [options.env] the variables that are set.
 * @param {string} [options.local] the folder of the state and of the CLI's own files.
 */
export function pulumiEnvironment({ folder, env = process.env, local = LOCAL }) {
  const state = join(local, "state");
  mkdirSync(state, { recursive: true });
  const path = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return {
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_HOME: join(local, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    ...(env.PULUMI_CONFIG_PASSPHRASE_FILE === undefined && { PULUMI_CONFIG_PASSPHRASE: "" }),
    ...env,
    [path]: [folder, env[path]].filter(Boolean).join(delimiter),
  };
}

/**
 * Runs the CLI in `folder` in place of this process: on its terminal, with the signals that it gets, to the same exit
 * status. To the CLI a second interruption means "kill the deployment", so each must reach it once. A terminal
 * interrupts both processes itself; elsewhere the CLI has a process group of its own, and what comes within five
 * seconds of another (npm and `timeout` repeat it) is one.
 * @param {string} folder
 * @param {string[]} args
 */
function runPulumi(folder, args) {
  const onTerminal = [0, 1, 2].some(isatty);
  const detached = !onTerminal && process.platform !== "win32";
  const cli = spawn(join(folder, program("pulumi")), args, {
    stdio: "inherit",
    env: pulumiEnvironment({ folder }),
    detached,
  });
  let last = 0;
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    if (Date.now() - last > 5_000) cli.kill(signal);
    last = Date.now();
  };
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, onTerminal ? () => {} : passOn);
  process.on("SIGTERM", passOn);
  cli.on("error", fail);
  cli.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** @param {string[]} args */
async function main(args) {
  const folder = await ensurePulumi();
  if (args[0] === "--dir") process.stdout.write(`${folder}\n`);
  else runPulumi(folder, args[0] === "--" ? args.slice(1) : args);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch(fail);
}
