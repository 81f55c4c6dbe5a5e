import { diffWordsWithSpace } from "diff";
import type { Property } from "../report";
import { tag, text } from "./tag";

/** The most edits, and milliseconds, that are spent on finding what two texts have in common. */
const effort = { maxEditLength: 4000, timeout: 1000 };

/** Characters beside a change that are shown of a long part which both values have, and the most of a changed one. */
const context = 120;
const longest = 20_000;

/** A property with its declared and its live value beside each other. */
export function sideBySide({ path, declared, live }: Property): string {
  const [left, right] = marked(declared, live);
  return tag(
    "section",
    { class: "property" },
    tag("h3", {}, tag("bdi", {}, text(path))) +
      tag("div", { class: "value declared" }, tag("h4", {}, "declared") + left) +
      tag("div", { class: "value live" }, tag("h4", {}, "live") + right),
  );
}

/** Two values as HTML, with what only one of them has marked; undefined is a value that is not there. */
export function marked(declared: unknown, live: unknown): [string, string] {
  const whole = (value: unknown, change: "del" | "ins"): string =>
    value === undefined ? tag("p", { class: "none" }, "none") : block(tag(change, {}, text(cut(textOf(value)))));
  if (declared === undefined || live === undefined) return [whole(declared, "del"), whole(live, "ins")];
  const parts = diffWordsWithSpace(textOf(declared), textOf(live), effort);
  if (parts === undefined) return [whole(declared, "del"), whole(live, "ins")];
  const side = (other: "added" | "removed", change: "del" | "ins"): string => {
    const sideParts = parts.filter((part) => !part[other]);
    const html = sideParts.map((part, at) =>
      part.added || part.removed
        ? tag(change, {}, text(cut(part.value)))
        : common(part.value, { first: at === 0, last: at === sideParts.length - 1 }),
    );
    return block(html.join(""));
  };
  return [side("added", "del"), side("removed", "ins")];
}

/** A text as it is, and any other value as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value, undefined, 2);

const block = (html: string): string => tag("pre", {}, tag("bdi", {}, html));

/** What both values have: of a long part only what stands beside a change. */
function common(value: string, { first, last }: { first: boolean; last: boolean }): string {
  const [before, after] = [first ? 0 : context, last ? 0 : context];
  const left = value.length - before - after;
  if (left <= context) return text(value);
  const gap = tag("span", { class: "gap" }, `${left.toLocaleString("en")} characters alike`);
  return text(value.slice(0, before)) + gap + text(value.slice(value.length - after));
}

const cut = (value: string): string =>
  value.length <= longest ? value : `${value.slice(0, longest)}… (${value.length.toLocaleString("en")} characters)`;
