import { dirname, join } from "node:path";
import { Pulumi } from "./pulumi";

/** Prints where the plugin is, for `pulumi package add` and for `plugins` in a Pulumi.yaml. */
export function path(): number {
  console.log(pluginFile());
  return 0;
}

/**
 * Installs the plugin where the Pulumi CLI looks for it, in the version of this package.
 * @returns the exit status.
 * @throws Error with what the Pulumi CLI says when it fails.
 */
export async function install(): Promise<number> {
  const args = ["plugin", "install", "resource", "mlplane", `v${version()}`, "--file", pluginFile(), "--reinstall"];
  await new Pulumi({}).output(args);
  console.error(`the plugin mlplane ${version()} is installed`);
  return 0;
}

/** The version of this package, which is that of its plugin. */
export const version = (): string => (require("mlplane/package.json") as { version: string }).version;

const pluginFile = (): string =>
  join(dirname(require.resolve("mlplane/package.json")), "dist", "plugin", "pulumi-resource-mlplane");
