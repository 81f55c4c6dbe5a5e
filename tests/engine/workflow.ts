import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import type { Stack } from "./stack";

const { home, environment } = JSON.parse(process.env["MLPLANE_ENGINE"] ?? "{}") as {
  home: string;
  environment: Record<string, string>;
};

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  if?: string;
  env?: Record<string, string>;
  run?: string;
}
interface Workflow {
  env: Record<string, string>;
  jobs: Record<string, { steps: Step[] }>;
}

/** What expressions of a workflow may ask for. */
export interface Circumstances {
  vars: Record<string, string>;
  secrets: Record<string, string>;
  github: object;
  inputs?: object;
}

/** How a step ended, by its name: its exit status and what it printed, or that it was skipped. */
export type Outcomes = Record<string, { status: number; text: string } | "skipped">;

/** A stand-in for GitHub's own command, which keeps what it is told in gh.jsonl and remembers which issue is open. */
const gh = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const body = args.includes("--body-file") ? readFileSync(args[args.indexOf("--body-file") + 1], "utf8") : undefined;
appendFileSync("gh.jsonl", JSON.stringify({ args, body }) + "\\n");
const command = args.slice(0, 2).join(" ");
if (command === "issue list" && existsSync("open-issue")) console.log(readFileSync("open-issue", "utf8"));
if (command === "issue create") writeFileSync("open-issue", "7");
if (command === "issue close") rmSync("open-issue");
`;

/** Runs the commands of a workflow's steps, in the folder of a stack's project, as GitHub Actions would. */
export async function runWorkflow(file: string, stack: Stack, circumstances: Circumstances): Promise<Outcomes> {
  const workflow = parse(readFileSync(file, "utf8")) as Workflow;
  const tools = join(stack.folder, "tools");
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "gh"), gh);
  chmodSync(join(tools, "gh"), 0o755);

  const steps: Record<string, { outcome: string; outputs: Record<string, string> }> = {};
  const evaluate = (expression: string): unknown =>
    new Function("vars", "secrets", "github", "inputs", "steps", "always", `return ${expression}`)(
      circumstances.vars,
      circumstances.secrets,
      circumstances.github,
      circumstances.inputs ?? {},
      steps,
      () => true,
    );
  const filled = (values: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        String(value).replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(evaluate(expression) ?? "")),
      ]),
    );

  const outcomes: Outcomes = {};
  let hasFailed = false;
  for (const { id, name = "", env, run, ...step } of Object.values(workflow.jobs).flatMap((job) => job.steps)) {
    if (run === undefined) continue;
    const condition = step.if?.replace(/^\$\{\{(.*)\}\}$/, "$1") ?? "true";
    const isSkipped: boolean = (hasFailed && !condition.includes("always()")) || Boolean(evaluate(condition)) === false;
    const output = join(stack.folder, "github-output");
    writeFileSync(output, "");
    const variables = {
      ...stack.variables,
      ...filled(workflow.env),
      ...filled(env),
      GITHUB_ACTIONS: "true",
      CI: "true",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(stack.folder, "summary.md"),
    };
    const outcome: Outcomes[string] = isSkipped
      ? "skipped"
      : await bash(run, stack.folder, {
          ...environment,
          ...variables,
          PATH: [tools, join(home, "node_modules", ".bin"), environment["PATH"]].join(delimiter),
        });
    outcomes[name] = outcome;
    const status: number = outcome === "skipped" ? 0 : outcome.status;
    hasFailed ||= status !== 0;
    const outputs = Object.fromEntries(
      readFileSync(output, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("=") as [string, string]),
    );
    if (id !== undefined)
      steps[id] = { outcome: outcome === "skipped" ? outcome : status === 0 ? "success" : "failure", outputs };
  }
  return outcomes;
}

/** What the stand-in for `gh` was told since the last time. */
export function told(stack: Stack): { args: string[]; body?: string }[] {
  const file = join(stack.folder, "gh.jsonl");
  try {
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { args: string[]; body?: string });
  } catch {
    return [];
  } finally {
    writeFileSync(file, "");
  }
}

/** A script in the shell that the workflows ask for, with its options. */
function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ status: number; text: string }> {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (data: string) => (text += data));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status: status ?? 1, text })));
}
