import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { home, environment } = JSON.parse(process.env["MLPLANE_ENGINE"] ?? "{}") as {
  home: string;
  environment: Record<string, string>;
};

/** The folder in which the package is installed, and the variables that every process has. */
export { environment, home };

/** What a run of the CLI printed and how it ended. */
export interface Run {
  status: number | null;
  /** Standard output and standard error together. */
  text: string;
  stdout: string;
}

export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, any>;
  outputs?: Record<string, any>;
  initErrors?: string[];
  [key: string]: unknown;
}

/** An exported state, as far as the tests read it. */
interface Exported {
  deployment: { resources?: StateResource[] };
}

/** A project with a stack of its own that uses the installed package. */
export class Stack {
  readonly folder: string;
  /** Variables for the CLI, beside the ones that every run has. */
  readonly variables: Record<string, string>;
  private readonly children = new Set<ChildProcess>();
  /** Processes whose CLI was ended. */
  private readonly orphans: number[] = [];

  /** The project lies in a folder of `parent`, whose packages are its own. */
  constructor(variables: Record<string, string> = {}, parent = home) {
    this.folder = mkdtempSync(join(parent, "project-"));
    const state = join(this.folder, "state");
    mkdirSync(state);
    this.variables = { ...variables, PULUMI_BACKEND_URL: `file://${state}`, PULUMI_HOME: join(this.folder, "home") };
    writeFileSync(join(this.folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.js\n");
    writeFileSync(join(this.folder, "Pulumi.dev.yaml"), "config: {}\n");
  }

  /** Writes the program; `mlplane` and `pulumi` are there. */
  program(text: string): this {
    writeFileSync(
      join(this.folder, "index.js"),
      `const mlplane = require("mlplane");\nconst pulumi = require("@pulumi/pulumi");\n${text}\n`,
    );
    return this;
  }

  /** Sets values of the stack's configuration. */
  async configure(values: Record<string, string>, secret = false): Promise<void> {
    await this.ok(
      "config",
      "set-all",
      ...Object.entries(values).flatMap(([key, value]) => [secret ? "--secret" : "--plaintext", `${key}=${value}`]),
    );
  }

  async init(): Promise<this> {
    await this.ok("stack", "init", "dev");
    return this;
  }

  /** Starts the CLI and gives its process. */
  start(args: string[], variables: Record<string, string> = {}): { child: ChildProcess; ended: Promise<Run> } {
    const env = { ...environment, ...this.variables, ...variables };
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: this.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.children.add(child);
    let text = "";
    let stdout = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data;
      stdout += data;
    });
    child.stderr.on("data", (data: Buffer) => {
      text += data;
    });
    const ended = new Promise<Run>((resolve) =>
      child.on("close", (status) => {
        this.children.delete(child);
        resolve({ status, text, stdout });
      }),
    );
    return { child, ended };
  }

  /** Runs the CLI to its end, and throws with what it printed when it broke down. */
  async run(...args: string[]): Promise<Run> {
    const run = await this.start(args).ended;
    if (/^goroutine \d+/m.test(run.text))
      throw new Error(`pulumi ${args.join(" ")} broke down with ${run.status}:\n${run.text}`);
    return run;
  }

  /** Runs the CLI and throws with what it printed when it failed. */
  async ok(...args: string[]): Promise<Run> {
    const run = await this.run(...args);
    if (run.status !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${run.status}:\n${run.text}`);
    return run;
  }

  /** Throws with what the CLI printed when something is left to do, by the state or at the services. */
  async settled(): Promise<void> {
    await this.ok("preview", "--refresh", "--expect-no-changes", "--diff");
  }

  up = (...args: string[]): Promise<Run> => this.run("up", "--yes", "--skip-preview", ...args);
  preview = (...args: string[]): Promise<Run> => this.run("preview", ...args);
  refresh = (...args: string[]): Promise<Run> => this.run("refresh", "--yes", "--skip-preview", ...args);
  destroy = (...args: string[]): Promise<Run> => this.run("destroy", "--yes", "--skip-preview", ...args);

  /** The plan of a preview, step by step, without the stack itself. */
  async steps(...args: string[]): Promise<
    {
      op: string;
      urn: string;
      oldState?: StateResource;
      newState?: StateResource;
      detailedDiff?: Record<string, unknown>;
      diffReasons?: string[];
      replaceReasons?: string[];
    }[]
  > {
    const run = await this.run("preview", "--json", ...args);
    const plan = JSON.parse(run.stdout) as { steps?: { op: string; urn: string }[] };
    return (plan.steps ?? []).filter(
      ({ urn }) => !urn.includes("pulumi:pulumi:Stack") && !urn.includes("pulumi:providers:"),
    );
  }

  /** The resources in the state, without the stack and providers. */
  async resources(): Promise<StateResource[]> {
    return (await this.state()).filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic"));
  }

  /** The resources in the state, by their Pulumi name. */
  async byName(): Promise<Map<string, StateResource>> {
    return new Map((await this.resources()).map((resource) => [resource.urn.split("::").at(-1)!, resource]));
  }

  /** Everything in the state. */
  async state(): Promise<StateResource[]> {
    const { stdout } = await this.ok("stack", "export");
    return (JSON.parse(stdout) as Exported).deployment.resources ?? [];
  }

  /** Changes the resources in the state, as somebody does who exports and imports it. */
  async rewrite(change: (resources: StateResource[]) => void): Promise<void> {
    const exported = JSON.parse((await this.ok("stack", "export")).stdout) as Exported;
    change((exported.deployment.resources ??= []));
    const file = join(this.folder, "rewritten.json");
    writeFileSync(file, JSON.stringify(exported));
    await this.ok("stack", "import", "--file", file);
  }

  /** The raw text of the stack's state file. */
  stateText(): string {
    return readFileSync(join(this.folder, "state", ".pulumi", "stacks", "test", "dev.json"), "utf8");
  }

  async output(name: string): Promise<unknown> {
    const { stdout } = await this.ok("stack", "output", "--json", "--show-secrets");
    return (JSON.parse(stdout) as Record<string, unknown>)[name];
  }

  /** Ends a run at once with every process that it has started, as when the machine goes down. */
  kill({ pid = 0 }: ChildProcess): void {
    for (const one of family(pid)) end(one);
  }

  /**
   * Ends the CLI alone, as `kill -9` does: the processes that it has started finish what they do, and live until
   * `stop`. Gives the providers among them.
   */
  abandon({ pid = 0 }: ChildProcess): number[] {
    const orphans = family(pid).filter((one) => one !== pid);
    const providers = orphans.filter((one) => /dynamic-provider|resource-mlplane/.test(commandOf(one)));
    this.orphans.push(...orphans);
    end(pid);
    return providers;
  }

  /** Ends every run that still goes on. */
  stop(): void {
    for (const child of this.children) this.kill(child);
    for (const one of this.orphans.splice(0)) end(one);
  }
}

/** A process and all that it has started, directly or not. */
function family(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const under = (parent: number): number[] =>
    rows.flatMap(([own = 0, above]) => (above === parent ? [own, ...under(own)] : []));
  return [pid, ...under(pid)];
}

/** The command line of a process; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** Ends a process at once; one that has ended by itself is left alone. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
