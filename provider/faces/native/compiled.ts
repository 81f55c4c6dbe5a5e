import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

/** A text that is compiled, and where in which file it stands. */
export interface Source {
  text: string;
  filename: string;
  lineOffset: number;
  /** What no other text has. */
  mark: string;
}

/**
 * Compiles a text with what an earlier process has left of the same work in this folder, of the same version of
 * Node.js; it is what takes a plugin half of its time to start. Gives its value, and what leaves the work to later
 * processes, with all that was compiled since. The folder is this user's alone: what is in it is run; where there is
 * none, nothing is kept.
 */
export function compiled({ text, mark, ...place }: Source, folderOf: () => string): { value: unknown; keep(): void } {
  const name = `${mark}-${process.version}-${process.arch}`;
  const cachedData = storedIn(folderOf, name);
  const script = new Script(text, { ...place, ...(cachedData !== undefined && { cachedData }) });
  let isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    value: script.runInThisContext(),
    keep() {
      if (isKept) return;
      isKept = true;
      store(folderOf, name, script.createCachedData());
    },
  };
}

/** What stands in a file that is whole: V8 itself does not look, and would crash. */
function storedIn(folderOf: () => string, name: string): Buffer | undefined {
  try {
    const folder = folderOf();
    if (!isOwn(folder)) return undefined;
    const whole = readFileSync(join(folder, name));
    const data = whole.subarray(LENGTH);
    return whole.subarray(0, LENGTH).equals(sum(data)) ? data : undefined;
  } catch {
    return undefined; // nothing is kept yet
  }
}

/** Puts it in the place of all that is in the folder: what is of other versions, or half-written. */
function store(folderOf: () => string, name: string, data: Buffer): void {
  try {
    const folder = folderOf();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(folder)) return;
    for (const old of readdirSync(folder)) rmSync(join(folder, old), { force: true });
    const partial = join(folder, `${name}.${process.pid}`);
    writeFileSync(partial, Buffer.concat([sum(data), data]), { mode: 0o600, flag: "wx" });
    renameSync(partial, join(folder, name));
  } catch {
    // The next process compiles again.
  }
}

/** Whether a folder is this user's, and nobody else may do anything in it; on Windows that of the user's profile is. */
function isOwn(folder: string): boolean {
  const info = lstatSync(folder);
  if (process.getuid === undefined) return info.isDirectory();
  return info.isDirectory() && info.uid === process.getuid() && (info.mode & 0o077) === 0;
}

const LENGTH = 32;
const sum = (data: Buffer): Buffer => createHash("sha256").update(data).digest();
