import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { LanguageStack, languages, pathWith } from "./languages";
import { pluginFolder } from "./native";
import { environment, home } from "./stack";

/** The folder of the SDK for Python, generated of the schema that the installed plugin serves, and installed by pip. */
function sdk(): string {
  const folder = join(home, "python");
  if (existsSync(folder)) return folder;
  const work = join(home, `python-${process.pid}`);
  const generate = ["package", "gen-sdk", join(pluginFolder, "pulumi-resource-mlplane"), "--language", "python"];
  execFileSync("pulumi", [...generate, "--out", work], { env: { ...environment, PATH: pathWith() }, stdio: "pipe" });
  const options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"];
  const install = ["-m", "pip", "install", ...options, "--target", join(work, "installed"), join(work, "python")];
  execFileSync(languages.interpreter, install, { stdio: ["ignore", "ignore", "inherit"] });
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
  VIRTUAL_ENV: languages.environment,
  PYTHONPATH: sdk(),
  PYTHONDONTWRITEBYTECODE: "true",
  PATH: pathWith(dirname(languages.interpreter)),
});

/** A project in Python. */
export class PythonStack extends LanguageStack {
  constructor(variables: Record<string, string> = {}) {
    super("python", { ...variables, ...pythonVariables() });
  }

  /** Writes the program; `mlplane` and `pulumi` are there. */
  override program(text: string): this {
    return this.write("__main__.py", `import pulumi\nimport pulumi_mlplane as mlplane\n${text.replace(/^\n/, "")}\n`);
  }
}
