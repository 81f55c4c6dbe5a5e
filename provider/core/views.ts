/** A text as it reads when something in it is decoded or left out, with the first place of each character. */
export interface View {
  /** The UTF-16 codes. */
  codes: Uint16Array;
  /** Where each character begins in the first text. */
  from: Uint32Array;
  /** Where each character ends in the first text. */
  to: Uint32Array;
}

/** A text as it is. */
export function plainView(text: string): View {
  const { length } = text;
  const view = { codes: new Uint16Array(length), from: new Uint32Array(length), to: new Uint32Array(length) };
  for (let i = 0; i < length; i++) {
    view.codes[i] = text.charCodeAt(i);
    view.from[i] = i;
    view.to[i] = i + 1;
  }
  return view;
}

/**
 * A text in all the ways in which one may read it: as it is, and with its JSON escapes, the escapes of a URL, those of
 * a form and those of HTML decoded, one or two of them after the other.
 */
export function viewsOf(text: string): View[] {
  const first = plainView(text);
  const second = decodedOnce(first);
  return [first, ...second, ...second.flatMap(decodedOnce)];
}

const decodedOnce = (view: View): View[] => {
  const [escaped, percent, plus, entity] = [..."\\%+&"].map((sign) => view.codes.includes(sign.charCodeAt(0)));
  return [
    ...(escaped ? [rewritten(view, fromJson)] : []),
    ...(percent ? [rewritten(view, fromUrl)] : []),
    ...(plus ? [rewritten(view, fromForm)] : []),
    ...(entity ? [rewritten(view, fromHtml)] : []),
  ];
};

/** A text without what stands between words and lines. */
export const withoutSpaces = (view: View): View =>
  rewritten(view, (codes, at) => (isSpace(codes[at]!) ? [1] : undefined));

/** Whether a code is that of a space or the end of a line. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

/** How many codes of the text at a place are read together, and the codes that they stand for. */
type Reading = [length: number, ...codes: number[]];

/** A view in which `read` says what stands for something else. */
function rewritten(view: View, read: (codes: Uint16Array, at: number) => Reading | undefined): View {
  const { length } = view.codes;
  const [codes, from, to] = [new Uint16Array(length), new Uint32Array(length), new Uint32Array(length)];
  let count = 0;
  for (let at = 0; at < length;) {
    const reading = read(view.codes, at);
    const width = reading?.[0] ?? 1;
    const written = reading === undefined ? 1 : reading.length - 1;
    for (let i = 0; i < written; i++, count++) {
      codes[count] = reading?.[i + 1] ?? view.codes[at]!;
      from[count] = view.from[at]!;
      to[count] = view.to[at + width - 1]!;
    }
    at += width;
  }
  return { codes: codes.subarray(0, count), from: from.subarray(0, count), to: to.subarray(0, count) };
}

/** A backslash with what it escapes: a sign, or the number of a character. */
function fromJson(codes: Uint16Array, at: number): Reading | undefined {
  if (codes[at] !== BACKSLASH) return undefined;
  const sign = String.fromCharCode(codes[at + 1] ?? 0);
  const digits = sign === "u" ? 4 : sign === "x" ? 2 : 0;
  if (digits > 0) {
    const code = hex(codes, at + 2, digits);
    return code === undefined ? undefined : [2 + digits, code];
  }
  const character = escapes[sign];
  return character === undefined ? undefined : [2, character.charCodeAt(0)];
}

const escapes: Record<string, string | undefined> = Object.assign(Object.create(null), {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
});

/** The bytes of one character as `%XX` each, or of one that is no UTF-8 as it is. */
function fromUrl(codes: Uint16Array, at: number): Reading | undefined {
  const first = byteAt(codes, at);
  if (first === undefined) return undefined;
  const more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  let point = more === 0 ? first : first & (0x3f >> more);
  for (let i = 1; i <= more; i++) {
    const next = byteAt(codes, at + 3 * i);
    if (next === undefined || next >> 6 !== 2) return [3, first];
    point = (point << 6) | (next & 0x3f);
  }
  const length = 3 * (more + 1);
  if (point < 0x10000) return [length, point];
  return [length, 0xd800 + ((point - 0x10000) >> 10), 0xdc00 + (point & 0x3ff)];
}

const fromForm = (codes: Uint16Array, at: number): Reading | undefined =>
  codes[at] === PLUS ? [1, 32] : fromUrl(codes, at);

/** A character by its name or number: `&amp;`, `&#43;`, `&#x2B;`. */
function fromHtml(codes: Uint16Array, at: number): Reading | undefined {
  if (codes[at] !== AMPERSAND) return undefined;
  const text = String.fromCharCode(...codes.subarray(at, at + 10));
  const [whole = "", name = "", number, hexNumber] = /^&(?:(\w+)|#(\d+)|#x([\da-f]+));/i.exec(text) ?? [];
  const point = hexNumber !== undefined ? Number.parseInt(hexNumber, 16) : Number(number ?? Number.NaN);
  const character = point <= 0x10ffff ? String.fromCodePoint(point) : entities[name.toLowerCase()];
  if (character === undefined) return undefined;
  return [whole.length, ...Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))];
}

const entities: Record<string, string | undefined> = Object.assign(Object.create(null), {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
});

const byteAt = (codes: Uint16Array, at: number): number | undefined =>
  codes[at] === PERCENT ? hex(codes, at + 1, 2) : undefined;

/** The number in so many hexadecimal digits. */
function hex(codes: Uint16Array, at: number, digits: number): number | undefined {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const code = codes[i] ?? 0;
    const digit =
      code >= 48 && code <= 57 ? code - 48 : (code | 32) >= 97 && (code | 32) <= 102 ? (code | 32) - 87 : -1;
    if (digit < 0) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

const [BACKSLASH, PERCENT, PLUS, AMPERSAND] = [92, 37, 43, 38];
