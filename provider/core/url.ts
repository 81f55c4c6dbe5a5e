import { toUSVString } from "node:util";
import { UserError } from "./errors";
import type { Settings } from "./settings";
import { isUnknown, type Bag } from "./wire";

/**
 * Encodes every interpolated value as one segment of a URL path. Throws for `.` and `..`, which URLs take as
 * directions.
 */
export const path = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  parts.reduce((whole, part, index) => whole + (index === 0 ? "" : segment(String(values[index - 1]))) + part, "");

/** One segment of a URL path; colons stay readable. Throws `UserError` for a name that none can hold. */
export function segment(value: string): string {
  const problem = unfit(value);
  if (problem !== undefined) throw new UserError(`a name is ${problem}`);
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** Why a name cannot be a segment of a URL path, if it cannot. */
export function unfit(value: string): string | undefined {
  if (value === "" || value === "." || value === "..")
    return `${value === "" ? "empty" : "`.` or `..`"}, which cannot be part of a URL`;
  return toUSVString(value) === value ? undefined : "not text that can be part of a URL";
}

/** What is asked of a URL template again and again. */
interface Template {
  names: readonly string[];
  pattern: RegExp;
}

const templates = new Map<string, Template>();

function templateOf(text: string): Template {
  const known = templates.get(text);
  if (known !== undefined) return known;
  const pattern = text
    .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\{\w+\}/g, text.startsWith("{") ? "(.+)" : "([^/]+)");
  const template = {
    names: [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
    pattern: new RegExp(`^${pattern}/?$`, "i"),
  };
  templates.set(text, template);
  return template;
}

/** The names of this machine, which mean the same. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Scheme, host and port of an address, this machine always under the same name. */
export const originOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${LOOPBACK.includes(hostname) ? LOOPBACK[0] : hostname}${port && `:${port}`}`;

/** The names in the braces of a URL template such as `/things/{name}`. */
export const namesIn = (template: string): readonly string[] => templateOf(template).names;

/**
 * A URL path from its template; what the arguments do not give is taken from the configuration. Throws an error for
 * what is missing.
 */
export function fill(template: string, inputs: Bag, settings: Pick<Settings, "need">): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = inputs[name] ?? settings.need(name);
    if (isUnknown(value)) throw new UserError(`\`${name}\` is not known yet`);
    return segment(String(value));
  });
}

/** The values in an id, by its template. Throws an error for an id of another form. */
export function parse(template: string, id: string): Record<string, string> {
  const values = valuesIn(template, id);
  if (values === undefined) throw new UserError(`the id must have the form ${template}`);
  return values;
}

/**
 * The values in an id, by its template; `undefined` for an id of another form. Letter case does not count in the fixed
 * parts, and a lone name may hold slashes.
 */
export function valuesIn(template: string, id: string): Record<string, string> | undefined {
  const { names, pattern } = templateOf(template);
  const match = pattern.exec(id);
  if (match === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1]!)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
