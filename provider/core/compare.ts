import { isDeepStrictEqual } from "node:util";
import { parse, type Duration } from "tinyduration";
import * as z from "zod";
import { fieldsOf, isNamed, nodeOf, optionsOf, type Marks } from "./marks";
import { isBag, isUnknown, type Bag } from "./wire";

/**
 * What a live value says about a declared one: the declared value itself where both mean the same, else the live one cut
 * down to what is declared. So the result equals the declared value exactly when there is no difference.
 */
export function project(schema: z.core.$ZodType, declared: unknown, live: unknown): unknown {
  const { schema: inner, marks } = nodeOf(schema);
  if (declared === undefined || isUnknown(declared) || marks.writeOnly === true) return declared;
  if (isEmpty(declared) && isEmpty(live)) return declared;
  if (live === "<redacted>" || live === "<unchanged>") return declared;
  if (Array.isArray(declared) && Array.isArray(live)) {
    const element = elementOf(inner, declared);
    if (isNamed(element)) return projectByName(element, declared, live);
    if (marks.set === true) return sameSet(element, marks, declared, live) ? declared : live;
    const items = live.map((item, index) => project(element, declared[index], item) ?? item);
    return isDeepStrictEqual(items, declared) ? declared : items;
  }
  if (isBag(declared) && isBag(live)) return projectMembers(inner, marks, declared, live);
  return isSameValue(marks, declared, live) ? declared : live;
}

/** Whether two declared values mean the same; a missing entry on either side is a difference. */
export const isSame = (schema: z.core.$ZodType, one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(projectWritten(schema, one, other), one) && isDeepStrictEqual(projectWritten(schema, other, one), other);

/** As `project`, but between two declarations: write-only values count. */
function projectWritten(schema: z.core.$ZodType, declared: unknown, other: unknown): unknown {
  if (declared === undefined) return other;
  if (nodeOf(schema).marks.writeOnly === true) return isSameValue(nodeOf(schema).marks, declared, other) ? declared : other;
  const { schema: inner } = nodeOf(schema);
  const projected = project(schema, declared, other);
  if (!(inner instanceof z.ZodObject) || !isBag(declared) || !isBag(other) || !isBag(projected)) return projected;
  const members = Object.entries(declared).map(([key, value]) => {
    const field = fieldsOf(inner)[key];
    return [key, field === undefined ? projected[key] : projectWritten(field, value, other[key])];
  });
  return Object.fromEntries(members);
}

/** A live value as somebody would declare it: without what is no argument and without nothings, words in the case of their enum. */
export function declarable(schema: z.core.$ZodType, live: unknown): unknown {
  const { schema: inner } = nodeOf(schema);
  if (live === null || live === undefined) return undefined;
  if (inner instanceof z.ZodEnum && typeof live === "string") return inner.options.find((word) => String(word).toLowerCase() === live.toLowerCase()) ?? live;
  if (Array.isArray(live)) return inner instanceof z.ZodArray ? (live.length === 0 ? undefined : live.map((item) => declarable(inner.element, item))) : live;
  if (!isBag(live) || !(inner instanceof z.ZodObject || inner instanceof z.ZodRecord)) return live;
  const fields = fieldsOf(inner);
  const members = Object.entries(live).flatMap(([key, value]): [string, unknown][] => {
    const field = inner instanceof z.ZodRecord ? (inner.valueType as z.core.$ZodType) : Object.hasOwn(fields, key) ? fields[key] : undefined;
    const member = field === undefined ? undefined : declarable(field, value);
    return member === undefined ? [] : [[key, member]];
  });
  return members.length === 0 && inner instanceof z.ZodRecord ? undefined : Object.fromEntries(members);
}

/** The paths at which two values differ: `tags.team`, `fields[2].type`; named entries by their name. */
export function differences(declared: unknown, projected: unknown, path = ""): string[] {
  if (isDeepStrictEqual(declared, projected)) return [];
  if (Array.isArray(declared) && Array.isArray(projected) && declared.length === projected.length) {
    return declared.flatMap((item, index) => differences(item, projected[index], `${path}[${index}]`));
  }
  if (isBag(declared) && isBag(projected)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(projected)])];
    return keys.flatMap((key) => differences(declared[key], projected[key], path === "" ? key : `${path}.${key}`));
  }
  return [path];
}

