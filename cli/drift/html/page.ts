import { createHash } from "node:crypto";
import type { StateResource } from "../../pulumi";
import type { Finding, Report } from "../report";
import { summaryOf } from "../report";
import { documentsTable, isOfDocument } from "./documents";
import { style } from "./style";
import { tag, text } from "./tag";
import { treeOf } from "./tree";
import { sideBySide } from "./values";

/**
 * The report as one file for a browser, which needs nothing beside it and runs nothing.
 * @param resources the state, in whose tree the findings stand.
 */
export function html(report: Report, resources: readonly StateResource[]): string {
  const { findings, failures, stack, project } = report;
  const drifted = findings.some(({ status }) => status !== "unreadable");
  const title = drifted ? "Drift" : findings.length + failures.length > 0 ? "Drift: not known" : "No drift";
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    tag("title", {}, text(stack === undefined ? title : `${title}: ${project}/${stack}`)),
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    "<header>",
    tag("h1", { class: drifted ? "drifted" : failures.length > 0 ? "unknown" : "fine" }, text(title)),
    tag("p", {}, text(summaryOf(report))),
    "</header>",
    '<div class="frame">',
    tag("nav", { "aria-label": "The stack" }, treeOf(resources, findings)),
    "<main>",
    ...failures.map((reason) => tag("p", { class: "failure" }, text(reason))),
    ...findings.map(finding),
    findings.length + failures.length === 0
      ? tag("p", { class: "empty" }, text("Every resource is at its service as it is declared."))
      : "",
    drifted
      ? tag(
          "p",
          { class: "hint" },
          `${tag("code", {}, "pulumi up --refresh")} brings the services back to what the program declares.`,
        )
      : "",
    "</main>",
    "</div>",
    "</body>",
    "</html>",
  ].join("\n");
}

const words = { differs: "differs", missing: "missing", unreadable: "not read" };

function finding({ urn, class: name, name: pulumiName, id, status, properties = [], reason = "" }: Finding): string {
  const documents = properties.filter(isOfDocument(name));
  const others = properties.filter((property) => !documents.includes(property));
  return tag(
    "article",
    { id: urn },
    tag("h2", {}, `${tag("bdi", {}, text(pulumiName))} ${tag("span", { class: `chip ${status}` }, words[status])}`) +
      tag("p", { class: "what" }, `${text(name)} · ${tag("bdi", {}, text(id))}`) +
      (status === "missing" ? tag("p", {}, "It is not there.") : "") +
      (status === "unreadable" ? tag("p", { class: "failure" }, text(reason)) : "") +
      others.map(sideBySide).join("") +
      documentsTable(documents),
  );
}
