import { Script, createContext } from "node:vm";

/** Milliseconds that a pattern may take on one text; one that backtracks without end never comes to its end. */
const longest = 1000;

const place = createContext({});
const test = new Script("new RegExp(pattern).test(text)");

/** Whether a regular expression matches a text; undefined when it takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  Object.assign(place, { pattern, text });
  try {
    return test.runInContext(place, { timeout: longest }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}
