import * as z from "zod";
import { formOf } from "./check";
import { elementOf, fieldsOf, isNamed, memberOf, nodeOf } from "./marks";
import { byName, isBag, isNamedList, keyIn, ownMember, type Bag } from "./wire";

/** The schema of values of free form. */
const anything = z.unknown();

/**
 * A declaration in which what `before` had and `after` has no more is emptied instead of left out, so that a merge into
 * what is live takes away only what we had put there; left out all the same where others have put in nothing.
 */
export function emptied(schema: z.core.$ZodType, before: unknown, after: unknown, live: unknown): unknown {
  if (before === undefined) return after;
  if (after === undefined) return remainder(schema, before, live);
  const form = formOf(schema, after);
  if (isBag(before) && isBag(after) && !isMap(form)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return membersOf(keys, (key) =>
      emptied(memberOf(form, key) ?? anything, ownMember(before, key), ownMember(after, key), liveOf(live, key, after)),
    );
  }
  if (isNamedList(before) && isNamedList(after)) {
    const [old, there] = [byName(before), byName(live)];
    return after.map((item) => emptied(elementOf(form) ?? anything, old.get(item.name), item, there.get(item.name)));
  }
  return after;
}

/** What stands for a value that is declared no more: what others have added to it stays, as far as it stands alone. */
function remainder(schema: z.core.$ZodType, before: unknown, live: unknown): unknown {
  if (othersIn(schema, before, live) === undefined) return undefined;
  if (!isBag(before)) return [];
  const form = formOf(schema, before);
  if (isMap(form)) return {};
  const required = requiredOf(form);
  return membersOf([...new Set([...Object.keys(before), ...required])], (key) =>
    required.includes(key)
      ? liveOf(live, key, before)
      : remainder(memberOf(form, key) ?? anything, ownMember(before, key), liveOf(live, key, before)),
  );
}

/**
 * What others have added to a live value of ours, `undefined` when it is nothing: entries of maps, named things, and
 * other members. In an object that cannot be without a member of ours, members with simple values are the service's
 * own completions of what we declared.
 */
function othersIn(schema: z.core.$ZodType, ours: unknown, live: unknown): unknown {
  if (isBag(ours) && isBag(live)) {
    const form = formOf(schema, ours);
    const isWhole = requiredOf(form).some((key) => ownMember(ours, key) !== undefined);
    const added = membersOf(Object.keys(live), (key) => {
      const mine = keyIn(ours, key, live);
      if (mine !== undefined && isMap(form)) return undefined;
      const left = mine === undefined ? live[key] : othersIn(memberOf(form, mine) ?? anything, ours[mine], live[key]);
      return isWhole && typeof left !== "object" ? undefined : left;
    });
    return isEmpty(added) ? undefined : added;
  }
  if (!isNamedList(ours) || !isNamedList(live)) return undefined;
  const mine = byName(ours);
  const added = live.filter(({ name }) => !mine.has(name));
  return added.length === 0 ? undefined : added;
}

/** Whether the entries of an object are each somebody's own, as tags are. */
const isMap = (form: z.core.$ZodType): boolean =>
  form instanceof z.ZodRecord && !["unknown", "any"].includes(form.valueType._zod.def.type);

/** The members that an object cannot be without. */
const requiredOf = (form: z.core.$ZodType): string[] =>
  Object.entries(fieldsOf(form)).flatMap(([key, field]) => (nodeOf(field).optional ? [] : [key]));

/** An argument of a kind that is cleared by being empty: a map or a list of named things. */
export function isCollection(field: z.core.$ZodType): boolean {
  const { schema } = nodeOf(field);
  const element = elementOf(schema);
  return schema instanceof z.ZodRecord || (element !== undefined && isNamed(element));
}

const liveOf = (live: unknown, key: string, declared: Bag): unknown =>
  isBag(live) ? ownMember(live, keyIn(live, key, declared) ?? key) : undefined;

/** The members of an object that are something. */
const membersOf = (keys: readonly string[], valueOf: (key: string) => unknown): Bag =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)]).filter(([, value]) => value !== undefined));

/** Whether nothing is in a value, at any depth. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));
