import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../provider/core/errors";
import { NATIVE_PROVIDER, nativeTypeOf } from "../kinds";
import { messageOf, type ConfigurationValues, type Pulumi, type StateResource } from "../pulumi";
import type { Listed } from "./all";
import { configurationIn, configurationOf } from "./basis";
import { refuse, sameService, unknown } from "./there";
import { summaryOf, wantedOf, type ImportOptions, type Named } from "./wanted";

/** What an import by the plugin needs. */
interface Given {
  pulumi: Pulumi;
  existing: readonly StateResource[];
  values: ConfigurationValues;
  named: Named;
  options: ImportOptions;
}

/** Whether the plugin imports: into projects of other languages, and under its own providers. */
export const isNative = (pulumi: Pulumi, existing: readonly StateResource[], { provider }: ImportOptions): boolean =>
  provider === undefined
    ? !["", "nodejs"].includes(pulumi.runtime())
    : existing.some(({ urn, type }) => urn === provider && type === NATIVE_PROVIDER);

/**
 * Imports what the stack does not have yet by `pulumi import`, which asks the plugin, and prints the program in the
 * project's language that declares it.
 * @returns the exit status.
 * @throws Error when a resource does not exist or is in the stack already; nothing is changed then.
 */
export async function importByPlugin({ pulumi, existing, values, named, options }: Given): Promise<number> {
  const { provider } = options;
  const configuration = provider === undefined ? configurationIn(values) : await configurationOf(pulumi, provider);
  const place = { provider: `${provider ?? "::default"}::`, configuration };
  const wanted = await wantedOf(named, options, configuration);
  const known = await sameService(pulumi, existing, values, place, wanted);
  const fresh = options.all === true ? unknown(wanted, known, existing, place.provider) : wanted;
  fresh.forEach((listed) => refuse(listed, known, existing));
  if (fresh.length > 0) console.log(await imported(pulumi, fresh, provider));
  console.error(summaryOf(fresh.length, wanted.length - fresh.length, await pulumi.stackName()));
  return 0;
}

/** Imports resources, and gives the program. */
async function imported(pulumi: Pulumi, fresh: readonly Listed[], provider: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "mlplane-import-"));
  const [list, program] = [join(folder, "resources.json"), join(folder, "program")];
  const under = provider === undefined ? {} : { provider: "given" };
  const resources = fresh.map(({ definition, id, name }) => ({
    type: nativeTypeOf(definition.kind),
    name,
    id,
    ...under,
  }));
  try {
    writeFileSync(list, JSON.stringify({ nameTable: provider === undefined ? {} : { given: provider }, resources }));
    const run = await pulumi.run([
      "import",
      "--file",
      list,
      "--out",
      program,
      "--yes",
      "--skip-preview",
      "--protect=false",
    ]);
    if (run.status !== 0) throw new UserError(messageOf({ ...run, stderr: run.stderr || run.stdout }));
    return readFileSync(program, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
