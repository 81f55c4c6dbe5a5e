import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mlplane } from "./command";
import { environment, Stack, type StateResource } from "./stack";

/** What programs in other languages run with: hosts, an environment of Python, and the version of Pulumi's SDKs. */
export const { languages } = JSON.parse(process.env["MLPLANE_ENGINE"] ?? "{}") as {
  languages: { environment: string; interpreter: string; bin: string; version: string };
};

/** The search path with the hosts, after other folders. */
export const pathWith = (...folders: string[]): string =>
  [...folders, languages.bin, environment["PATH"]].join(delimiter);

/** A project in another language with a stack of its own, in whose Pulumi home the plugin is installed. */
export class LanguageStack extends Stack {
  constructor(runtime: string, variables: Record<string, string> = {}) {
    super(variables);
    writeFileSync(join(this.folder, "Pulumi.yaml"), `name: test\nruntime: ${runtime}\n`);
    mkdirSync(join(this.folder, "home"), { recursive: true });
  }

  override async init(): Promise<this> {
    const { status, text } = await mlplane(this, ["plugin", "install"]);
    if (status !== 0) throw new Error(text);
    return super.init();
  }

  /** Writes a file of the project. */
  write(name: string, text: string): this {
    writeFileSync(join(this.folder, name), text);
    return this;
  }

  /** The resources of the plugin in the state. */
  override async resources(): Promise<StateResource[]> {
    return (await this.state()).filter(({ type }) => type.startsWith("mlplane:"));
  }
}
