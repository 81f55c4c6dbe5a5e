import { randomUUID } from "node:crypto";
import type { Bag } from "./wire";

/** Stands before the digits of an integer where a JSON value has a text in its place; no text begins with it. */
const MARK = `${randomUUID()} `;
const marked = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** Texts without so many digits in a row hold no integer that a number cannot keep. */
const LONG = /(?<![\d.])\d{16}/;

/**
 * The value of a JSON text. An integer beyond 2^53 is a `bigint`, so that what others wrote is given
 * back digit for digit. Throws `SyntaxError` for a text that is no JSON.
 */
export function parseJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text) as unknown;
  try {
    return exact(JSON.parse(withMarks(text)));
  } catch {
    return JSON.parse(text) as unknown; // whose error knows the place
  }
}

/** The JSON text of a value, which may hold a `bigint`; `undefined` for what JSON cannot say. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    const text = JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${MARK}${item}` : item));
    return text.replaceAll(marked, "$1");
  }
}

/** A value in which digits stand, as text, for integers that no number holds. */
export const sayable = (value: unknown): unknown => mapped(value, (text) => text, String);

const exact = (value: unknown): unknown =>
  mapped(
    value,
    (text) => (text.startsWith(MARK) ? BigInt(text.slice(MARK.length)) : text),
    (digits) => digits,
  );

/** A value with its texts and bigints replaced; the same where nothing is, as in vectors. */
function mapped(value: unknown, text: (one: string) => unknown, digits: (one: bigint) => unknown): unknown {
  if (typeof value === "string") return text(value);
  if (typeof value === "bigint") return digits(value);
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [position, item] of value.entries()) {
      const now = mapped(item, text, digits);
      if (now !== item) (items ??= [...(value as unknown[])])[position] = now;
    }
    return items ?? value;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  let bag: Bag | undefined;
  for (const [key, item] of Object.entries(value)) {
    const now = mapped(item, text, digits);
    if (now !== item) (bag ??= { ...value } as Bag)[key] = now;
  }
  return bag ?? value;
}

/** A JSON text with marked texts in the places of integers beyond 2^53. */
function withMarks(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"') {
      do at = text.indexOf('"', at + 1);
      while (at >= 0 && isEscaped(text, at));
      if (at < 0) break;
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      numeral.lastIndex = at;
      const [token = sign] = numeral.exec(text) ?? [];
      if (/^-?[1-9]\d{15,299}$/.test(token) && !Number.isSafeInteger(Number(token))) {
        parts.push(text.slice(done, at), `"${MARK}${token}"`);
        done = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return parts.join("") + text.slice(done);
}

const numeral = /[-+.\deE]+/y;

/** Whether a quote belongs to the text in which it stands. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}
