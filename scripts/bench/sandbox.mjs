// The services that are measured against.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A sandbox in a process of its own, whose CPU time does not count.
 * @typedef {object} Sandbox
 * @property {Record<string, string>} environment the variables that reach it
 * @property {() => Request[]} requests what it has received
 * @property {() => void} clear forgets the requests
 * @property {() => number} refusals how many requests it refused because they came too fast
 *
 * @typedef {{ method: string, status?: number, at: number }} Request
 */

/**
 * Does something with a sandbox of these options, and stops it.
 * @template T
 * @param {object} options
 * @param {(sandbox: Sandbox) => T} work
 */
export async function withSandbox(options, work) {
  const child = spawn(
    process.execPath,
    [
      "-e",
      `require(${JSON.stringify(join(root, "dist/sandbox"))}).startSandbox(${JSON.stringify(options)}).then((s) ` +
        "=> console.log(JSON.stringify({ url: s.url, environment: s.environment })))",
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const { url, environment } = JSON.parse(
      await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data)))),
    );
    const curl = (/** @type {string[]} */ ...args) =>
      spawnSync("curl", ["-s", ...args], { encoding: "utf8", maxBuffer: 1e9 }).stdout;
    /** @returns {Request[]} */
    const requests = () => JSON.parse(curl(`${url}/_sandbox/requests`));
    return await work({
      environment,
      requests,
      clear: () => void curl("-X", "DELETE", `${url}/_sandbox/requests`),
      refusals: () => requests().filter(({ status }) => status === 429 || status === 503).length,
    });
  } finally {
    child.kill();
  }
}
