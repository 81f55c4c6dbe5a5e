import { toUSVString } from "node:util";

/** Texts from outside may echo a credential: these patterns are never shown. */
const patterns: [RegExp, string][] = [
  [/\b(bearer)\s+[\w.~+/=-]{4,}/gi, "$1 [secret]"],
  [/\b(api-key|apikey|authorization|client_secret|access_token|accountkey|sharedaccesskey|password)(["']?\s*[:=]\s*["']?)(?!\[secret\]|bearer)[^\s"',;&}]+/gi, "$1$2[secret]"],
];

/** A text in which known secrets (of four characters or more) and everything that looks like a credential is masked. */
export function redact(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of [...secrets].filter((value) => value.length >= 4).sort((a, b) => b.length - a.length)) {
    const forms = [secret, encodeURIComponent(toUSVString(secret)), JSON.stringify(secret).slice(1, -1)];
    for (const form of forms) masked = masked.replaceAll(form, "[secret]");
  }
  for (const [pattern, replacement] of patterns) masked = masked.replace(pattern, replacement);
  return masked;
}
