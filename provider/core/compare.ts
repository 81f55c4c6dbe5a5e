import { isDeepStrictEqual } from "node:util";
import { parse, type Duration } from "tinyduration";
import * as z from "zod";
import { below, formOf } from "./check";
import { elementOf, isNamed, isSecret, memberOf, nodeOf, type Marks } from "./marks";
import { isRedacted } from "./service";
import { byName, isBag, isNamedList, isUnknown, keyIn, ownMember, type Bag } from "./wire";

/** The schema of values of free form. */
const anything = z.unknown();

/**
 * What a live value says about a declared one: the declared value itself where both mean the same, else the live one
 * cut down to what is declared. So the result equals the declared value exactly when there is no difference.
 */
export function project(schema: z.core.$ZodType, declared: unknown, live: unknown): unknown {
  const { marks } = nodeOf(schema);
  if (declared === undefined || isUnknown(declared) || marks.writeOnly === true || marks.secret === true)
    return declared;
  if (isNothing(declared) && isNothing(live)) return declared;
  if (isRedacted(live)) return declared;
  const form = formOf(schema, declared);
  if (Array.isArray(declared) && Array.isArray(live)) {
    const element = elementOf(form) ?? anything;
    if (isNamed(element)) return projectByName(element, declared, live);
    const items = live.map((item, index) => project(element, declared[index], item) ?? item);
    return isDeepStrictEqual(items, declared) ? declared : items;
  }
  if (isBag(declared) && isBag(live)) return projectMembers(form, marks, declared, live);
  return isSameValue(marks, declared, live) || isWrittenOut(marks, declared, live) ? declared : live;
}

/** The entries of a live map that are not declared, in any letter case. */
function othersIn(live: Bag, declared: Bag): [string, unknown][] {
  const ours = new Set(Object.keys(declared).map((key) => key.toLowerCase()));
  return Object.entries(live).filter(([key, value]) => !ours.has(key.toLowerCase()) && !isNothing(value));
}

function projectMembers(form: z.core.$ZodType, marks: Marks, declared: Bag, live: Bag): Bag {
  const members = Object.entries(declared).map(([key, value]): [string, unknown] => {
    const member = memberOf(form, key) ?? anything;
    const liveKey = keyIn(live, key, declared);
    if (liveKey === undefined && nodeOf(member).marks.unsent === true) return [key, value];
    if (isSecret(key, nodeOf(member).marks)) return [key, value];
    // In a map, an entry that is there says something, even when it holds nothing.
    if (liveKey === undefined && form instanceof z.ZodRecord && isBag(value)) return [key, undefined];
    return [key, project(member, value, liveKey === undefined ? undefined : live[liveKey])];
  });
  const others = marks.whole === true ? othersIn(live, declared) : [];
  return Object.fromEntries([...members, ...others].filter(([, value]) => value !== undefined));
}

function projectByName(element: z.core.$ZodType, declared: unknown[], live: unknown[]): unknown[] {
  const there = byName(live.filter((item) => typeof nameOf(item) === "string"));
  return declared.flatMap((item) => {
    if (isUnknown(item)) return [item];
    const match = there.get(nameOf(item));
    return match === undefined ? [] : [project(element, item, match)];
  });
}

/**
 * Whether two declared values mean the same. Unlike in a live value, what is left out differs from `false` and from an
 * empty text.
 */
export function isSame(schema: z.core.$ZodType, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other) || (isAbsent(one) && isAbsent(other))) return true;
  const { marks } = nodeOf(schema);
  const form = formOf(schema, one);
  if (Array.isArray(one) && Array.isArray(other)) {
    const element = elementOf(form) ?? anything;
    if (!isNamed(element))
      return one.length === other.length && one.every((item, index) => isSame(element, item, other[index]));
    return isPairwise(one, other, (item, match) => isSame(element, item, match) || isSameValue(marks, item, match));
  }
  if (isBag(one) && isBag(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.every((key) => isSame(memberOf(form, key) ?? anything, ownMember(one, key), ownMember(other, key)));
  }
  return isSameValue(marks, one, other);
}

const nameOf = (item: unknown): unknown => (isBag(item) ? item["name"] : undefined);

