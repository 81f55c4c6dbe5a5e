let name: string | undefined;

/** Names the run that this process works for, the same for all its processes and for no other run. */
export const joinRun = (run: string | undefined): void => void (name = run);

/** The name of the run that this process works for, if it has one. */
export const nameOfRun = (): string | undefined => name;
