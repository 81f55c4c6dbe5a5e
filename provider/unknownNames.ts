import { keys, variableOf } from "./configuration";

/** Says that there is no such configuration key. */
export const noKey = (key: string): string => `${key} is no configuration key${near(key, Object.keys(keys))}`;

/** Says that there is no such variable of the environment. */
export const noVariable = (name: string): string =>
  `${name} is no variable of mlplane${near(name, Object.keys(keys).map(variableOf))}`;

/** The nearest of these names, or all of them. What finds a near one is loaded only then. */
function near(name: string, names: string[]): string {
  const { didYouMean } = require("./core/didYouMean") as typeof import("./core/didYouMean");
  return didYouMean(name, names) || `; there are ${names.join(", ")}`;
}
