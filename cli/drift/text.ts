import type { Finding, Report } from "./report";
import { summaryOf } from "./report";

/** The report for people, on a terminal. */
export const text = (report: Report): string =>
  [...report.findings.map(finding), ...report.failures.map((reason) => `error: ${reason}\n`), ending(report)].join(
    "\n",
  );

function finding({ class: name, name: pulumiName, id, status, properties = [], reason = "" }: Finding): string {
  const head = `${name} ${pulumiName} (${id})`;
  if (status === "missing") return `${head} is missing.\n`;
  if (status === "unreadable") return `${head} could not be read:\n  ${reason.replaceAll("\n", "\n  ")}\n`;
  const rows = [
    ["", "declared", "live"],
    ...properties.map(({ path, declared, live }) => [path, shortened(declared), shortened(live)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    `${head} differs:`,
    ...rows.map(([path, declared, live]) => `  ${path!.padEnd(widths[0]!)}  ${declared!.padEnd(widths[1]!)}  ${live}`),
    "",
  ].join("\n");
}

/** The last lines: the report in one sentence, and what to do about drift. */
function ending(report: Report): string {
  const isDrifted = report.findings.some(({ status }) => status !== "unreadable");
  const advice = "\n`pulumi up --refresh` brings the services back to what the program declares.";
  return summaryOf(report) + (isDrifted ? advice : "");
}

/** A value in one line of at most 60 characters. */
function shortened(value: unknown): string {
  if (value === undefined) return "(none)";
  const json = JSON.stringify(value);
  return json.length <= 60 ? json : `${json.slice(0, 59)}…`;
}
