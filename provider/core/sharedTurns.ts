import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FOLDER, isRunning, makeFolder, shortHash } from "./sharedRecord";
import { isCancelled, now } from "./time";

/** Milliseconds between two looks whether a turn has come. */
const LOOK = 50;

/**
 * Lets one process of a run at a time do what goes under one name: every explicit provider has a process of its own. A
 * turn is a file that names its process; that of one which has ended does not count, and where no file can be written,
 * nobody waits.
 */
export class SharedTurns {
  constructor(
    private readonly run: string,
    private readonly folder = FOLDER,
    private readonly pid = process.pid,
  ) {}

  /** Waits for a turn, at most until a moment or until the run is cancelled; gives what ends it. */
  async take(name: string, until: number): Promise<() => void> {
    const file = join(this.folder, `turn-${shortHash(`${this.run} ${name}`)}`);
    for (;;) {
      const holder = this.write(file);
      if (holder === this.pid) return () => rmSync(file, { force: true });
      if (holder === undefined || now() > until || isCancelled()) return () => {};
      if (isRunning(holder)) await wait(LOOK);
      else rmSync(file, { force: true });
    }
  }

  /** The process whose turn it is: this one, if the file could be made; `undefined` where no file can be. */
  private write(file: string): number | undefined {
    try {
      makeFolder(this.folder);
      writeFileSync(file, String(this.pid), { flag: "wx", mode: 0o600 });
      return this.pid;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EEXIST" ? holderOf(file) : undefined;
    }
  }
}

/** The process that a file names; 0, which never ends, for a file that is just being written or removed. */
function holderOf(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}
