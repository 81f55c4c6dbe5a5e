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
  if (value === undefined) return nodeOf(schema).defaultValue;
  const inner = formOf(schema, value);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withDefaults(inner.element, item));
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
          reason: `is not an argument${didYouMean(
            key,
            namesAt(schema, path).filter((name) => !(isBag(given) && name in given)),
          )}`,
        }));
      case "invalid_value":
        return [
          {
            path: at,
            reason:
              "must be " +
              `${oneOf(issue.values)}${typeof given === "string" ? didYouMean(given, issue.values.map(String)) : ""}`,
          },
        ];
      case "invalid_union": {
        const options = issue.errors.map((option) => tellAll(option, schema, values, path));
        return options.toSorted((one, other) => misfit(one, at) - misfit(other, at))[0] ?? [];
      }
      case "invalid_type":
        return [
          {
            path: at,
            reason:
              given === undefined
                ? "is required"
                : `must be ${article(issue.expected)}, not ${article(typeName(given))}`,
          },
        ];
      case "custom":
        return hasUnknown(given) ? [] : [{ path: at, reason: issue.message }];
      default:
        return [{ path: at, reason: sentence(issue.message) }];
    }
  });
}

/** How badly a form fits: one that is wrong as a whole fits worse than any with mistakes inside. */
const misfit = (mistakes: Mistake[], at: string): number =>
  (mistakes.some(({ path }) => path === at) ? 1000 : 0) + mistakes.length;

/** The form of a value, of those that a schema allows: the one that fits best. */
export function formOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  const options = optionsOf(nodeOf(schema).schema);
  if (options.length === 1) return options[0]!;
  const fits = options.map((option) => ({ option, misfit: misfit(mistakesIn(option as z.ZodType, value), "") }));
  return fits.toSorted((one, other) => one.misfit - other.misfit)[0]!.option;
}

const sentence = (message: string): string =>
  message
    .replace(/^Invalid string: /, "")
    .replace(/^Too (small|big): expected \w+ to (have|be) /, "must $2 ")
    .replace(/have >=1 \w+$/, "not be empty")
    .replace(" >=", " at least ")
    .replace(" <=", " at most ");

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1
    ? `\`${String(values[0])}\``
    : `one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`;

const article = (name: string): string =>
  ["undefined", "null", "NaN"].includes(name)
    ? name
    : name === "int"
      ? "an integer"
      : /^[aeio]/.test(name)
        ? `an ${name}`
        : `a ${name}`;

const typeName = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isNaN(value) ? "NaN" : typeof value;

/** `, did you mean …?` with the nearest of the candidates, when one is close to what was given. */
export function didYouMean(given: string, candidates: readonly string[]): string {
  if (candidates.length === 0 || given.length > 64) return "";
  const near = closest(folded(given), candidates.map(folded));
  if (distance(folded(given), near) > Math.max(1, Math.floor(near.length / 3))) return "";
  return `; did you mean \`${candidates.find((name) => folded(name) === near)!}\`?`;
}

/** A name in which neither letter case nor the way that words are joined counts: `top_p` is `topP`. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "");

/** A path as it is written in a program: `fields[2].type`, `tags["cost center"]`. */
export const dotted = (path: Path): string => path.reduce<string>(below, "");

/** The path of a member or an item. */
export function below(whole: string, key: PropertyKey): string {
  if (typeof key === "number") return `${whole}[${key}]`;
  const name = String(key);
  return whole === "" ? name : /^[\w$@-]*$/.test(name) ? `${whole}.${name}` : `${whole}[${JSON.stringify(name)}]`;
}

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
  return optionsOf(nodeOf(schema).schema).flatMap((inner): string[] => {
    if (key === undefined) return Object.keys(fieldsOf(inner));
    if (inner instanceof z.ZodArray) return namesAt(inner.element, rest);
    if (inner instanceof z.ZodRecord) return namesAt(inner.valueType, rest);
    const fields = fieldsOf(inner);
    return Object.hasOwn(fields, key) ? namesAt(fields[key as string]!, rest) : [];
  });
}
