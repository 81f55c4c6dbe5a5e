import { serialize } from "tinyduration";
import { secondsOf } from "./duration";

const canonicalWords = [
  "SystemAssigned",
  "UserAssigned",
  "Key",
  "AADToken",
  "AMLToken",
  "Enabled",
  "Disabled",
  "Dedicated",
  "LowPriority",
];
const canonical = new Map(canonicalWords.map((word) => [word.toLowerCase(), word]));

/** Maps whose values are the user's own texts. */
const verbatim = new Set(["tags", "environmentVariables"]);

/**
 * The value in another form that means the same: what the service makes of locations, resource paths, durations and
 * words.
 */
export function otherForm(value: unknown, name = ""): unknown {
  if (verbatim.has(name)) return value;
  if (typeof value === "string") return otherText(value, name);
  if (Array.isArray(value)) return value.map((item) => otherForm(item));
  if (typeof value !== "object" || value === null) return value;
  // Order of members carries no meaning either.
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [otherText(key, ""), otherForm(member, key)]),
  );
}

function otherText(text: string, name: string): string {
  if (name === "location" || name === "computeLocation") return text.toLowerCase().replaceAll(" ", "");
  if (name === "vmSize" || name === "instanceType") return text.toUpperCase();
  if (name === "type" && /assigned/i.test(text)) return text.split(/, */).map(word).join(", ");
  if (text.startsWith("/subscriptions/"))
    return text
      .replace(/resourceGroups/i, "resourcegroups")
      .replace(/(?<=providers\/)[^/]+/i, (provider) => provider.toLowerCase());
  if (/^PT[\d.]+[HMS]/.test(text)) return normalised(secondsOf(text));
  return ["authMode", "publicNetworkAccess", "vmPriority", "status"].includes(name) ? word(text) : text;
}

function word(text: string): string {
  return canonical.get(text.toLowerCase()) ?? text;
}

/** A duration with its units carried over, for example PT2M for 120 seconds. */
function normalised(total: number): string {
  return serialize({ hours: Math.floor(total / 3600), minutes: Math.floor((total % 3600) / 60), seconds: total % 60 });
}
