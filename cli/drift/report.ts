/** One property that is not at the service as it is declared. */
export interface Property {
  /** Where, in the resource's arguments: `fields[2].type`. */
  path: string;
  /** The value of the last `up`; missing where it declared none. */
  declared?: unknown;
  /** The value at the service; missing where there is none. */
  live?: unknown;
}

/** A resource that is not as it is declared, or of which that could not be told. */
export interface Finding {
  urn: string;
  /** The class, for example `search.Index`. */
  class: string;
  /** The Pulumi name. */
  name: string;
  id: string;
  status: "differs" | "missing" | "unreadable";
  /** What differs. */
  properties?: Property[];
  /** Why the resource could not be read. */
  reason?: string;
}

/** What the services say about a stack. */
export interface Report {
  /** The name of the project; missing when the stack is empty. */
  project?: string;
  /** The name of the stack; missing when it is empty. */
  stack?: string;
  /** How many resources were asked for. */
  resources: number;
  findings: Finding[];
  /** Why it could not be told whether there is drift, where that is no single resource's reason. */
  failures: string[];
}

/** The exit status that tells a report: 2 for drift, 1 for what could not be told, 0 when all is as declared. */
export function statusOf({ findings, failures }: Report): number {
  if (findings.some(({ status }) => status !== "unreadable")) return 2;
  return findings.length + failures.length > 0 ? 1 : 0;
}

/** The report in one sentence. */
export function summaryOf({ project, stack, resources, findings, failures }: Report): string {
  const count = (status: Finding["status"]): number => findings.filter((one) => one.status === status).length;
  const what = ["differs", "missing", "unreadable"] as const;
  const words = {
    differs: ["differs", "differ"],
    missing: ["is missing", "are missing"],
    unreadable: ["could not be read", "could not be read"],
  };
  const counts = what
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${words[status][count(status) === 1 ? 0 : 1]}`);
  const where = stack === undefined ? "" : ` of stack ${stack} (${project})`;
  if (failures.length > 0) counts.push("not all could be asked for");
  return (
    `${resources} resource${resources === 1 ? "" : "s"}${where}: ` +
    `${counts.length === 0 ? "no drift" : counts.join(", ")}.`
  );
}