/** Whether every item of one list has a fellow of its own in the other: most often the one that has its name. */
function isPairwise(items: unknown[], others: unknown[], isPair: (item: unknown, other: unknown) => boolean): boolean {
  const rest = new Set(others.keys());
  const places = new Map(others.map((other, place) => [nameOf(other), place] as const).toReversed());
  return (
    items.length === others.length &&
    items.every((item) => {
      const isFellow = (place: number): boolean => rest.has(place) && isPair(item, others[place]);
      const likely = places.get(nameOf(item)) ?? -1;
      const place = isFellow(likely) ? likely : [...rest].find(isFellow);
      return place !== undefined && rest.delete(place);
    })
  );
}

/**
 * A live value as somebody would declare it: without what is no argument and without nothings, words in the case of
 * their enum.
 */
export function declarable(schema: z.core.$ZodType, live: unknown): unknown {
  if (live === null || live === undefined) return undefined;
  const form = formOf(schema, live);
  if (form instanceof z.ZodEnum && typeof live === "string")
    return form.options.find((word) => String(word).toLowerCase() === live.toLowerCase()) ?? live;
  if (form instanceof z.ZodArray && Array.isArray(live))
    return live.length === 0 ? undefined : live.map((item) => declarable(form.element, item));
  if (!isBag(live) || !(form instanceof z.ZodObject || form instanceof z.ZodRecord)) return withoutNulls(live);
  const members = Object.entries(live).flatMap(([key, value]): [string, unknown][] => {
    const field = memberOf(form, key);
    const member = field === undefined ? undefined : declarable(field, value);
    return member === undefined ? [] : [[key, member]];
  });
  return members.length === 0 && form instanceof z.ZodRecord ? undefined : Object.fromEntries(members);
}

/** A value of free form without members that hold nothing, at any depth. */
const withoutNulls = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutNulls)
    : isBag(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])),
        )
      : value;

/** The paths at which two values differ: `tags.team`, `fields[2].type`. Things that have a name are matched by it. */
export function differences(declared: unknown, projected: unknown, path = ""): string[] {
  if (isDeepStrictEqual(declared, projected)) return [];
  if (isNamedList(declared) && isNamedList(projected)) {
    const [ours, theirs] = [byName(declared), byName(projected)];
    const paths = declared.flatMap((item, index) => differences(item, theirs.get(item.name), below(path, index)));
    return projected.every(({ name }) => ours.has(name)) ? paths : [...paths, path];
  }
  if (Array.isArray(declared) && Array.isArray(projected) && declared.length === projected.length) {
    return declared.flatMap((item, index) => differences(item, projected[index], below(path, index)));
  }
  if (isBag(declared) && isBag(projected)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(projected)])];
    return keys.flatMap((key) => differences(ownMember(declared, key), ownMember(projected, key), below(path, key)));
  }
  return [path];
}

function isSameValue(marks: Marks, declared: unknown, live: unknown): boolean {
  if (isDeepStrictEqual(declared, live)) return true;
  if (typeof declared !== "string" || typeof live !== "string") return false;
  if (marks.location === true) return normalLocation(declared) === normalLocation(live);
  if (marks.resourceId === true || marks.caseless === true) return normal(declared) === normal(live);
  if (marks.duration === true) return secondsOf(declared) !== undefined && secondsOf(declared) === secondsOf(live);
  return false;
}

/** Whether a service has written out a declared name, as the resource ID that ends with it. */
const isWrittenOut = ({ resourceId }: Marks, declared: unknown, live: unknown): boolean =>
  resourceId === true &&
  typeof declared === "string" &&
  typeof live === "string" &&
  !declared.includes("/") &&
  normal(live).endsWith(`/${normal(declared)}`);

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(", ", ",")
    .replace(/(?<!\/)\/+$/, "");
const normalLocation = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, "");

/**
 * The length of an ISO 8601 duration in seconds (a month counts as 30 days, a year as 365), or `undefined` when it is
 * none.
 */
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

/**
 * Services write "nothing" in several forms: left out, null, `""`, `false`, an empty list or map, an object of such
 * nothings.
 */
const isNothing = (value: unknown): boolean =>
  isAbsent(value) ||
  value === "" ||
  value === false ||
  (isBag(value) && Object.values(value).every((member) => !isBag(member) && isNothing(member)));

/** Programs leave a value out in fewer forms: not at all, null, an empty list or map. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
