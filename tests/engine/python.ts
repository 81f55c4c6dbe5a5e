import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mlplane } from "./command";
import { environment, home, Stack, type StateResource } from "./stack";

const { python } = JSON.parse(process.env["MLPLANE_ENGINE"] ?? "{}") as {
  python: { environment: string; bin: string };
};

/** The folder of the SDK for Python, generated of the schema that the installed plugin serves, and installed by pip. */
function sdk(): string {
  const folder = join(home, "python");
  if (existsSync(folder)) return folder;
  const work = join(home, `python-${process.pid}`);
  const schema = join(__dirname, "../../provider/schema.json");
  execFileSync(join(python.bin, "mlplane-sdk"), [schema, join(work, "sources")]);
  const options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"];
  const args = ["-m", "pip", "install", ...options, "--target", join(work, "installed"), join(work, "sources")];
  execFileSync(join(python.environment, "bin", "python"), args, { stdio: ["ignore", "ignore", "inherit"] });
  try {
    renameSync(join(work, "installed"), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // a test beside this one was first
  }
  rmSync(work, { recursive: true, force: true });
  return folder;
}

/** Variables with which programs in Python run: the environment is activated. */
export const pythonVariables = (): Record<string, string> => ({
  VIRTUAL_ENV: python.environment,
  PYTHONPATH: sdk(),
  PYTHONDONTWRITEBYTECODE: "true",
  PATH: [join(python.environment, "bin"), python.bin, environment["PATH"]].join(delimiter),
});

/** A project in Python with a stack of its own, in whose Pulumi home the plugin is installed. */
export class PythonStack extends Stack {
  constructor(variables: Record<string, string> = {}) {
    super({ ...variables, ...pythonVariables() });
    writeFileSync(join(this.folder, "Pulumi.yaml"), "name: test\nruntime: python\n");
    mkdirSync(join(this.folder, "home"), { recursive: true });
  }

  override async init(): Promise<this> {
    const { status, text } = await mlplane(this, ["plugin", "install"]);
    if (status !== 0) throw new Error(text);
    return super.init();
  }

  /** Writes the program; `mlplane` and `pulumi` are there. */
  override program(text: string): this {
    return this.write("__main__.py", `import pulumi\nimport pulumi_mlplane as mlplane\n${text.replace(/^\n/, "")}\n`);
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
