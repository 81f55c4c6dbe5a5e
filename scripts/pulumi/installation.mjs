import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/** The version of the Pulumi CLI that is downloaded or built where none is installed. */
export const VERSION = "3.250.0";

/** The oldest Pulumi CLI that will do: exit status 7 for unexpected changes begins with it. */
export const MINIMUM = "3.227.0";

/**
 * The file name of a program on this operating system.
 * @param {string} name
 */
export const program = (name) => (process.platform === "win32" ? `${name}.exe` : name);

/** The file name of the plug-in that runs dynamic resource providers: a script that comes with the SDK. */
export const DYNAMIC_PROVIDER = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;

const FILES = [program("pulumi"), program("pulumi-language-nodejs"), DYNAMIC_PROVIDER];

/**
 * Whether `folder` holds the CLI with its Node.js language host and the plug-in of dynamic providers beside it.
 * @param {string} folder
 */
export function isComplete(folder) {
  try {
    for (const file of FILES) accessSync(join(folder, file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether what `pulumi version` answered is a version that will do: at least MINIMUM, and of the same major version.
 * @param {string} answer
 */
export function isNewEnough(answer) {
  const { major, minor, patch } = numbers(answer);
  const least = numbers(MINIMUM);
  return major === least.major && (minor > least.minor || (minor === least.minor && patch >= least.patch));
}

/** @param {string} version */
function numbers(version) {
  const [, ...parts] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim()) ?? [];
  const [major = Number.NaN, minor = Number.NaN, patch = Number.NaN] = parts.map(Number);
  return { major, minor, patch };
}

/**
 * What the CLI in `folder` answers to `pulumi version`, for example `v3.250.0`; throws when it does not answer.
 * @param {string} folder
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function versionIn(folder, { signal } = {}) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return (await run(join(folder, program("pulumi")), ["version"], { env, signal })).trim();
}

/**
 * The first folder of a search path that holds a complete CLI which is new enough; undefined when there is none.
 * @param {string} path
 */
export async function findOnPath(path) {
  for (const folder of path.split(delimiter).filter(Boolean).filter(isComplete)) {
    if (isNewEnough(await versionIn(folder).catch(() => ""))) return folder;
  }
  return undefined;
}

/** The user's cache folder, where a CLI that was downloaded or built is kept for every checkout. */
export function cacheFolder() {
  if (process.platform === "win32")
    return join(process.env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "mlplane");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "mlplane");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "mlplane");
}
