import { isBag, isSealed, type Bag } from "../../provider/core/wire";
import type { StateResource } from "../pulumi";
import { differing, property } from "./differing";
import { documentsOf } from "./documents";
import type { Finding, Property, Report } from "./report";

/** A resource in an event of the engine. */
interface ResourceState {
  id: string;
  inputs?: Bag;
  outputs?: Bag;
}

/** What an event says about a resource. */
interface Metadata {
  op: string;
  urn: string;
  type: string;
  old: ResourceState | null;
  new: ResourceState | null;
  detailedDiff?: Record<string, unknown> | null;
}

/** The events of a refresh that this report is made from; the engine sends one a line. */
export interface EngineEvent {
  resourcePreEvent?: { metadata: Metadata };
  resOutputsEvent?: { metadata: Metadata };
  diagnosticEvent?: { urn?: string; message: string; severity: string };
  summaryEvent?: { result?: string };
}

/** The type token of the package's resources, in front of `<namespace>:<Class>`. */
export const TOKEN = "pulumi-nodejs:dynamic/mlplane/";

/**
 * What the events of `pulumi refresh --preview-only` say about the package's resources.
 * @param resources the state: one that a replacement deleted without creating it again is not asked for, and one of
 * another owner does not count.
 * @param folder the folder of the program, in which assets are.
 */
export function reportOf(events: readonly EngineEvent[], resources: readonly StateResource[], folder: string): Report {
  const [absent, others] = [urnsOf(resources, "pendingReplacement"), urnsOf(resources, "external")];
  const asked = new Map<string, Metadata>();
  const read = new Map<string, Metadata>();
  const reasons = new Map<string, string>();
  const failures = new Set<string>();
  for (const { resourcePreEvent: before, resOutputsEvent: after, diagnosticEvent } of events) {
    if (before?.metadata.type.startsWith(TOKEN) && before.metadata.op === "refresh" && !others.has(before.metadata.urn))
      asked.set(before.metadata.urn, before.metadata);
    if (after !== undefined && asked.has(after.metadata.urn) && !read.has(after.metadata.urn))
      read.set(after.metadata.urn, after.metadata);
    if (diagnosticEvent?.severity !== "error") continue;
    const { urn = "", message } = diagnosticEvent;
    const reason = message.replace(/^(?:Preview|update) failed: /i, "").trim();
    if (others.has(urn)) continue;
    if (urn.includes(TOKEN)) reasons.set(urn, reason);
    else if (!/^(?:preview|refresh|update) failed$/.test(reason)) failures.add(reason);
  }
  const findings = [...asked].flatMap(([urn, metadata]) =>
    findingOf(metadata, absent.has(urn) ? "absent" : read.get(urn), reasons.get(urn), folder),
  );
  if (events.every(({ summaryEvent }) => summaryEvent === undefined)) failures.add("the run did not come to its end");
  const [stack, project] = [...asked.keys()][0]?.split("::").map((part) => part.split(":").at(-1)!) ?? [];
  return {
    ...(stack !== undefined && project !== undefined && { stack, project }),
    resources: asked.size,
    findings: findings.toSorted((a, b) => order(a) - order(b) || (a.urn < b.urn ? -1 : 1)),
    failures: [...failures],
  };
}

const urnsOf = (resources: readonly StateResource[], mark: string): ReadonlySet<string> =>
  new Set(resources.filter((one) => one[mark] === true).map(({ urn }) => urn));

const order = ({ status }: Finding): number => ["missing", "differs", "unreadable"].indexOf(status);

function findingOf(
  metadata: Metadata,
  read: Metadata | "absent" | undefined,
  reason: string | undefined,
  folder: string,
): Finding[] {
  const { urn, type, old } = metadata;
  const found = {
    urn,
    class: type.slice(TOKEN.length).replace(":", "."),
    name: urn.split("::").at(-1)!,
    id: old?.id ?? "",
  };
  if (reason !== undefined || read === undefined)
    return [{ ...found, status: "unreadable", reason: reason ?? "it was not asked for" }];
  if (read === "absent" || read.new === null) return [{ ...found, status: "missing" }];
  const { declared, live, key } = compared(read.old, read.new, folder);
  const properties = propertiesOf(shown(declared), shown(live), Object.keys(read.detailedDiff ?? {}), key);
  return properties.length === 0 ? [] : [{ ...found, status: "differs", properties }];
}

/** The arguments to compare, and the member by which things in their lists are matched. */
function compared(
  old: ResourceState | null,
  now: ResourceState,
  folder: string,
): { declared: Bag; live: Bag; key?: string } {
  const [declared, live] = [old?.inputs ?? {}, now.inputs ?? {}];
  const { keyField: key } = old?.outputs ?? {};
  if (typeof key !== "string") return { declared, live };
  const documents = documentsOf(
    { old: { inputs: declared, outputs: old!.outputs! }, new: { inputs: live, outputs: now.outputs! } },
    folder,
  );
  return {
    declared: { ...declared, documents: documents.declared },
    live: { ...live, documents: documents.live },
    key,
  };
}

/** What differs; of secrets, which arrive masked, the engine alone knows that they do. */
function propertiesOf(declared: Bag, live: Bag, changed: readonly string[], key: string | undefined): Property[] {
  const plain = differing(declared, live, "", key);
  const secret = changed.filter((path) => isSealed(at(declared, path)) && plain.every((one) => one.path !== path));
  return [...plain, ...secret.map((path) => property(path, at(declared, path), at(live, path)))];
}

/** The arguments without what the package adds for itself. */
const shown = (inputs: Bag = {}): Bag =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__")));

/** The value at a path of the engine, or the secret in which it lies. */
function at(value: unknown, path: string): unknown {
  let inner = value;
  for (const [, quoted, index, key] of path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)) {
    if (isSealed(inner)) return inner;
    inner = isBag(inner) || Array.isArray(inner) ? (inner as Bag)[quoted ?? index ?? key!] : undefined;
  }
  return inner;
}
