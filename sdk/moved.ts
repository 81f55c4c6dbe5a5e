import * as pulumi from "@pulumi/pulumi";
import { DECLARED } from "../provider/core/bookkeeping";
import type { ResourceDefinition } from "../provider/core/resource";
import { lineIn, nameIn } from "../provider/core/urn";
import { typeOf } from "../provider/faces/stored";
import { namesIn } from "../provider/core/url";
import type { Bag } from "../provider/core/wire";
import { mocks } from "./mocks";

/** One preview of a program. */
interface Preview {
  /** The part of each URN of the package that the program declares which tells it from the others of the stack. */
  declared: Set<string>;
  /** What the state holds, by URN; read once, and only when something is new. */
  stored?: Promise<Record<string, Stored>>;
}

/** What the engine tells of a resource in the state. */
interface Stored {
  type: string;
  outputs: Bag;
}

/** The previews of this process, by their connection to the engine. */
const previews = new WeakMap<object, Preview>();

/**
 * Says, in a preview, on the line of a new resource that the stack holds its object under another URN, and which alias
 * makes it no change. `line` is the part of its URN that tells it from the others of its stack, `declared` its name as
 * the program declares it. Whatever goes wrong is not told: the preview says the rest.
 */
export function tellMoved(
  definition: ResourceDefinition,
  resource: pulumi.CustomResource,
  line: string,
  declared: pulumi.Input<unknown>,
): void {
  const engine = pulumi.runtime.getMonitor();
  if (!pulumi.runtime.isDryRun() || engine === undefined || mocks() !== undefined) return;
  const preview = previews.get(engine) ?? { declared: new Set() };
  previews.set(engine, preview);
  preview.declared.add(line);
  tell(definition, resource, line, declared, preview).catch(() => undefined);
}

async function tell(
  { kind, idForm, exactNames }: ResourceDefinition,
  resource: pulumi.CustomResource,
  line: string,
  declared: pulumi.Input<unknown>,
  preview: Preview,
): Promise<void> {
  // What the SDK keeps of an Output and of each resource since its first versions.
  const { isKnown } = resource.id as unknown as { isKnown: Promise<boolean> };
  if (await isKnown) return;
  const { __aliases: aliases = [] } = resource as unknown as { __aliases?: pulumi.Input<string>[] };
  const names = namesIn(idForm);
  const properties = resource as unknown as Bag;
  const values = names.map((name) => (name === "name" ? declared : properties[name]));
  const [ownUrn, ...known] = await settled([resource.urn, pulumi.all(aliases), properties["name"], ...values]);
  const [others, nameNow, ...ids] = known as [string[], unknown, ...unknown[]];
  const stored = await (preview.stored ??= storedResources());
  if ([ownUrn as string, ...others].some((urn) => Object.hasOwn(stored, urn))) return;
  const normal = (value: unknown): unknown =>
    exactNames === true || typeof value !== "string" ? value : value.toLowerCase();
  const isSame = ({ type, outputs }: Stored): boolean =>
    type === typeOf(kind) &&
    (outputs["__made"] ?? outputs["__stack"]) !== undefined && // what is only read has neither
    names.every((name, index) => normal(storedOf(outputs, name)) === normal(ids[index]));
  const old = Object.keys(stored).find((urn) => !preview.declared.has(lineIn(urn)) && isSame(stored[urn]!));
  if (old === undefined) return;
  const isKept = normal(stored[old]!.outputs["name"]) === normal(nameNow);
  await pulumi.log.info(
    `${nameIn(lineIn(old))} of this stack is the same ${kind.split(":")[1]}, and not declared any more: with ` +
      `\`aliases: [${aliasOf(old, line)}]\` nothing changes. Without it, ` +
      (isKept
        ? "what is declared here is kept too, as far as it is the same at the same service"
        : "it is made anew under another name, and the old one deleted"),
    resource,
  );
}

/** What a state holds of a name: the one that the program declares, where the resource has another. */
const storedOf = (outputs: Bag, name: string): unknown =>
  name === "name" ? (outputs[DECLARED] ?? outputs["name"]) : outputs[name];

/** The values of Outputs; never, if one of them is not known in a preview. */
const settled = (values: unknown[]): Promise<unknown[]> =>
  new Promise((resolve) => pulumi.all(values).apply((all) => resolve(all)));

/** What the state of this stack holds, as the engine itself reads it from whatever keeps it. */
async function storedResources(): Promise<Record<string, Stored>> {
  const stackName = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join("/");
  const { outputs } = (await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName })) as {
    outputs: Record<string, Stored>;
  };
  return outputs;
}

/** The alias that makes what has an old URN the resource of this line. */
function aliasOf(urn: string, line: string): string {
  const [[types = "", name], [nowTypes, nowName]] = [parts(lineIn(urn)), parts(line)];
  const renamed = name === nowName ? [] : [`name: ${JSON.stringify(name)}`];
  if (types === nowTypes) return `{ ${renamed.join()} }`;
  return types.includes("$")
    ? JSON.stringify(urn)
    : `{ ${[...renamed, "parent: pulumi.rootStackResource"].join(", ")} }`;
}

/** The types and the Pulumi name in the part of a URN behind its project. */
function parts(line: string): [types: string, name: string] {
  const at = line.indexOf("::");
  return [line.slice(0, at), line.slice(at + 2)];
}
