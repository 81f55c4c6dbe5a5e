import type { Configuration } from "../../provider/configuration";
import { didYouMean } from "../../provider/core/didYouMean";
import { UserError } from "../../provider/core/errors";
import { resources } from "../../provider/resources";
import type { StackOptions } from "../pulumi";
import { everything, type Listed } from "./all";

/** The options of `mlplane import`. */
export interface ImportOptions extends StackOptions {
  /** The URN of the explicit provider that the resources get. */
  provider?: string;
  /** Whether all that a service lists is imported. */
  all?: boolean;
  service?: "ml" | "search" | "local";
}

/** One resource to import, as it is named on the command line. */
export type Named = [className?: string, name?: string, id?: string];

/** The resources to import. Throws an error when the command line names none, or none that there can be. */
export const wantedOf = async (
  named: Named,
  options: ImportOptions,
  configuration: Configuration,
): Promise<Listed[]> => (options.all === true ? everything(serviceOf(named, options), configuration) : [one(named)]);

function serviceOf(named: Named, { service }: ImportOptions): string {
  if (named.some((part) => part !== undefined))
    throw new UserError("give either CLASS NAME ID, or --all with --service");
  if (service === undefined) throw new UserError("--all needs --service: ml, search or local");
  return service;
}

function one([className, name, id]: Named): Listed {
  if (className === undefined || name === undefined || id === undefined) {
    throw new UserError(
      "give CLASS NAME ID, for example `mlplane import search.Index products /indexes/products`, or --all with " +
        "--service",
    );
  }
  const classes = resources.map(({ kind }) => kind.replace(":", "."));
  const definition = resources[classes.indexOf(className)];
  if (definition === undefined)
    throw new UserError(
      `there is no class ${className}${didYouMean(className, classes) || `; there are ${classes.join(", ")}`}`,
    );
  return { definition, name, id };
}

/** What was done, in one sentence. */
export function summaryOf(imported: number, there: number, stack: string): string {
  const known = there === 0 ? "" : `; ${there} ${there === 1 ? "was" : "were"} there already`;
  return `${imported} resource${imported === 1 ? "" : "s"} imported into stack ${stack}${known}.`;
}
