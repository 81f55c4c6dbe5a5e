/** How many frames a trace has meanwhile: what a transformation throws tells its own place. */
const FRAMES = 1;

/**
 * Cuts the stack traces that are taken from now on, until the returned function is called. The SDK writes down some
 * twenty of each resource, for a debugger: to map them to the sources is a tenth of what a preview costs. Whole ones,
 * such as the one in which it looks for the place of the declaration, stay what they are.
 */
export function cutTraces(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  if (prepareStackTrace !== undefined)
    Error.prepareStackTrace = (error, frames): unknown =>
      Error.stackTraceLimit === FRAMES ? String(error) : prepareStackTrace(error, frames);
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace !== undefined) Error.prepareStackTrace = prepareStackTrace;
  };
}
