import * as pulumi from "@pulumi/pulumi";
import { announcements, type Announced } from "../provider/core/announced";
import type { ResourceDefinition } from "../provider/core/resource";
import type { SharedRecord } from "../provider/core/sharedRecord";
import { namesIn } from "../provider/core/url";
import { mocks } from "./mocks";

/** What one run of a program knows of its declarations. */
interface Run {
  record: SharedRecord<Announced>;
  /** The names that its resources show as Outputs. */
  names: WeakMap<object, unknown>;
}

/** The runs of this process, by their connection to the engine. */
const runs = new WeakMap<object, Run>();

/**
 * Tells the providers, in an update, which object a resource declares that was constructed just now. The engine asks
 * them about it once it has all that the resource waits for: meanwhile another one may give that object up, which it
 * must not delete. `args` are the arguments with the default of the name, `line` is the part of the URN that tells it
 * from the others of its stack.
 */
export function announce(
  { kind, idForm }: ResourceDefinition,
  resource: pulumi.CustomResource,
  line: string,
  args: pulumi.Inputs,
): void {
  const engine = pulumi.runtime.isDryRun() || mocks() !== undefined ? undefined : pulumi.runtime.getEngine();
  if (engine === undefined) return;
  const run = runs.get(engine) ?? { record: announcements(addressOf(engine)), names: new WeakMap() };
  runs.set(engine, run);
  const { __name: provider = "" } = ((resource as { __prov?: object }).__prov ?? {}) as { __name?: string };
  const add = (names: Record<string, unknown>): void => run.record.add({ line, kind, names, provider });
  const given = namesIn(idForm).filter((name) => (args[name] ?? undefined) !== undefined);
  const known = (value: unknown): unknown => (pulumi.Output.isInstance(value) ? run.names.get(value) : value);
  const names = Object.fromEntries(given.map((name) => [name, known(args[name])]));
  if (given.some((name) => names[name] === undefined || names[name] instanceof Promise)) {
    pulumi.output(Object.fromEntries(given.map((name) => [name, args[name]]))).apply(add);
    return;
  }
  for (const name of given) {
    const shown = (resource as unknown as pulumi.Inputs)[name];
    if (pulumi.Output.isInstance(shown)) run.names.set(shown, names[name]);
  }
  add(names);
}

/** The address to which a client of the engine speaks. */
const addressOf = (engine: object): string =>
  (engine as { getChannel(): { getTarget(): string } }).getChannel().getTarget().replace(/^dns:/, "");
