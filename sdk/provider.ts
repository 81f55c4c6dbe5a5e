import * as pulumi from "@pulumi/pulumi";
import type { Configuration } from "../provider/configuration";
import { keys } from "../provider/configuration";
import { noKey } from "../provider/unknownNames";

/** The arguments of a `Provider`: the configuration keys of a connection. */
export type ProviderArgs = { [K in keyof Configuration]?: pulumi.Input<string | undefined> };

/** One connection to the services; pass it as `provider` to have several in one program. */
export class Provider extends pulumi.ProviderResource {
  /** The configuration, for functions that are called with this provider. */
  readonly configuration: pulumi.Output<Configuration>;

  /** Only these arguments, the environment and the defaults count. Throws an error for a key that is none. */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const unknown = Object.keys(args).filter((key) => !Object.hasOwn(keys, key));
    if (unknown.length > 0) throw new pulumi.RunError(`mlplane.Provider "${name}": ${unknown.map(noKey).join(", ")}`);
    const entries = Object.entries(args).filter(([, value]) => value !== undefined);
    const inputs = entries
      .map(([key, value]) => ["secret" in keys[key as keyof Configuration], key, value] as const)
      .map(([hide, key, value]) => [`mlplane:${key}`, hide ? pulumi.secret(value) : value]);
    super("pulumi-nodejs", name, Object.fromEntries(inputs) as pulumi.Inputs, opts);
    this.configuration = pulumi.output(Object.fromEntries(entries)) as pulumi.Output<Configuration>;
  }
}
