import type { Finding, Report } from "./report";
import { summaryOf } from "./report";

/** The report for a pull request or an issue. */
export function markdown(report: Report): string {
  const drifted = report.findings.some(({ status }) => status !== "unreadable");
  return [
    drifted ? "## Drift" : report.findings.length + report.failures.length > 0 ? "## Drift: not known" : "## No drift",
    summaryOf(report),
    ...report.findings.map(finding),
    ...report.failures.map((reason) => `**Error:**${quoted(reason)}`),
    ...(drifted ? ["`pulumi up --refresh` brings the services back to what the program declares."] : []),
  ].join("\n\n");
}

function finding({ class: name, name: pulumiName, id, status, properties = [], reason = "" }: Finding): string {
  const head = `### ${code(name)} ${escaped(pulumiName)}`;
  if (status === "missing") return `${head}\n\nMissing: ${code(id)} is not there.`;
  if (status === "unreadable") return `${head}\n\nCould not be read:${quoted(reason)}`;
  const rows = properties.map(({ path, declared, live }) => `| ${code(path)} | ${cell(declared)} | ${cell(live)} |`);
  return [`${head}\n\n${code(id)}\n`, "| property | declared | live |", "|---|---|---|", ...rows].join("\n");
}

/** A value in a cell, of at most 200 characters. */
function cell(value: unknown): string {
  if (value === undefined) return "–";
  const json = JSON.stringify(value);
  return code(json.length <= 200 ? json : `${json.slice(0, 199)}…`);
}

/** Code in a table cell: in more backticks than it holds, a bar escaped. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const inner = longest > 0 ? ` ${text} ` : text;
  return `${fence}${inner.replaceAll("|", "\\|")}${fence}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&");
const quoted = (reason: string): string =>
  `\n\n${reason
    .split("\n")
    .map((line) => `> ${escaped(line)}`)
    .join("\n>\n")}`;
