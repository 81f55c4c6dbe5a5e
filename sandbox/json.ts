import { randomUUID } from "node:crypto";

/** Stands before the digits of an integer where a text has its place; no text begins with it. */
const mark = `${randomUUID()} `;
const marked = new RegExp(`"${mark}(-?\\d+(?:\\.0)?)"`, "g");

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
export const exactText = (value: unknown): string =>
  textWith(value, (part) => (typeof part === "bigint" ? String(part) : undefined));

/** As `exactText`, with a decimal point in a number that is no `bigint`, however large: it is read as none again. */
export const storedText = (value: unknown): string =>
  textWith(value, (part) => {
    if (typeof part === "bigint") return String(part);
    return Number.isInteger(part) && !Number.isSafeInteger(part) ? `${BigInt(part as number)}.0` : undefined;
  });

function textWith(value: unknown, digitsOf: (part: unknown) => string | undefined): string {
  const text = JSON.stringify(value, (_name, part: unknown) => {
    const digits = digitsOf(part);
    return digits === undefined ? part : `${mark}${digits}`;
  });
  return text.replaceAll(marked, "$1");
}
