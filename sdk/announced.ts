import * as pulumi from "@pulumi/pulumi";
import { settingsOf, type Configuration } from "../provider/configuration";
import { announcements, type Announced } from "../provider/core/announced";
import { knownObjects } from "../provider/core/ownership";
import type { ResourceDefinition, Settings } from "../provider/core/resource";
import type { SharedRecord } from "../provider/core/sharedRecord";
import { namesIn } from "../provider/core/url";
import { lineIn } from "../provider/core/urn";
import type { Bag } from "../provider/core/wire";
import { stackConfiguration } from "./function";
import { mocks } from "./mocks";
import type { Provider } from "./provider";

/** What one run of a program knows of its declarations. */
interface Run {
  record: SharedRecord<Announced>;
  /** Those of the default provider. */
  settings: Settings;
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
  definition: ResourceDefinition,
  resource: pulumi.CustomResource,
  line: string,
  args: pulumi.Inputs,
): void {
  const engine = pulumi.runtime.isDryRun() || mocks() !== undefined ? undefined : pulumi.runtime.getEngine();
  if (engine === undefined) return;
  const run = runs.get(engine) ?? runAt(addressOf(engine));
  runs.set(engine, run);
  // What the SDK keeps of each resource since its first versions.
  const { __prov: provider, __aliases: urns = [] } = resource as {
    __prov?: Provider & { __name?: string };
    __aliases?: pulumi.Input<string>[];
  };
  const add = (names: Bag, settings: Settings, aliases: string[] = []): void =>
    run.record.add({
      line,
      aliases,
      kind: definition.kind,
      names,
      provider: provider?.__name ?? "",
      objects: knownObjects(definition, names, settings),
    });
  const given = namesIn(definition.idForm).filter((name) => (args[name] ?? undefined) !== undefined);
  const known = (value: unknown): unknown => (pulumi.Output.isInstance(value) ? run.names.get(value) : value);
  const names = Object.fromEntries(given.map((name) => [name, known(args[name])]));
  const isKnown = given.every((name) => names[name] !== undefined && !(names[name] instanceof Promise));
  for (const name of isKnown ? given : []) {
    const shown = (resource as unknown as pulumi.Inputs)[name];
    if (pulumi.Output.isInstance(shown)) run.names.set(shown, names[name]);
  }
  if (isKnown && provider?.configuration === undefined && urns.length === 0) return add(names, run.settings);
  pulumi
    .all([
      isKnown ? names : Object.fromEntries(given.map((name) => [name, args[name]])),
      provider?.configuration,
      pulumi.all(urns),
    ])
    .apply(([values, configuration, aliases]) =>
      add(
        values as Bag,
        configuration === undefined ? run.settings : settingsOf(configuration as Configuration),
        aliases.map(lineIn),
      ),
    );
}

const runAt = (address: string): Run => ({
  record: announcements(address),
  settings: settingsOf(stackConfiguration()),
  names: new WeakMap(),
});

/** The address to which a client of the engine speaks. */
const addressOf = (engine: object): string =>
  (engine as { getChannel(): { getTarget(): string } }).getChannel().getTarget().replace(/^dns:/, "");
