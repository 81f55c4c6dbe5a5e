/** Names of members whose texts are secret; `key` alone is none, because documents and fields have keys. */
const secret = new RegExp(
  "(password|passwd|secret|connection_?string|token|credentials?|^sig" +
    "|api[-_]?key|primary_?key|secondary_?key|key_?value|[_-]key)$",
  "i",
);

/** What stands in the place of a secret. */
const mask = "••••••";

/**
 * A copy of a JSON value in which the texts of secret members, at any depth, are masked; integers that no number holds
 * are text.
 */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.test(name) && isText(item) ? mask : masked(item)]),
  );
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
