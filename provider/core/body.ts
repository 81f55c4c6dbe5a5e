import { isBag, isNamedList, type Bag, type Named } from "./wire";

/** Where the fields of a resource stand in the bodies of its service. */
export interface Shape {
  /** The member that holds the fields, for example `properties`; without it they stand at the top. */
  under?: string;
  /** The fields that stand at the top all the same. */
  top?: readonly string[];
}

/** The body of flat values. */
export function toBody({ under, top = [] }: Shape, values: Bag): Bag {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  if (under === undefined) return Object.fromEntries(present);
  const above = present.filter(([key]) => top.includes(key));
  const below = present.filter(([key]) => !top.includes(key));
  return { ...Object.fromEntries(above), [under]: Object.fromEntries(below) };
}

/** The flat values of a body; where a name stands in two places, the one where the service wants it counts. */
export function fromBody({ under, top = [] }: Shape, body: Bag): Bag {
  const inner = under === undefined ? undefined : body[under];
  const above = Object.entries(body).filter(([key]) => top.includes(key));
  return isBag(inner) ? { ...body, ...inner, ...Object.fromEntries(above) } : body;
}

/**
 * What others and the service wrote, changed by our declaration: `after` is laid over `live`, what only `before` had is taken
 * away, and lists of named things are merged by name.
 */
export function merge(live: unknown, before: unknown, after: unknown): unknown {
  if (isBag(live) && isBag(after)) {
    const old = isBag(before) ? before : {};
    const kept = Object.entries(live).filter(([key]) => !Object.hasOwn(after, key) && !Object.hasOwn(old, key));
    const ours = Object.entries(after).map(([key, value]) => [key, merge(live[key], old[key], value)]);
    return Object.fromEntries([...kept, ...ours]);
  }
  if (isNamedList(live) && isNamedList(after)) {
    const old = isNamedList(before) ? before : [];
    const by = (list: Named[], name: string): Named | undefined => list.find((item) => item.name === name);
    const ours = after.map((item) => merge(by(live, item.name), by(old, item.name), item));
    return [...ours, ...live.filter(({ name }) => by(after, name) === undefined && by(old, name) === undefined)];
  }
  return after;
}

/** A body without the members at these dotted paths. */
export function without(body: Bag, paths: readonly string[]): Bag {
  return paths.reduce<Bag>((rest, path) => {
    const [head, ...tail] = path.split(".") as [string, ...string[]];
    const { [head]: inner, ...others } = rest;
    return tail.length > 0 && isBag(inner) ? { ...rest, [head]: without(inner, [tail.join(".")]) } : tail.length > 0 ? rest : others;
  }, body);
}
