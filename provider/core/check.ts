import { closest, distance } from "fastest-levenshtein";
import * as z from "zod";
import { fieldsOf, nodeOf, optionsOf } from "./marks";
import { hasUnknown, isBag, isUnknown, UNKNOWN, type Bag } from "./wire";

/** A mistake in the arguments of a resource or a function. */
export interface Mistake {
  /** Where: `fields[2].type`; empty for the whole. */
  path: string;
  /** What is wrong; never repeats a given value. */
  reason: string;
}

type Path = readonly PropertyKey[];

/** Every mistake in `values` against a schema; what is not known yet is none, at any depth. */
export function mistakesIn(schema: z.ZodType, values: unknown): Mistake[] {
  const { error } = schema.safeParse(values);
  return error === undefined ? [] : tellAll(error.issues, schema, values, []);
}

/** The values with the defaults of the schema in the places of missing ones, at any depth. */
export function withDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  const { schema: inner, defaultValue } = nodeOf(schema);
  if (value === undefined) return defaultValue;
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => withDefaults(inner.element, item));
  if (inner instanceof z.ZodRecord && isBag(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDefaults(inner.valueType, item)]));
  }
  if (!(inner instanceof z.ZodObject) || !isBag(value)) return value;
  const filled: Bag = { ...value };
  for (const [key, field] of Object.entries(fieldsOf(inner))) {
    const item = withDefaults(field, value[key]);
    if (item !== undefined) filled[key] = item;
  }
  return filled;
}

function tellAll(issues: readonly z.core.$ZodIssue[], schema: z.ZodType, values: unknown, base: Path): Mistake[] {
  return issues.flatMap((issue): Mistake[] => {
    const path = [...base, ...issue.path];
    const given = valueAt(values, path);
    if (isUnknown(given)) return [];
    const at = dotted(path);
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({
          path: dotted([...path, key]),
          reason: `is not an argument${didYouMean(key, namesAt(schema, path).filter((name) => !(isBag(given) && name in given)))}`,
        }));
      case "invalid_value":
        return [{ path: at, reason: `must be ${oneOf(issue.values)}${typeof given === "string" ? didYouMean(given, issue.values.map(String)) : ""}` }];
      case "invalid_union": {
        const options = issue.errors.map((option) => tellAll(option, schema, values, path));
        const fitting = options.toSorted((a, b) => a.length - b.length || depth(b) - depth(a))[0];
        if (fitting !== undefined) return fitting;
        return hasUnknown(given) ? [] : [{ path: at, reason: "has none of the forms that are possible here" }];
      }
      case "invalid_type":
        return [{ path: at, reason: given === undefined ? "is required" : `must be ${article(issue.expected)}, not ${article(typeName(given))}` }];
      default:
        return [{ path: at, reason: sentence(issue.message) }];
    }
  });
}

const depth = (mistakes: Mistake[]): number => Math.max(0, ...mistakes.map(({ path }) => path.length));

const sentence = (message: string): string => message.replace(/^Invalid string: /, "").replace(/^Too (small|big): expected \w+ to (have|be) /, "must $2 ");

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `\`${String(values[0])}\`` : `one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`;

const article = (name: string): string => (["undefined", "null"].includes(name) ? name : /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`);

const typeName = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** `, did you mean …?` with the nearest of the candidates, when one is close to what was given. */
export function didYouMean(given: string, candidates: readonly string[]): string {
  if (candidates.length === 0 || given.length > 64) return "";
  const near = candidates.find((name) => name.toLowerCase() === given.toLowerCase()) ?? closest(given, [...candidates]);
  const close = near.toLowerCase() === given.toLowerCase() || distance(given, near) <= Math.max(1, Math.floor(near.length / 3));
  return close ? `; did you mean \`${near}\`?` : "";
}

/** A path as it is written in a program: `fields[2].type`. */
export const dotted = (path: Path): string =>
  path.reduce<string>((whole, key) => (typeof key === "number" ? `${whole}[${key}]` : whole === "" ? String(key) : `${whole}.${String(key)}`), "");

/** The value at a path, or the unknown value it lies in. */
function valueAt(value: unknown, path: Path): unknown {
  let inner = value;
  for (const key of path) {
    if (isUnknown(inner)) return UNKNOWN;
    inner = (inner as Bag | null | undefined)?.[key as string];
  }
  return inner;
}

/** The names of the fields that a schema has at a path. */
function namesAt(schema: z.core.$ZodType, path: Path): string[] {
  const [key, ...rest] = path;
  return optionsOf(nodeOf(schema).schema).flatMap((option): string[] => {
    const { schema: inner } = nodeOf(option);
    if (key === undefined) return Object.keys(fieldsOf(inner));
    if (inner instanceof z.ZodArray) return namesAt(inner.element, rest);
    if (inner instanceof z.ZodRecord) return namesAt(inner.valueType, rest);
    const field = fieldsOf(inner)[String(key)];
    return field === undefined ? [] : namesAt(field, rest);
  });
}
