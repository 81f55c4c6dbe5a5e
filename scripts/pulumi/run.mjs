import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a command to its end and returns what it wrote to standard output.
 * @throws Error whose message is the last line the command wrote to standard error, or that it is not installed.
 */
export async function run(command, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      killSignal: "SIGINT",
      maxBuffer: 2 ** 26,
      ...options,
    });
    return stdout;
  } catch (error) {
    if (error.code === "ENOENT") throw new Error(`\`${command}\` is not installed`, { cause: error });
    throw new Error((error.stderr?.trim() || error.message.trim()).split("\n").at(-1), { cause: error });
  }
}

/**
 * Says `what` when `work` takes longer than a second, and again, with the seconds gone by, every ten seconds; returns
 * what `work` does.
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
