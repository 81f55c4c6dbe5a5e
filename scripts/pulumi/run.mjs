import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Takes each line of progress.
 * @typedef {(line: string) => void} Log
 *
 * How a work tells of its progress, and what stops it.
 * @typedef {{ log: Log, signal: AbortSignal }} Work
 */

/**
 * Runs a command to its end and returns what it wrote to standard output.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").ExecFileOptions} [options]
 * @throws Error whose message is the last line the command wrote to standard error, or that it is not installed.
 */
export async function run(command, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      killSignal: "SIGINT",
      maxBuffer: 2 ** 26,
      ...options,
      encoding: "utf8",
    });
    return stdout;
  } catch (error) {
    const { code, message, stderr } = /** @type {NodeJS.ErrnoException & { stderr?: string }} */ (error);
    if (code === "ENOENT") throw new Error(`\`${command}\` is not installed`, { cause: error });
    throw new Error((stderr?.trim() || message.trim()).split("\n").at(-1), { cause: error });
  }
}

/**
 * Says `what` when `work` takes longer than a second, and again, with the seconds gone by, every ten seconds; returns
 * what `work` does.
 * @template T
 * @param {Log} log
 * @param {string} what
 * @param {Promise<T>} work
 */
export async function withProgress(log, what, work) {
  const start = Date.now();
  const first = setTimeout(() => log(`${what} ...`), 1_000);
  const further = setInterval(() => log(`${what} ... ${Math.round((Date.now() - start) / 1000)} s`), 10_000);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(further);
  }
}
