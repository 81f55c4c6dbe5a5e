import { UserError } from "../../provider/core/errors";
import type { Bag } from "../../provider/core/wire";
import { typeOf } from "../../provider/faces/stored";
import { Pulumi, type StateResource } from "../pulumi";
import type { Listed } from "./all";
import { basisOf } from "./basis";
import { refuse, sameService, unknown } from "./there";
import { declared, referencesIn } from "./declared";
import { resourceEntry } from "./entries";
import { writeFiles } from "./files";
import { find, foundIn, undeclarable } from "./found";
import { mergeInto } from "./merged";
import { importByPlugin, isNative } from "./native";
import { program, type Declaration } from "./program";
import { secretsFor, withSecrets } from "./secrets";
import { summaryOf, wantedOf, type ImportOptions, type Named } from "./wanted";

/**
 * Puts existing resources under a stack's care without touching them, by one import of the stack's state, and prints
 * the program that declares them.
 * @returns the exit status.
 * @throws Error when a resource does not exist or is in the stack already; nothing is changed then.
 */
export async function importResources(named: Named, options: ImportOptions): Promise<number> {
  const pulumi = new Pulumi(options);
  const [{ resources: existing }, values] = await Promise.all([pulumi.state(), pulumi.configuration()]);
  if (isNative(pulumi, existing, options)) return importByPlugin({ pulumi, existing, values, named, options });
  const basis = await basisOf(pulumi, existing, values, options.provider);
  const { stack, project, configuration } = basis;

  const wanted = await wantedOf(named, options, configuration);
  const known = await sameService(pulumi, existing, values, basis, wanted);
  const fresh = options.all === true ? unknown(wanted, known, existing, basis.provider) : wanted;
  fresh.forEach((listed) => refuse(listed, known, existing));
  const urnOf = ({ definition, name }: Listed): string =>
    `urn:pulumi:${stack}::${project}::${typeOf(definition.kind)}::${name}`;
  const read = await Promise.all(
    fresh.map((listed) => find(listed.definition, listed.id, listed.name, urnOf(listed), configuration)),
  );
  const refusals = read.map((one) => undeclarable(one, configuration));
  if (options.all !== true && refusals[0] !== undefined) throw new UserError(refusals[0]);
  const importable = read.filter((_, position) => refusals[position] === undefined);
  const all = [...importable, ...foundIn(existing, basis.provider)];
  const declarations = inOrder(importable.map((one) => ({ resource: one, args: declared(one, all) })));
  const secrets = secretsFor(
    declarations.map(({ args }) => args),
    values,
    project,
  );

  /** The entries for a state with these resources. */
  const entriesFor = async (resources: readonly StateResource[]): Promise<StateResource[]> => {
    const now = await basisOf(pulumi, resources, values, options.provider);
    const there = await sameService(pulumi, resources, values, now, fresh);
    fresh.forEach((listed) => refuse(listed, there, resources));
    const entries = declarations.map(({ resource: one, args }) => {
      const stored = {
        inputs: withSecrets(one.stored.inputs, args, secrets) as Bag,
        outputs: withSecrets(one.stored.outputs, args, secrets) as Bag,
      };
      return resourceEntry({ ...one, stored }, now.parent, now.provider, dependenciesIn(args));
    });
    return [...now.added, ...entries];
  };
  for (const refusal of refusals) if (refusal !== undefined) console.error(`warning: left out: ${refusal}`);
  if (importable.length > 0) {
    const files = declarations.flatMap(({ args }) =>
      referencesIn(args).flatMap((one) => ("file" in one ? [one.file] : [])),
    );
    const undo = writeFiles(files, options.cwd ?? ".");
    await mergeInto(pulumi, entriesFor).catch((error: unknown) => {
      undo();
      throw error;
    });
    for (const { warnings } of importable) for (const warning of warnings) console.error(`warning: ${warning}`);
    console.log(program(declarations, options.provider?.split("::").at(-1)));
  }
  console.error(summaryOf(importable.length, wanted.length - fresh.length, stack));
  return 0;
}

/** What is referred to comes before what refers to it. */
function inOrder(declarations: readonly Declaration[]): Declaration[] {
  const ordered = new Set<Declaration>();
  const visit = (declaration: Declaration): void => {
    const urns = dependenciesIn(declaration.args);
    for (const other of declarations) if (urns.includes(other.resource.urn) && !ordered.has(other)) visit(other);
    ordered.add(declaration);
  };
  declarations.forEach(visit);
  return [...ordered];
}

/** The URNs of the resources that arguments refer to. */
const dependenciesIn = (args: unknown): string[] => [
  ...new Set(referencesIn(args).flatMap((one) => ("link" in one ? [one.link.to.urn] : []))),
];
