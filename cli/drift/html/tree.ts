import type { StateResource } from "../../pulumi";
import { kindOf } from "../../kinds";
import type { Finding } from "../report";
import { tag, text } from "./tag";

/** The package's resources as the tree of the stack, in their components; those with findings lead there. */
export function treeOf(resources: readonly StateResource[], findings: readonly Finding[]): string {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const status = new Map(findings.map((finding) => [finding.urn, finding.status]));
  const parentOf = (urn: string): string | undefined => {
    const parent = byUrn.get(urn)?.["parent"];
    return typeof parent === "string" && !parent.includes("::pulumi:pulumi:Stack::") ? parent : undefined;
  };
  const children = new Map<string | undefined, Set<string>>();
  for (const { urn, type, external } of resources) {
    if (kindOf(type) === undefined || external === true) continue;
    for (let at: string | undefined = urn; at !== undefined; at = parentOf(at)) {
      const parent = parentOf(at);
      children.set(parent, (children.get(parent) ?? new Set()).add(at));
    }
  }
  const list = (parent: string | undefined): string => {
    const urns = [...(children.get(parent) ?? [])];
    return urns.length === 0 ? "" : tag("ul", {}, urns.map((urn) => tag("li", {}, node(urn) + list(urn))).join(""));
  };
  const node = (urn: string): string => {
    const type = byUrn.get(urn)?.type ?? "";
    const kind = kindOf(type);
    const className = kind?.replace(":", ".") ?? type.split(":").at(-1) ?? "";
    const label =
      tag("bdi", {}, text(urn.split("::").at(-1) ?? urn)) + " " + tag("span", { class: "class" }, text(className));
    const resourceStatus = status.get(urn);
    const state = resourceStatus ?? (kind !== undefined ? "fine" : "component");
    return resourceStatus === undefined
      ? tag("span", { class: `node ${state}` }, label)
      : tag("a", { class: `node ${state}`, href: `#${encodeURIComponent(urn)}` }, label);
  };
  return list(undefined);
}
