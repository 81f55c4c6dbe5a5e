import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { VERSION } from "./installation.mjs";
import { run, withProgress } from "./run.mjs";

/**
 * What gets the CLI into a folder and gives the folder of its programs.
 * @typedef {(folder: string, work: import("./run.mjs").Work) => Promise<string>} Source
 */

const ARCHIVES = "https://get.pulumi.com/releases/sdk";
const CHECKSUMS = `https://github.com/pulumi/pulumi/releases/download/v${VERSION}`;

/**
 * A source of the CLI: the official release for this operating system, checked against its published checksum.
 * @returns {Source} a function that unpacks the release into a folder and returns where its programs are, or throws an
 * Error that says why not.
 */
export function download({ archives = ARCHIVES, checksums = CHECKSUMS } = {}) {
  return async (folder, { log, signal }) => {
    const archive = archiveName();
    const list = await (await answer(`${checksums}/pulumi-${VERSION}-checksums.txt`, signal)).text();
    const published = list
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .find(([, name]) => name === archive)?.[0];
    if (published === undefined) throw new Error(`there is no ${archive}`);
    const { body } = await answer(`${archives}/${archive}`, signal);
    const actual = await withProgress(
      log,
      `Downloading the Pulumi CLI ${VERSION}`,
      save(/** @type {AsyncIterable<Uint8Array>} */ (body), join(folder, archive), signal),
    );
    if (actual !== published) throw new Error(`${archive} does not have its published checksum`);
    await run("tar", ["-xf", archive], { cwd: folder, signal });
    return join(folder, "pulumi", platform() === "win32" ? "bin" : "");
  };
}

function archiveName() {
  const [system, packed] = platform() === "win32" ? ["windows", "zip"] : [platform(), "tar.gz"];
  return `pulumi-v${VERSION}-${system}-${arch()}.${packed}`;
}

/**
 * The response of a server that answers within ten seconds, and with success; throws else.
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function answer(url, signal) {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), 10_000);
  try {
    const response = await fetch(url, { signal: AbortSignal.any([deadline.signal, signal]) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  } catch (error) {
    if (deadline.signal.aborted || /** @type {Error} */ (error).cause !== undefined)
      throw new Error(`${new URL(url).host} cannot be reached`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Writes a response's body to a file and returns its SHA-256 checksum in hexadecimal digits.
 * @param {AsyncIterable<Uint8Array>} body
 * @param {string} file
 * @param {AbortSignal} signal
 */
async function save(body, file, signal) {
  const hash = createHash("sha256");
  const hashed = async function* (/** @type {AsyncIterable<Uint8Array>} */ chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(body, hashed, createWriteStream(file), { signal });
  return hash.digest("hex");
}
