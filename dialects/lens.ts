/** A JSON object whose members are not known beforehand. */
export type Bag = Record<string, unknown>;

/** Whether a value is an object with members, not a list. */
export const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A two-way mapping of bodies: `out` makes the dialect's form of the documents' one, `back` the reverse. What a lens
 * does not name passes through it unchanged, both ways.
 */
export interface Lens {
  out(value: unknown): unknown;
  back(value: unknown): unknown;
  /** What it maps, for people: the documents' form and the dialect's. */
  rows: readonly Row[];
}

/** The documents' form and the dialect's; Markdown. */
export type Row = readonly [document: string, theirs: string];

/** Moves members of an object: the documents' place to the dialect's, both as dotted paths. */
export const places = (table: Record<string, string>): Lens => ({
  out: (value) => Object.entries(table).reduce((body, [from, to]) => moved(body, from, to), value),
  back: (value) => Object.entries(table).reduceRight((body, [to, from]) => moved(body, from, to), value),
  rows: Object.entries(table).map(([document, theirs]) => [`\`${document}\``, `\`${theirs}\``]),
});

/** The words that a text at a dotted path may be; letter case does not count, other words stay. */
export function words(place: string, table: Record<string, string>): Lens {
  const translated = (words: [string, string][]) => (value: unknown) =>
    changed(value, place, (text) => words.find(([from]) => same(from, text))?.[1] ?? text);
  return {
    out: translated(Object.entries(table)),
    back: translated(Object.entries(table).map(([document, theirs]) => [theirs, document])),
    rows: Object.entries(table).map(([document, theirs]) => [
      `\`${place}: ${JSON.stringify(document)}\``,
      `\`${place}: ${JSON.stringify(theirs)}\``,
    ]),
  };
}

/** What the dialect wants at a dotted path where nothing is; it is left out of answers. */
export const constant = (place: string, value: string): Lens => ({
  out: (body) => changed(body, place, (current) => current ?? value, true),
  back: (body) => changed(body, place, (current) => (current === value ? undefined : current)),
  rows: [["–", `\`${place}: ${JSON.stringify(value)}\``]],
});

/** What the documents have at a dotted path, and the dialect nowhere. */
export const dropped = (place: string): Lens => ({
  out: (body) => changed(body, place, () => undefined),
  back: (body) => body,
  rows: [[`\`${place}\``, "–"]],
});

/** Another beginning of the texts at the members of a name, at any depth. */
export function prefixes(member: string, document: string, theirs: string): Lens {
  const through = (value: unknown, from: string, to: string): unknown =>
    Array.isArray(value)
      ? value.map((item) => through(item, from, to))
      : isBag(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [
              key,
              key === member && typeof item === "string" && item.startsWith(from)
                ? to + item.slice(from.length)
                : through(item, from, to),
            ]),
          )
        : value;
  return {
    out: (value) => through(value, document, theirs),
    back: (value) => through(value, theirs, document),
    rows: [[`\`${member}: "${document}X"\`, at any depth`, `\`${member}: "${theirs}X"\``]],
  };
}

/** A lens on what stands at a dotted path; `[]` at the end of a name means each item of a list. */
export function within(place: string, lens: Lens): Lens {
  const names = place.split(".");
  const at = (value: unknown, [name, ...rest]: string[], map: (value: unknown) => unknown): unknown => {
    if (name === undefined) return map(value);
    const key = name.replace(/\[\]$/, "");
    if (!isBag(value) || !Object.hasOwn(value, key)) return value;
    const inner = value[key];
    const mapped =
      key === name
        ? at(inner, rest, map)
        : Array.isArray(inner)
          ? inner.map((item: unknown) => at(item, rest, map))
          : inner;
    return { ...value, [key]: mapped };
  };
  return {
    out: (value) => at(value, names, lens.out),
    back: (value) => at(value, names, lens.back),
    rows: lens.rows.map(([document, theirs]) => [placed(place, document), placed(place, theirs)]),
  };
}

/** Several lenses, one after the other. */
export const all = (...lenses: Lens[]): Lens => ({
  out: (value) => lenses.reduce((body, lens) => lens.out(body), value),
  back: (value) => lenses.reduceRight((body, lens) => lens.back(body), value),
  rows: lenses.flatMap(({ rows }) => rows),
});

/** A mapping of objects that no table can say. */
export const mapping = (out: (body: Bag) => unknown, back: (body: Bag) => unknown, ...rows: Row[]): Lens => ({
  out: (value) => (isBag(value) ? out(value) : value),
  back: (value) => (isBag(value) ? back(value) : value),
  rows,
});

/** The value at a dotted path. */
export const at = (value: unknown, place: string): unknown =>
  place
    .split(".")
    .reduce<unknown>((inner, name) => (isBag(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value);

/** An object with another value at a dotted path; `undefined` takes it away. */
export function put(value: unknown, place: string, item: unknown): unknown {
  if (item === undefined && at(value, place) === undefined) return value;
  const [name, ...rest] = place.split(".") as [string, ...string[]];
  const body = isBag(value) ? value : {};
  const inner = rest.length === 0 ? item : put(body[name], rest.join("."), item);
  const { [name]: _, ...others } = body;
  return inner === undefined ? others : { ...others, [name]: inner };
}

function moved(value: unknown, from: string, to: string): unknown {
  const item = at(value, from);
  return item === undefined ? value : put(put(value, from, undefined), to, item);
}

function changed(value: unknown, place: string, change: (item: unknown) => unknown, always = false): unknown {
  const item = at(value, place);
  if (!isBag(value) || (item === undefined && !always)) return value;
  const next = change(item);
  return next === item ? value : put(value, place, next);
}

const same = (one: string, other: unknown): boolean =>
  typeof other === "string" && one.toLowerCase() === other.toLowerCase();

/** A row's place below another: the first name in backquotes gets the path in front. */
const placed = (place: string, text: string): string => text.replace(/^`(?=[\w@])/, `\`${place}.`);
