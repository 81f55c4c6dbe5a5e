import { invalid } from "../refusal";

/** The types that literals have. */
export type LiteralType = "string" | "number" | "boolean" | "date" | "null";

/** One word, mark or literal of a filter expression. */
export type Token =
  | { kind: "word"; text: string }
  | { kind: "mark"; text: string }
  | { kind: "literal"; text: string; type: LiteralType; value: unknown };

const parts = [
  "(?<string>'(?:[^']|'')*')",
  "(?<date>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d))",
  "(?<number>-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?![\\w.]))",
  "(?<constant>(?:true|false|null)(?![\\w./]))",
  "(?<word>[A-Za-z_][\\w.]*(?:/[A-Za-z_]\\w*)*)",
  "(?<mark>[(),:])",
];
const pattern = new RegExp(`\\s*(?:${parts.join("|")})`, "y");

/** The tokens of a filter expression; 400 at what is none. */
export function tokensOf(text: string): Token[] {
  const end = text.trimEnd().length;
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  for (let at = 0; at < end; at = pattern.lastIndex) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw filterMistake(`nothing known starts at position ${at}`);
    tokens.push(token(groups));
  }
  return tokens;
}

/** 400 for a filter that cannot be read or is not supported. */
export function filterMistake(reason: string): Error {
  return invalid(`Invalid expression in $filter: ${reason}.`);
}

/** A number with all its digits. */
const numberOf = (digits: string): number | bigint =>
  /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? BigInt(digits) : Number(digits);

function token({ string, date, number, constant, word, mark }: Partial<Record<string, string>>): Token {
  if (string !== undefined)
    return { kind: "literal", text: string, type: "string", value: string.slice(1, -1).replaceAll("''", "'") };
  if (date !== undefined) return { kind: "literal", text: date, type: "date", value: Date.parse(date) };
  if (number !== undefined) return { kind: "literal", text: number, type: "number", value: numberOf(number) };
  if (constant === "null") return { kind: "literal", text: constant, type: "null", value: null };
  if (constant !== undefined) return { kind: "literal", text: constant, type: "boolean", value: constant === "true" };
  return word === undefined ? { kind: "mark", text: mark ?? "" } : { kind: "word", text: word };
}
