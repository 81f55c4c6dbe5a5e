/** Whether a state says that all is well. */
export const hasSucceeded = (state: string | undefined): boolean =>
  state !== undefined && /^(succeeded|completed)$/i.test(state);

/** Whether a state says that an operation ended badly. */
export const hasFailed = (state: string | undefined): boolean =>
  state !== undefined && /^(failed|canceled|cancelled|timedout)$/i.test(state);

/** Whether a state says that a deletion is under way. */
export const isDeleting = (state: string | undefined): boolean => state !== undefined && /^deleting$/i.test(state);

/** Whether a state is one that will still change; none at all counts as done. */
export const isRunning = (state: string | undefined): boolean =>
  state !== undefined && !hasSucceeded(state) && !hasFailed(state);
