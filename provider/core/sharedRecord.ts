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
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nameOfRun } from "./run";

/** The folder of this user, for what the processes of one run, its program and its providers, tell each other. */
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
 * What the processes of one run tell each other: its program, and every explicit provider, has one of its own. Each
 * writes one file in a folder of the run and reads those of the others; what cannot be written or read is not told.
 */
export class SharedRecord<T> {
  private readonly folder: string;
  private file: number | undefined;
  private readonly offsets = new Map<string, number>();

  /** `run` names the run, the same for all its processes and for no other run. */
  constructor(
    run: string,
    private readonly parent = FOLDER,
    private readonly pid = process.pid,
  ) {
    this.folder = join(parent, shortHash(run));
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
    makeFolder(this.parent);
    sweep(this.parent);
    makeFolder(this.folder);
    return openSync(join(this.folder, String(this.pid)), "w", 0o600);
  }

  /** The files of the others that still run: one that was left behind is of an earlier run. */
  private files(): string[] {
    return readdirSync(this.folder).filter((name) => Number(name) !== this.pid && isRunning(Number(name)));
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
}

const [HOUR, DAY] = [60 * 60_000, 24 * 60 * 60_000];

/** Removes what runs that have ended left behind a day ago, once an hour: there may be thousands of them. */
function sweep(parent: string): void {
  const mark = join(parent, "swept");
  if (isYounger(mark, HOUR)) return;
  writeFileSync(mark, "", { mode: 0o600 });
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (!isYounger(path, DAY) && !processesIn(path).some(isRunning)) rmSync(path, { recursive: true, force: true });
  }
}

const isYounger = (path: string, age: number): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < age;

/** The processes that a folder of a run names; none where it is a file. */
const processesIn = (path: string): number[] => (statSync(path).isDirectory() ? readdirSync(path).map(Number) : []);

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
