import { fieldsOf, nodeOf, type Marks } from "../../provider/core/marks";
import { nameKeyOf, ownName, type Found } from "./found";

/** A resource that a value points to, and its property that has the value. */
export interface Link {
  to: Found;
  property: string;
}

/** What the values of `from` point to among all that is found. */
export const linksOf =
  (from: Found, all: readonly Found[]) =>
  (marks: Marks, value: unknown): Link | undefined => {
    if (typeof value !== "string") return undefined;
    const others = all.filter((one) => one !== from);
    const byId = others.flatMap((to) =>
      idsOf(to).flatMap(([property, id]) => (isSame(id, value) ? [{ to, property }] : [])),
    );
    if (marks.resourceId === true && byId.length > 0) return byId[0];
    const kind = marks.reference?.kind;
    const named = others.filter((one) => one.definition.kind === kind && isSame(ownName(one), value));
    const nearest = named.toSorted((a, b) => shared(b.id, from.id) - shared(a.id, from.id))[0];
    const property = nearest && nameKeyOf(nearest.definition);
    return nearest === undefined || property === undefined ? undefined : { to: nearest, property };
  };

/** Every value by which a resource ID may name a resource, by property. */
const idsOf = ({ definition, id, stored }: Found): [string, string][] => {
  const derived = Object.entries(fieldsOf(definition.outputs)).filter(
    ([, field]) => nodeOf(field).marks.derived === true,
  );
  return [["id", id], ...derived.map(([key]): [string, string] => [key, String(stored.inputs[key])])];
};

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** How many characters two ids begin with alike: of two resources with one name, the one in the same place is meant. */
function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