function projectMembers(schema: z.core.$ZodType, marks: Marks, declared: Bag, live: Bag): Bag {
  const option = optionsOf(schema).map((one) => nodeOf(one).schema).find((one) => one instanceof z.ZodObject || one instanceof z.ZodRecord) ?? schema;
  const fields = fieldsOf(option);
  const anyMember = option instanceof z.ZodRecord ? option.valueType : undefined;
  const found = (key: string): unknown => {
    if (Object.hasOwn(live, key)) return live[key];
    const other = Object.keys(live).find((name) => name.toLowerCase() === key.toLowerCase());
    return other === undefined || Object.hasOwn(declared, other) ? undefined : live[other];
  };
  const members = Object.entries(declared).map(([key, value]): [string, unknown] => {
    const field = fields[key] ?? anyMember;
    return [key, field === undefined ? (isSameLoosely(value, found(key)) ? value : found(key)) : project(field, value, found(key))];
  });
  const own = new Set(Object.keys(declared).map((key) => key.toLowerCase()));
  const others = marks.whole === true ? Object.entries(live).filter(([key, value]) => !own.has(key.toLowerCase()) && !isEmpty(value)) : [];
  return Object.fromEntries([...members, ...others].filter(([, value]) => value !== undefined));
}

function projectByName(element: z.core.$ZodType, declared: unknown[], live: unknown[]): unknown[] {
  return declared.flatMap((item) => {
    if (isUnknown(item)) return [item];
    const match = live.find((other) => isBag(other) && isBag(item) && other["name"] === item["name"]);
    return match === undefined ? [] : [project(element, item, match)];
  });
}

const sameSet = (element: z.core.$ZodType, marks: Marks, declared: unknown[], live: unknown[]): boolean => {
  const rest = [...live];
  return declared.length === live.length && declared.every((item) => {
    const index = rest.findIndex((other) => isDeepStrictEqual(project(element, item, other), item) || isSameValue(marks, item, other));
    return index >= 0 && rest.splice(index, 1).length === 1;
  });
};

function elementOf(schema: z.core.$ZodType, declared: unknown[]): z.core.$ZodType {
  const arrays = optionsOf(schema).map((one) => nodeOf(one).schema).filter((one) => one instanceof z.ZodArray);
  const fitting = arrays.find(({ element }) => z.safeParse(element, declared[0]).success) ?? arrays[0];
  return fitting?.element ?? z.unknown();
}

function isSameValue(marks: Marks, declared: unknown, live: unknown): boolean {
  if (isDeepStrictEqual(declared, live)) return true;
  if (typeof declared !== "string" || typeof live !== "string") return false;
  if (marks.location === true) return normalLocation(declared) === normalLocation(live);
  if (marks.resourceId === true || marks.caseless === true) return normal(declared) === normal(live);
  if (marks.duration === true) return secondsOf(declared) !== undefined && secondsOf(declared) === secondsOf(live);
  return false;
}

/** Values of free form: objects by declared member, the rest exactly. */
function isSameLoosely(declared: unknown, live: unknown): boolean {
  if (isEmpty(declared) && isEmpty(live)) return true;
  if (isBag(declared) && isBag(live)) return Object.entries(declared).every(([key, value]) => isSameLoosely(value, live[key]));
  if (Array.isArray(declared) && Array.isArray(live)) {
    return declared.length === live.length && declared.every((item, index) => isSameLoosely(item, live[index]));
  }
  return isDeepStrictEqual(declared, live) || live === "<redacted>";
}

const normal = (text: string): string => text.toLowerCase().replaceAll(", ", ",").replace(/\/+$/, "");
const normalLocation = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, "");

/** The length of an ISO 8601 duration in seconds (a month counts as 30 days, a year as 365), or `undefined` when it is none. */
export function secondsOf(text: string): number | undefined {
  let value: Duration;
  try {
    value = parse(text.toUpperCase());
  } catch {
    return undefined;
  }
  const days = (value.years ?? 0) * 365 + (value.months ?? 0) * 30 + (value.weeks ?? 0) * 7 + (value.days ?? 0);
  const seconds = ((days * 24 + (value.hours ?? 0)) * 60 + (value.minutes ?? 0)) * 60 + (value.seconds ?? 0);
  return value.negative === true ? -seconds : seconds;
}

/** Services write "nothing" in several forms: left out, null, `""`, `false`, an empty list or map. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === false ||
  (typeof value === "object" && Object.values(value).every((member) => member === undefined || member === null));
