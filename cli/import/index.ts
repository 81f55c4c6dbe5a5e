import { didYouMean } from "../../provider/core/check";
import { UserError } from "../../provider/core/errors";
import type { Bag } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { typeOf } from "../../provider/core/stored";
import { Pulumi, type StackOptions, type StateResource } from "../pulumi";
import { everything, type Listed } from "./all";
import { basisOf } from "./basis";
import { declared, referencesIn } from "./declared";
import { resourceEntry } from "./entries";
import { find } from "./found";
import { program, type Declaration } from "./program";
import { secretsFor, withSecrets } from "./secrets";

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

/**
 * Puts existing resources under a stack's care without touching them, by one import of the stack's state, and prints
 * the program
 * that declares them.
 * @returns the exit status.
 * @throws Error when a resource does not exist or is in the stack already; nothing is changed then.
 */
export async function importResources(named: Named, options: ImportOptions): Promise<number> {
  const pulumi = new Pulumi(options);
  const [{ exported, resources: existing }, values] = await Promise.all([pulumi.state(), pulumi.configuration()]);
  const { stack, project, parent, provider, configuration, added } = await basisOf(
    pulumi,
    existing,
    values,
    options.provider,
  );

  const wanted = options.all === true ? await everything(serviceOf(named, options), configuration) : [one(named)];
  const fresh = wanted.filter((listed) => !isThere(listed, existing, options.all === true));
  const urnOf = ({ definition, name }: Listed): string =>
    `urn:pulumi:${stack}::${project}::${typeOf(definition.kind)}::${name}`;
  const found = await Promise.all(
    fresh.map((listed) => find(listed.definition, listed.id, listed.name, urnOf(listed), configuration)),
  );
  const declarations = inOrder(found.map((one) => ({ found: one, args: declared(one, found) })));
  const secrets = secretsFor(
    declarations.map(({ args }) => args),
    values,
    project,
  );

  const entries = declarations.map(({ found: one, args }) => {
    const stored = {
      inputs: withSecrets(one.stored.inputs, args, secrets) as Bag,
      outputs: withSecrets(one.stored.outputs, args, secrets) as Bag,
    };
    return resourceEntry({ ...one, stored }, parent, provider, dependenciesIn(args));
  });
  if (entries.length > 0) {
    const deployment = { ...exported.deployment, resources: [...existing, ...added, ...entries] };
    await pulumi.output(["stack", "import"], JSON.stringify({ ...exported, deployment }));
    console.log(program(declarations, options.provider?.split("::").at(-1)));
  }
  const there = wanted.length - fresh.length;
  console.error(
    `${entries.length} resource${entries.length === 1 ? "" : "s"} imported into stack ${stack}${there === 0 ? "" : `; ${there} ${there === 1 ? "was" : "were"} there already`}.`,
  );
  return 0;
}

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

/**
 * Whether a resource is in the stack already. Throws an error that says so, unless it is to be passed over; and when
 * its name is taken.
 */
function isThere({ definition, id, name }: Listed, existing: readonly StateResource[], passed: boolean): boolean {
  const alike = existing.filter((other) => other.type === typeOf(definition.kind));
  const same = alike.find((other) => other.id?.toLowerCase() === id.toLowerCase());
  if (same !== undefined && passed) return true;
  const other = same ?? alike.find(({ urn }) => urn.split("::").at(-1) === name);
  if (other !== undefined)
    throw new UserError(
      `${other.id} is in the stack already, as ${definition.kind.replace(":", ".")} "${other.urn.split("::").at(-1)}"`,
    );
  return false;
}

/** What is referred to comes before what refers to it. */
function inOrder(declarations: readonly Declaration[]): Declaration[] {
  const ordered = new Set<Declaration>();
  const visit = (declaration: Declaration): void => {
    const urns = dependenciesIn(declaration.args);
    for (const other of declarations) if (urns.includes(other.found.urn) && !ordered.has(other)) visit(other);
    ordered.add(declaration);
  };
  declarations.forEach(visit);
  return [...ordered];
}

/** The URNs of the resources that arguments refer to. */
const dependenciesIn = (args: unknown): string[] => [
  ...new Set(referencesIn(args).flatMap((one) => ("link" in one ? [one.link.to.urn] : []))),
];
