import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve as resolvePath } from "node:path";
import { UserError } from "../provider/core/errors";
import { isBag, isSealed, type Bag } from "../provider/core/wire";

/** Where a stack is. */
export interface StackOptions {
  /** The name of the stack; default is the selected one. */
  stack?: string;
  /** The folder of the project; default is the current one. */
  cwd?: string;
}

/** What a run of the Pulumi CLI printed and how it ended. */
export interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

/** A resource in the state of a stack. */
export interface StateResource extends Bag {
  urn: string;
  type: string;
  id?: string;
}

/** The state of a stack. */
export interface State {
  /** The whole of it, as it was exported. */
  exported: { deployment: { resources?: StateResource[] } };
  /** The resources in it. */
  resources: StateResource[];
}

/** The values of a stack's configuration, by key with its namespace. */
export type ConfigurationValues = Record<string, { value: string; secret: boolean }>;

/** The Pulumi CLI on one stack. */
export class Pulumi {
  constructor(private readonly options: StackOptions) {}

  /**
   * Runs a command to its end, however it ends; it starts while its input is still being made. Throws an error when
   * there is no Pulumi CLI, or what the input throws.
   */
  run(
    args: readonly string[],
    { input = "", variables }: { input?: string | Promise<string>; variables?: Record<string, string> } = {},
  ): Promise<Run> {
    const { stack, cwd } = this.options;
    const all = [
      ...args,
      "--non-interactive",
      "--color",
      "never",
      ...(stack === undefined ? [] : ["--stack", stack]),
      ...(cwd === undefined ? [] : ["--cwd", cwd]),
    ];
    return new Promise((resolve, reject) => {
      const child = spawn("pulumi", all, { env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", ...variables } });
      const run = { stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => (run.stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (run.stderr += text));
      child.on("error", () =>
        reject(new UserError("there is no `pulumi` on the PATH: https://www.pulumi.com/docs/install/")),
      );
      child.on("close", (status) => resolve({ status: status ?? 1, ...run }));
      child.stdin.on("error", () => {}); // a command that ends at once does not read
      Promise.resolve(input).then(
        (text) => child.stdin.end(text),
        (error: unknown) => {
          child.kill();
          reject(error as Error);
        },
      );
    });
  }

  /** Runs a command and gives what it printed. Throws an error with its message when it failed. */
  async output(args: readonly string[], input?: string | Promise<string>): Promise<string> {
    const run = await this.run(args, input === undefined ? {} : { input });
    if (run.status !== 0) throw new UserError(messageOf(run));
    return run.stdout;
  }

  /** The state of the stack, its secrets encrypted. */
  async state(): Promise<State> {
    const exported = JSON.parse(await this.output(["stack", "export"])) as State["exported"];
    return { exported, resources: exported.deployment.resources ?? [] };
  }

  /** What tells the last update of the stack from others; empty when there was none. */
  async lastUpdate(): Promise<string> {
    const [last] = JSON.parse(await this.output(["stack", "history", "--json", "--page-size", "1"])) as Bag[];
    return JSON.stringify([last?.["kind"], last?.["startTime"], last?.["version"]]);
  }

  /** The resources in the state with their secrets in plain text. */
  async plainState(): Promise<StateResource[]> {
    const exported = JSON.parse(await this.output(["stack", "export", "--show-secrets"])) as State["exported"];
    return (exported.deployment.resources ?? []).map((resource) => revealed(resource) as StateResource);
  }

  /** The configuration of the stack, its secrets in plain text. */
  async configuration(): Promise<ConfigurationValues> {
    return JSON.parse(await this.output(["config", "--json", "--show-secrets"])) as ConfigurationValues;
  }

  /** The name of the stack. */
  async stackName(): Promise<string> {
    return (await this.output(["stack", "--show-name"])).trim();
  }

  /** The name of the project, as its Pulumi.yaml says. Throws an error when there is none. */
  projectName(): string {
    const [, name] = /^name:\s*["']?([\w.-]+)/m.exec(this.projectFile()) ?? [];
    if (name === undefined) throw new UserError("there is no Pulumi.yaml with the name of the project");
    return name;
  }

  /** What runs the project's programs, for example `nodejs` or `python`; empty when there is no project. */
  runtime(): string {
    return /^runtime:\s*(?:name:\s*)?["']?(\w+)/m.exec(this.projectFile())?.[1] ?? "";
  }

  /** The text of the project's Pulumi.yaml; empty when there is none. */
  projectFile(): string {
    for (let folder = resolvePath(this.options.cwd ?? "."); ; folder = dirname(folder)) {
      const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);
      if (file !== undefined) return readFileSync(file, "utf8");
      if (folder === dirname(folder)) return "";
    }
  }
}

/** A value of an exported state without the wrappers of its secrets. */
function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (!isBag(value)) return value;
  if (isSealed(value) && "plaintext" in value) return revealed(JSON.parse(String(value["plaintext"])));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revealed(item)]));
}

/** What a failed run says, without Pulumi's own prefix. */
export const messageOf = ({ stderr, status }: Run): string =>
  stderr.replace(/^(?:error: )+/gm, "").trim() || `pulumi ended with exit status ${status}`;
