import { isBag } from "../../../provider/core/wire";
import type { Property } from "../report";
import { tag, text } from "./tag";
import { marked } from "./values";

/** The most documents that the table shows. */
const most = 1000;

const pattern = /^documents(\[(?:\d+|"(?:[^"\\]|\\.)*")\])(?:\.?(.+))?$/s;

/** Whether a property of a resource of this class belongs to one of its documents. */
export const isOfDocument =
  (className: string) =>
  ({ path }: Property): boolean =>
    className === "search.Documents" && pattern.test(path);

/** Documents that differ as a table: a row for each, a column for each field in which one of them differs. */
export function documentsTable(properties: Property[]): string {
  if (properties.length === 0) return "";
  const rows = new Map<string, Map<string, Property>>();
  for (const property of properties) {
    const [, place = "", field = ""] = pattern.exec(property.path) ?? [];
    const row = rows.get(place) ?? new Map<string, Property>();
    for (const [name, one] of field === "" ? whole(property) : [[field, property] as const]) row.set(name, one);
    rows.set(place, row);
  }
  const fields = [...new Set([...rows.values()].flatMap((row) => [...row.keys()]))];
  const head = ["Document", "", ...fields].map((name) => tag("th", {}, tag("bdi", {}, text(name))));
  const body = [...rows].slice(0, most).map(([place, row]) => {
    const all = [...row.values()];
    const state = all.every(({ live }) => live === undefined)
      ? "missing"
      : all.every(({ declared }) => declared === undefined)
        ? "added"
        : "differs";
    const cells = fields.map((name) => tag("td", {}, cell(row.get(name))));
    const first = tag("th", { scope: "row" }, tag("bdi", {}, text(place.slice(1, -1))));
    return tag("tr", {}, first + tag("td", {}, tag("span", { class: `chip ${state}` }, state)) + cells.join(""));
  });
  const left = rows.size - most;
  return (
    tag("div", { class: "wide" }, tag("table", {}, tag("tr", {}, head.join("")) + body.join(""))) +
    (left > 0 ? tag("p", { class: "hint" }, `And ${left.toLocaleString("en")} more documents.`) : "")
  );
}

/** A document that is there on one side only, field by field. */
function whole({ path, declared, live }: Property): [string, Property][] {
  const document = declared ?? live;
  if (!isBag(document)) return [["", { path, declared, live }]];
  return Object.entries(document).map(([name, value]) => [
    name,
    { path, ...(declared === undefined ? { live: value } : { declared: value }) },
  ]);
}

function cell(property: Property | undefined): string {
  if (property === undefined) return "";
  const { declared, live } = property;
  const [left, right] = marked(declared, live);
  return (declared === undefined ? "" : left) + (live === undefined ? "" : right);
}
