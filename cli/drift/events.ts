import type { Drift, ResourceDefinition, Stored } from "../../provider/core/resource";
import { PLACES } from "../../provider/faces/hidden";
import { isBag, isSealed, type Bag } from "../../provider/core/wire";
import { resources as definitions } from "../../provider/resources";
import { kindOf, typeIn } from "../kinds";
import type { StateResource } from "../pulumi";
import { differingProperties, property } from "./differing";
import type { Finding, Property, Report } from "./report";

/** Readings of resources whose secrets an event hides, in plain, by URN. */
export type Readings = ReadonlyMap<string, { old: Stored; new: Stored }>;

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

/**
 * What the events of `pulumi refresh --preview-only` say about the package's resources.
 * @param resources the state: one that a replacement deleted without creating it again is not asked for, and one of
 * another owner does not count.
 * @param folder the folder of the program, in which assets are.
 * @param readings what was read once more, because the events hide it.
 */
export function reportOf(
  events: readonly EngineEvent[],
  resources: readonly StateResource[],
  folder: string,
  readings: Readings = new Map(),
): Report {
  const [absent, others] = [urnsOf(resources, "pendingReplacement"), urnsOf(resources, "external")];
  const refreshed = new Map<string, Metadata>();
  const read = new Map<string, Metadata>();
  const reasons = new Map<string, string>();
  const failures = new Set<string>();
  for (const { resourcePreEvent: before, resOutputsEvent: after, diagnosticEvent } of events) {
    const { urn = "", type = "", op } = before?.metadata ?? {};
    if (kindOf(type) !== undefined && op === "refresh" && !others.has(urn)) refreshed.set(urn, before!.metadata);
    if (after !== undefined && refreshed.has(after.metadata.urn) && !read.has(after.metadata.urn))
      read.set(after.metadata.urn, after.metadata);
    if (diagnosticEvent?.severity !== "error") continue;
    const { urn: place = "", message } = diagnosticEvent;
    const reason = message.replace(/^(?:Preview|update) failed: /i, "").trim();
    if (others.has(place)) continue;
    if (kindOf(typeIn(place)) !== undefined) reasons.set(place, reason);
    else if (!/^(?:preview|refresh|update) failed$/.test(reason)) failures.add(reason);
  }
  const findings = [...refreshed].flatMap(([urn, metadata]) =>
    findingOf(metadata, absent.has(urn) ? "absent" : read.get(urn), reasons.get(urn), folder, readings.get(urn)),
  );
  if (events.every(({ summaryEvent }) => summaryEvent === undefined)) failures.add("the run did not come to its end");
  const [stack, project] = [...refreshed.keys()][0]?.split("::").map((part) => part.split(":").at(-1)!) ?? [];
  return {
    ...(stack !== undefined && project !== undefined && { stack, project }),
    resources: refreshed.size,
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
  reading?: { old: Stored; new: Stored },
): Finding[] {
  const { urn, type, old } = metadata;
  const finding = {
    urn,
    class: kindOf(type)!.replace(":", "."),
    name: urn.split("::").at(-1)!,
    id: old?.id ?? "",
  };
  if (reason !== undefined || read === undefined)
    return [{ ...finding, status: "unreadable", reason: reason ?? "it was not asked for" }];
  if (read === "absent" || read.new === null) return [{ ...finding, status: "missing" }];
  const { drift } = definitionOf(type) ?? {};
  const properties =
    reading !== undefined && drift !== undefined
      ? hiddenProperties(drift(reading, folder), read.old?.inputs ?? {})
      : shownProperties(read, drift, folder);
  return properties.length === 0 ? [] : [{ ...finding, status: "differs", properties }];
}

/** The definition of a type of resources. */
export const definitionOf = (type: string): ResourceDefinition | undefined =>
  definitions.find(({ kind }) => kind === kindOf(type));

/** Whether secrets stand among the arguments of a resource. */
export const hasSealed = (value: unknown): boolean =>
  isSealed(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSealed));

/** What differs by what the events show. */
function shownProperties(
  { old, new: now, detailedDiff }: Metadata,
  drift: ResourceDefinition["drift"],
  folder: string,
): Property[] {
  const read = {
    old: { inputs: old?.inputs ?? {}, outputs: old?.outputs ?? {} },
    new: { inputs: now?.inputs ?? {}, outputs: now?.outputs ?? {} },
  };
  const { declared, live, key }: Drift =
    drift === undefined || hasSealed(read.old)
      ? { declared: read.old.inputs, live: read.new.inputs }
      : drift(read, folder);
  return propertiesOf(declaredInputs(declared), declaredInputs(live), Object.keys(detailedDiff ?? {}), key);
}

/** What differs by a reading in plain: the keys of things in lists are told, of arguments with secrets no values. */
function hiddenProperties({ declared, live, key = "name" }: Drift, masked: Bag): Property[] {
  const keyed = (value: unknown): unknown =>
    Array.isArray(value) ? Object.fromEntries(value.map((item: Bag) => [String(item[key]), item])) : value;
  const places = (masked[PLACES] ?? []) as string[][];
  const secret = new Set(places.map(([argument]) => argument!));
  for (const argument of Object.keys(masked)) if (hasSealed(masked[argument])) secret.add(argument);
  return [...new Set([...Object.keys(declaredInputs(declared)), ...Object.keys(declaredInputs(live))])].flatMap(
    (argument) => {
      if (!secret.has(argument)) return differingProperties(declared[argument], live[argument], argument, key);
      return differingProperties(keyed(declared[argument]), keyed(live[argument]), argument).map(
        ({ path, ...values }) => ({
          path,
          ...Object.fromEntries(Object.keys(values).map((side) => [side, "[secret]"])),
        }),
      );
    },
  );
}

/** What differs; of secrets, which arrive masked, the engine alone knows that they do. */
function propertiesOf(declared: Bag, live: Bag, changed: readonly string[], key: string | undefined): Property[] {
  const plain = differingProperties(declared, live, "", key);
  const secret = changed.filter((path) => isSealed(at(declared, path)) && plain.every((one) => one.path !== path));
  return [...plain, ...secret.map((path) => property(path, at(declared, path), at(live, path)))];
}

/** The arguments without what the package adds for itself. */
const declaredInputs = (inputs: Bag = {}): Bag =>
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
