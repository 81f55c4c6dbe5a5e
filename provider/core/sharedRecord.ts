import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nameOfRun } from "./run";

/** The folder of this user, for what the processes of one run tell each other. */
export const FOLDER = join(tmpdir(), `mlplane-${process.getuid?.() ?? "runs"}`);

/** Makes the folder. Throws an error when it is somebody else's. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) throw new Error("the folder is somebody else's");
}

/** A name for a file that stands for any text. */
export const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/**
 * What the provider processes of one run tell each other: every explicit provider has a process of its own. Each writes
 * one file in a folder of its user and reads those of the others; what cannot be written or read is not told.
 */
export class SharedRecord<T> {
  private readonly run: string;
  private file: number | undefined;
  private readonly offsets = new Map<string, number>();

  /** `run` names the run, the same for all its processes and for no other run. */
  constructor(
    run: string,
    private readonly folder = FOLDER,
    private readonly pid = process.pid,
  ) {
    this.run = shortHash(run);
  }

  /** Tells the others. */
  add(entry: T): void {
    try {
      this.file ??= this.open();
      writeSync(this.file, `${JSON.stringify(entry)}\n`);
    } catch {
      // A process that cannot write protects its own resources only.
    }
  }

  /** What the others have told since the last call. */
  news(): T[] {
    try {
      return existsSync(this.folder) ? this.files().flatMap((name) => this.read(name)) : [];
    } catch {
      return [];
    }
  }

  private open(): number {
    makeFolder(this.folder);
    for (const name of readdirSync(this.folder)) this.sweep(name);
    return openSync(join(this.folder, `${this.run}-${this.pid}`), "w", 0o600);
  }

  /** The files of the others that still run: one that was left behind is of an earlier run. */
  private files(): string[] {
    return readdirSync(this.folder).filter(
      (name) => name.startsWith(`${this.run}-`) && pidOf(name) !== this.pid && isRunning(pidOf(name)),
    );
  }

  private read(name: string): T[] {
    const from = this.offsets.get(name) ?? 0;
    const file = openSync(join(this.folder, name), "r");
    try {
      const { size } = statSync(join(this.folder, name));
      const bytes = Buffer.alloc(Math.max(0, size - from));
      const whole = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
      const end = whole.lastIndexOf("\n") + 1;
      this.offsets.set(name, from + end);
      const lines = whole.subarray(0, end).toString("utf8").split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
    } finally {
      closeSync(file);
    }
  }

  /** Removes what a process that has ended left behind a day ago. */
  private sweep(name: string): void {
    const path = join(this.folder, name);
    if (!isRunning(pidOf(name)) && Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { force: true });
  }
}

const DAY = 24 * 60 * 60_000;

const pidOf = (name: string): number => Number(name.split("-").at(-1));

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A record of this run, by what it tells; none in a process that works for no run. */
export const sharedRecord = <T>(what: string): SharedRecord<T> | undefined => {
  const run = nameOfRun();
  return run === undefined ? undefined : new SharedRecord<T>(`${run} ${what}`);
};
