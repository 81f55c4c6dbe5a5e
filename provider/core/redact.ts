import { toUSVString } from "node:util";
import { plainView, viewsOf, withoutSpaces, type View } from "./views";

/** The names of credentials, as others write them. */
const NAMES = "api-key|apikey|authorization|client_secret|access_token|accountkey|sharedaccesskey|password";

/** Texts from outside may echo a credential: these patterns are never shown. */
const patterns: [RegExp, string][] = [
  [/\b(bearer)\s+[\w.~+/=-]{4,}/gi, "$1 [secret]"],
  [/\b(authorization["']?\s*[:=]\s*["']?basic)\s+[\w.~+/=-]+/gi, "$1 [secret]"],
  [
    new RegExp(`\\b(${NAMES})(["']?\\s*[:=]\\s*["']?)(?!\\[secret\\]|bearer|basic \\[)[^\\s"',;&}]+`, "gi"),
    "$1$2[secret]",
  ],
];

/**
 * A text in which known secrets (of four characters or more) and everything that looks like a credential is masked.
 * Secrets are found as they are, encoded as in JSON, in a URL, in a form, in HTML or in base64 (also of more than the
 * secret), broken into lines and indented, and line by line. Mask whole texts: of one that is cut, indented or wrapped
 * for a reader, a part may stay.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  let masked = "";
  let end = 0;
  for (const [from, to] of rangesOf(text, searchFor([...secrets]))) {
    if (from >= end) masked += `${text.slice(end, from)}[secret]`;
    end = Math.max(end, to);
  }
  masked += text.slice(end);
  for (const [pattern, replacement] of patterns) masked = masked.replace(pattern, replacement);
  return masked;
}

/** What is searched for. */
interface Needle {
  codes: Uint16Array;
  /** The place in it of the four characters by which it is looked for, which few others have. */
  mark: number;
}

/** Needles by the hash of the four characters at their mark. */
type Needles = Map<number, Needle[]>;

/** The needles of secrets: those that stand as they are, and long ones, between whose characters spaces may stand. */
interface Search {
  exact: Needles;
  loose: Needles;
}

let last: { secrets: string[]; search: Search } = { secrets: [], search: { exact: new Map(), loose: new Map() } };

/** What to search for; that of the last call is kept, as many texts are masked one after the other. */
function searchFor(secrets: string[]): Search {
  if (last.secrets.length === secrets.length && secrets.every((secret, i) => secret === last.secrets[i]))
    return last.search;
  const forms = [...new Set(secrets.flatMap(formsOf))].map((form) => plainView(form));
  const dense = forms.map((form) => withoutSpaces(form).codes);
  const search = {
    exact: needlesOf(forms.map(({ codes }) => codes).filter((_, i) => dense[i]!.length < LONG)),
    loose: needlesOf(dense.filter(({ length }) => length >= LONG)),
  };
  last = { secrets, search };
  return search;
}

function needlesOf(texts: Uint16Array[]): Needles {
  const hashes = texts.map((codes) => Array.from({ length: codes.length - 3 }, (_, at) => hashAt(codes, at)));
  const counts = new Uint32Array(HASHES);
  for (const hash of hashes.flat()) counts[hash]!++;
  const needles: Needles = new Map();
  texts.forEach((codes, i) => {
    const rarest = hashes[i]!.reduce((best, hash) => (counts[hash]! < counts[best]! ? hash : best));
    const needle = { codes, mark: hashes[i]!.indexOf(rarest) };
    const alike = needles.get(rarest);
    if (alike === undefined) needles.set(rarest, [needle]);
    else alike.push(needle);
  });
  return needles;
}

/** The forms in which a secret may be repeated, but for what a view of the text decodes. */
function formsOf(secret: string): string[] {
  if (secret.length < SHORTEST) return [];
  const text = toUSVString(secret);
  const bytes = Buffer.from(text);
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [
    secret,
    text,
    ...[bytes.toString("base64").replace(/=+$/, ""), ...withinBase64(bytes)].flatMap((form) => [form, urlForm(form)]),
    ...(lines.length < 2 ? [] : lines.filter((line) => line.length >= LONG || /^(?=.*\d).{8,}/.test(line))),
  ].filter(({ length }) => length >= SHORTEST);
}

/**
 * What all base64 has in common in which bytes stand after others, as in `user:password`: it depends on nothing but how
 * many others there are before, by threes, as far as no character holds bits of both.
 */
const withinBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });

/** The base64 of URLs for base64. */
const urlForm = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");

/** Where the needles are in a text, from the first to the last. */
function rangesOf(text: string, { exact, loose }: Search): [from: number, to: number][] {
  if (exact.size + loose.size === 0) return [];
  const places = viewsOf(text).flatMap((view) => [...placesIn(view, exact), ...placesIn(withoutSpaces(view), loose)]);
  return places.sort(([a], [b]) => a - b);
}

function placesIn({ codes, from, to }: View, needles: Needles): [from: number, to: number][] {
  if (needles.size === 0) return [];
  const places: [from: number, to: number][] = [];
  const known = new Uint8Array(HASHES);
  for (const hash of needles.keys()) known[hash] = 1;
  const ends = new Map<Needle, number>();
  for (let at = 0; at + SHORTEST <= codes.length; at++) {
    const hash = hashAt(codes, at);
    if (known[hash] === 0) continue;
    for (const needle of needles.get(hash)!) {
      const start = at - needle.mark;
      // One that was found does not begin within itself.
      if (start < (ends.get(needle) ?? 0) || !standsAt(needle.codes, codes, start)) continue;
      const end = start + needle.codes.length;
      ends.set(needle, end);
      places.push([from[start]!, to[end - 1]!]);
    }
  }
  return places;
}

function standsAt(needle: Uint16Array, codes: Uint16Array, start: number): boolean {
  if (start + needle.length > codes.length) return false;
  for (let i = 0; i < needle.length; i++) if (needle[i] !== codes[start + i]) return false;
  return true;
}

/** A number for four characters. */
const hashAt = (codes: Uint16Array, at: number): number =>
  (codes[at]! * 0x9d + codes[at + 1]! * 0x3a7 + codes[at + 2]! * 0x1c3b + codes[at + 3]! * 0x59d1) % HASHES;

const HASHES = 0x10000;
/** Characters of the shortest secret that is masked. */
const SHORTEST = 4;
/** Characters that nobody writes by chance, so that they count wherever a text is broken, or as one line of more. */
const LONG = 16;
