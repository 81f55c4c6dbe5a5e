import { byName, isBag, isNamedList, keyIn, ownMember, type Bag } from "./wire";

/** Where the fields of a resource stand in the bodies of its service. */
export interface Shape {
  /** The member that holds the fields, for example `properties`; without it they stand at the top. */
  under?: string;
  /** The fields that stand at the top all the same. */
  top?: readonly string[];
}

/** The body of flat values. */
export function toBody({ under, top = [] }: Shape, values: Bag): Bag {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  if (under === undefined) return Object.fromEntries(entries);
  const above = entries.filter(([key]) => top.includes(key));
  const below = entries.filter(([key]) => !top.includes(key));
  return { ...Object.fromEntries(above), [under]: Object.fromEntries(below) };
}

/** The flat values of a body; where a name stands in two places, the one where the service wants it counts. */
export function fromBody({ under, top = [] }: Shape, body: Bag): Bag {
  const inner = under === undefined ? undefined : body[under];
  const above = Object.entries(body).filter(([key]) => top.includes(key));
  return isBag(inner) ? { ...body, ...inner, ...Object.fromEntries(above) } : body;
}

/**
 * What others and the service wrote, changed by our declaration: `after` is laid over `live`, what only `before` had is
 * taken away, and lists of named things are merged by name, in the order in which the service has them.
 */
export function merge(live: unknown, before: unknown, after: unknown): unknown {
  if (isBag(live) && isBag(after)) {
    const old = isBag(before) ? before : {};
    const declared = { ...old, ...after };
    const liveKey = (key: string): string => keyIn(live, key, declared) ?? key;
    const ours = new Set(Object.keys(declared).map(liveKey));
    const others = Object.entries(live).filter(([key]) => !ours.has(key));
    const laid = Object.entries(after).map(([key, value]) => [
      key,
      merge(ownMember(live, liveKey(key)), ownMember(old, key), value),
    ]);
    return Object.fromEntries([...others, ...laid]);
  }
  if (isNamedList(live) && isNamedList(after)) {
    const [there, old, ours] = [byName(live), byName(before), byName(after)];
    const remaining = live.filter(({ name }) => ours.has(name) || !old.has(name));
    const added = after.filter(({ name }) => !there.has(name));
    return [...remaining, ...added].map((item) =>
      merge(there.get(item.name), old.get(item.name), ours.get(item.name) ?? item),
    );
  }
  return after;
}

/** A body without the members at these dotted paths. */
export function without(body: Bag, paths: readonly string[]): Bag {
  return paths.reduce<Bag>((rest, path) => {
    const [head, ...tail] = (Object.hasOwn(rest, path) ? [path] : path.split(".")) as [string, ...string[]];
    const { [head]: inner, ...others } = rest;
    return tail.length > 0 && isBag(inner)
      ? { ...rest, [head]: without(inner, [tail.join(".")]) }
      : tail.length > 0
        ? rest
        : others;
  }, body);
}
