import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withProgress } from "./run.mjs";

const HEARTBEAT = 5_000;
const SILENCE = 60_000;
/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs `work(folder, signal)` while no other process works in `folder`, which is made for it and removed after it. Who
 * comes second waits for the first. The folder of a process that died, or was silent for a minute, is removed with what
 * it left. When this process is interrupted, `signal` is aborted, so that the work can stop; then the folder goes and
 * the interruption takes its course.
 * @template T
 * @param {string} folder
 * @param {{ log: import("./run.mjs").Log, waiting: string }} options
 * @param {(folder: string, signal: AbortSignal) => Promise<T> | T} work
 */
export async function exclusively(folder, { log, waiting }, work) {
  mkdirSync(dirname(folder), { recursive: true });
  if (!claim(folder)) await withProgress(log, waiting, claimed(folder));

  const interruption = new AbortController();
  const interrupt = (/** @type {NodeJS.Signals} */ name) => interruption.abort(name);
  const heartbeat = setInterval(() => utimes(folder, new Date(), new Date()).catch(() => {}), HEARTBEAT);
  for (const name of SIGNALS) process.once(name, interrupt);
  try {
    return await work(folder, interruption.signal);
  } finally {
    clearInterval(heartbeat);
    if (ownerOf(folder) === ME) rmSync(folder, { recursive: true, force: true });
    for (const name of SIGNALS) process.off(name, interrupt);
    if (interruption.signal.aborted) process.kill(process.pid, interruption.signal.reason);
  }
}

const ME = `${process.pid} ${hostname()}`;

/** @param {string} folder */
function claim(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  writeFileSync(join(folder, "owner"), ME);
  return true;
}

/** @param {string} folder */
async function claimed(folder) {
  do {
    if (isAbandoned(folder)) discard(folder);
    else await sleep(250);
  } while (!claim(folder));
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    return readFileSync(join(folder, "owner"), "utf8");
  } catch {
    return "";
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  const [pid, host] = ownerOf(folder).split(" ");
  if (host === hostname() && !isAlive(Number(pid))) return true;
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENCE;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Moves the folder away before removing it, so that of several that wait only one discards it.
 * @param {string} folder
 */
function discard(folder) {
  const discarded = `${folder}-${process.pid}`;
  rmSync(discarded, { recursive: true, force: true });
  try {
    renameSync(folder, discarded);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  rmSync(discarded, { recursive: true, force: true });
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
