import { randomUUID } from "node:crypto";

/** Stands before the digits of an integer where a text has its place; no text begins with it. */
const mark = `${randomUUID()} `;
const marked = new RegExp(`"${mark}(-?\\d+)"`, "g");

/** A text in JSON, or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The value of a JSON text, in which an integer that no number holds is a `bigint`. Throws for what is no JSON. */
export function exactValue(text: string): unknown {
  const isLong = (part: string): boolean => /^-?[1-9]\d{15,}$/.test(part) && !Number.isSafeInteger(Number(part));
  if (!/(?<![\d.])\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replaceAll(token, (part) => (isLong(part) ? `"${mark}${part}"` : part)),
    (_name, value: unknown) =>
      typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** The JSON text of a value, with all digits of every `bigint`. */
export function exactText(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) => (typeof part === "bigint" ? `${mark}${part}` : part));
  return text.replaceAll(marked, "$1");
}
