let address: string | undefined;
let name: string | undefined;

/**
 * Says for which run this process works: that of the engine at an address. All processes of a run say the same, and
 * those of no other run.
 */
export function joinRun(engine: string | undefined): void {
  address = engine;
  name = engine === undefined ? undefined : `${engine} ${process.cwd()}`;
}

/** The name of the run that this process works for, if it has one. */
export const nameOfRun = (): string | undefined => name;

/** The address of the engine of that run, which its program knows too, wherever that one runs. */
export const engineOfRun = (): string | undefined => address;
