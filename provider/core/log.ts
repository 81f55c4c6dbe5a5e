/** Messages of one resource. */
export interface Log {
  /** What is waited for: shown on the resource's line, not kept. */
  progress(text: string): void;
  /** What the user should know. */
  info(text: string): void;
  /** What the user should look at. */
  warn(text: string): void;
}

/** A log that nobody reads. */
export const silent: Log = { progress() {}, info() {}, warn() {} };

/** A log whose messages are masked. */
export const masked = (log: Log, mask: (text: string) => string): Log => ({
  progress: (text) => log.progress(mask(text)),
  info: (text) => log.info(mask(text)),
  warn: (text) => log.warn(mask(text)),
});
