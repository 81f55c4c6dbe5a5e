import { writeFileSync } from "node:fs";
import { UserError } from "../../provider/core/errors";
import { messageOf, Pulumi, type StackOptions, type StateResource } from "../pulumi";
import { reportOf, type EngineEvent } from "./events";
import { html } from "./html/page";
import { markdown } from "./markdown";
import { readAgain } from "./readAgain";
import { statusOf, summaryOf, type Report } from "./report";
import { text } from "./text";

/** The options of `mlplane drift`. */
export interface DriftOptions extends StackOptions {
  format: "text" | "markdown" | "json" | "html";
  /** The file for the report; standard output when not given. */
  output?: string;
  /** Whether the program says how services are reached, not the state. */
  runProgram?: boolean;
}

const formats: Record<DriftOptions["format"], (report: Report, resources: readonly StateResource[]) => string> = {
  text,
  markdown,
  json: (report) => JSON.stringify(report, undefined, 2),
  html,
};

/**
 * Compares the services with what the last `up` declared, without changing either, and writes the report.
 * @returns the exit status: 0 no drift, 2 drift, 1 it could not tell.
 * @throws Error when there is no such stack, or the report's file cannot be written.
 */
export async function drift(options: DriftOptions): Promise<number> {
  const { report, resources } = await look(options);
  const written = `${formats[options.format](report, resources)}\n`;
  if (options.output === undefined) process.stdout.write(written);
  else {
    writeFileSync(options.output, written);
    console.error(summaryOf(report));
  }
  return statusOf(report);
}

/** Asks the services by a refresh that the engine only plans: it reads every resource and saves nothing. */
async function look({
  runProgram,
  ...stack
}: DriftOptions): Promise<{ report: Report; resources: readonly StateResource[] }> {
  const pulumi = new Pulumi(stack);
  const args = ["refresh", "--preview-only", "--json", ...(runProgram === true ? ["--run-program"] : [])];
  const [run, { resources }] = await Promise.all([
    pulumi.run(args, { variables: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" } }),
    pulumi.state(),
  ]);
  const events = run.stdout
    .split("\n")
    .flatMap((line): EngineEvent[] => (line.startsWith("{") ? [JSON.parse(line) as EngineEvent] : []));
  if (events.length === 0) throw new UserError(messageOf(run));
  return { report: reportOf(events, resources, stack.cwd ?? ".", await readAgain(events, pulumi)), resources };
}
