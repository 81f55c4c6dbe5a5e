import * as z from "zod";
import { didYouMean, WORDS } from "./didYouMean";
import { elementOf, fieldsOf, memberOf, nodeOf, optionsOf } from "./marks";
import { hasUnknown, isBag, isUnknown, isWithin, UNKNOWN, type Bag } from "./wire";

/** A mistake in the arguments of a resource or a function. */
export interface Mistake {
  /** Where: `fields[2].type`; empty for the whole. */
  path: string;
  /** What is wrong; never repeats a given value. */
  reason: string;
}

type Path = readonly PropertyKey[];

/** How deep arguments may be nested, which is far more than any service takes. */
export const DEPTH = 200;

/** The arguments that are nested too deeply to be looked at, as mistakes. */
export const tooDeep = (values: unknown): Mistake[] =>
  Object.entries(isBag(values) ? values : {}).flatMap(([path, value]) =>
    isWithin(DEPTH, value) ? [] : [{ path, reason: `must be nested at most ${DEPTH} levels deep` }],
  );

/** Every mistake in `values` against a schema; what is not known yet is none, at any depth. */
export function mistakesIn(schema: z.ZodType, values: unknown): Mistake[] {
  const deep = tooDeep(values);
  if (deep.length > 0) return deep;
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
    const value = valueAt(values, path);
    if (isUnknown(value)) return [];
    const at = dotted(path);
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({
          path: dotted([...path, key]),
          reason: `is not an argument${didYouMean(
            key,
            namesAt(schema, path).filter((name) => !(isBag(value) && name in value)),
          )}`,
        }));
      case "invalid_value": {
        const near = typeof value === "string" ? didYouMean(value, issue.values.map(String), WORDS) : "";
        return [{ path: at, reason: `must be ${oneOf(issue.values)}${near}` }];
      }
      case "invalid_union": {
        const options = issue.errors.map((option) => tellAll(option, schema, values, path));
        return options.toSorted((one, other) => misfit(one, at) - misfit(other, at))[0] ?? [];
      }
      case "invalid_type":
        return [
          {
            path: at,
            reason:
              value === undefined
                ? "is required"
                : `must be ${article(issue.expected)}, not ${article(typeName(value))}`,
          },
        ];
      case "too_small":
      case "too_big":
        return [{ path: at, reason: rangeOf(issue, schema, path) }];
      case "invalid_key":
        return [{ path: at, reason: `its name ${issue.issues[0]?.message ?? "is none"}` }];
      case "custom":
        return hasUnknown(value) ? [] : [{ path: at, reason: issue.message }];
      default:
        return [{ path: at, reason: issue.message.replace(/^Invalid string: /, "") }];
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

/** What a number, a text or a list must be that is too small or too big: both bounds where there are two. */
function rangeOf(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  schema: z.core.$ZodType,
  path: Path,
): string {
  const bound = Number(issue.code === "too_small" ? issue.minimum : issue.maximum);
  const bounds = schemasAt(schema, path)
    .map(boundsOf)
    .find(({ least, most }) => bound === (issue.code === "too_small" ? least : most));
  const { least, most, whole } = bounds ?? { [issue.code === "too_small" ? "least" : "most"]: bound };
  const isNumber = issue.origin === "number" || issue.origin === "int";
  const [what, units] = isNumber
    ? [`be ${least !== undefined && most !== undefined ? (whole === true ? "an integer " : "a number ") : ""}`, ""]
    : ["have ", issue.origin === "string" ? " characters" : " items"];
  if (least !== undefined && most !== undefined)
    return least === most ? `must ${what}exactly ${least}${units}` : `must ${what}between ${least} and ${most}${units}`;
  if (!isNumber && least === 1) return "must not be empty";
  const not = issue.inclusive === false ? (least === undefined ? "less than" : "more than") : undefined;
  return `must ${what}${not ?? (least === undefined ? "at most" : "at least")} ${least ?? most}${units}`;
}

/** The bounds of a number, or of the length of a text or a list, by the checks of its schema. */
function boundsOf(schema: z.core.$ZodType): { least?: number; most?: number; whole: boolean } {
  const checks = (schema._zod.def.checks ?? []).map(({ _zod: { def } }) => def as z.core.$ZodCheckDef & Bag);
  const bound = (...kinds: string[]): number | undefined => {
    const limit = checks.find(({ check }) => kinds.includes(check));
    return limit && Number(limit["value"] ?? limit["minimum"] ?? limit["maximum"] ?? limit["length"]);
  };
  const least = bound("greater_than", "min_length", "length_equals");
  const most = bound("less_than", "max_length", "length_equals");
  return {
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    whole: schema instanceof z.ZodNumberFormat,
  };
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1
    ? `\`${String(values[0])}\``
    : `one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`;

const article = (name: string): string =>
  ["undefined", "null", "NaN"].includes(name)
    ? name
    : name === "int"
      ? "an integer"
      : name === "record"
        ? "an object"
        : /^[aeio]/.test(name)
          ? `an ${name}`
          : `a ${name}`;

const typeName = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isNaN(value) ? "NaN" : typeof value;

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
const namesAt = (schema: z.core.$ZodType, path: Path): string[] =>
  schemasAt(schema, path).flatMap((inner) => Object.keys(fieldsOf(inner)));

/** The schemas that a schema has at a path, without wrappers: several where a value may have several forms. */
const schemasAt = (schema: z.core.$ZodType, [key, ...rest]: Path): z.core.$ZodType[] =>
  optionsOf(nodeOf(schema).schema).flatMap((inner) => {
    if (key === undefined) return [inner];
    const next = elementOf(inner) ?? memberOf(inner, String(key));
    return next === undefined ? [] : schemasAt(next, rest);
  });
