import { toUSVString } from "node:util";

/** Texts from outside may echo a credential: these patterns are never shown. */
const patterns: [RegExp, string][] = [
  [/\b(bearer)\s+[\w.~+/=-]{4,}/gi, "$1 [secret]"],
  [
    /\b(api-key|apikey|authorization|client_secret|access_token|accountkey|sharedaccesskey|password)(["']?\s*[:=]\s*["']?)(?!\[secret\]|bearer)[^\s"',;&}]+/gi,
    "$1$2[secret]",
  ],
];

/** A text in which known secrets (of four characters or more) and everything that looks like a credential is masked. */
export function redact(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of [...secrets].filter((value) => value.length >= 4).sort((a, b) => b.length - a.length)) {
    for (const form of formsOf(secret)) masked = masked.replaceAll(form, "[secret]");
  }
  for (const [pattern, replacement] of patterns) masked = masked.replace(pattern, replacement);
  return masked;
}

/**
 * The forms in which a secret may be repeated: as it is, in JSON (also in a JSON text within JSON), in a URL, in a
 * form, in base64.
 */
function formsOf(secret: string): string[] {
  const [text, json] = [toUSVString(secret), JSON.stringify(secret)];
  const bytes = Buffer.from(text);
  const encoded = [
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  return [secret, JSON.stringify(json).slice(3, -3), json.slice(1, -1), ...encoded];
}
