import { asError } from "../../provider/core/errors";
import { NATIVE_PROVIDER } from "../kinds";
import { version } from "../plugin";
import { Pulumi, type StackOptions, type StateResource } from "../pulumi";
import type { Check } from "./services";

/** Checks that the plugin is there where the project or its stack needs it, in the version of this package. */
export async function plugin(pulumi: Pulumi, { cwd }: StackOptions): Promise<Check> {
  try {
    const listed = await new Pulumi(cwd === undefined ? {} : { cwd }).output(["plugin", "ls", "--json"]);
    const versions = (JSON.parse(listed) as { name: string; kind: string; version?: string }[])
      .filter(({ name, kind }) => name === "mlplane" && kind === "resource")
      .map((one) => one.version);
    if (versions.includes(version())) return { state: "well", text: `plugin: mlplane ${version()} is installed` };
    if (/^plugins:[^]*\bname:\s*["']?mlplane\b/m.test(pulumi.projectFile()))
      return { state: "well", text: "plugin: where Pulumi.yaml says" };
    const installed = versions.length === 0 ? "not installed" : `installed as ${versions.join(", ")}, not ${version()}`;
    return (await isNeeded(pulumi))
      ? { state: "wrong", text: `plugin: ${installed}; run \`mlplane plugin install\`` }
      : { state: "absent", text: `plugin: ${installed}; other languages need it (\`mlplane plugin install\`)` };
  } catch (error) {
    return { state: "wrong", text: `plugin: ${asError(error).message}` };
  }
}

/** Whether the project has another language, or its stack resources of the plugin. */
async function isNeeded(pulumi: Pulumi): Promise<boolean> {
  if (!["", "nodejs"].includes(pulumi.runtime())) return true;
  const resources = await pulumi.state().then(
    (state) => state.resources,
    () => [] as StateResource[],
  );
  return resources.some(({ type }) => type === NATIVE_PROVIDER);
}
