import { SERVICE } from "./bookkeeping";
import type { ResourceDefinition } from "./resource";
import type { Settings } from "./settings";
import { fill, namesIn, valuesIn } from "./url";
import { isUnknown, type Bag } from "./wire";

/** A resource whose connection leads to another service than the one that has it. */
export interface Elsewhere {
  /** The address of the service that has it. */
  from: string;
  /** The address to which the connection leads. */
  to: string;
  /** The configuration key of the address. */
  key: string;
}

/** The address of the service where a resource is, in one form. */
export const serviceOf = ({ apis }: ResourceDefinition, settings: Settings): string | undefined =>
  apis[0] === undefined ? undefined : settings.address(apis[0])?.url;

/** The id that a declaration means, where its values and the configuration tell it. */
export function declaredId(
  { idForm }: Pick<ResourceDefinition, "idForm">,
  values: Bag,
  settings: Settings,
): string | undefined {
  const known = namesIn(idForm).every((name) => {
    const value = values[name] ?? settings.get(name);
    return value !== undefined && value !== null && value !== "" && !isUnknown(value);
  });
  return known ? fill(idForm, values, settings) : undefined;
}

/** Where a stored resource is, if this connection leads elsewhere; states of before do not tell. */
export function elsewhere(definition: ResourceDefinition, stored: Bag, settings: Settings): Elsewhere | undefined {
  const from = stored[SERVICE];
  const to = settings.address(definition.apis[0]!);
  return typeof from !== "string" || to === undefined || to.url === from
    ? undefined
    : { from, to: to.url, key: to.key };
}

/**
 * Why a resource is another object now though nothing was edited, with the configuration keys that say so: its
 * connection leads to another service, or to another place there.
 */
export function moves(
  definition: ResourceDefinition,
  id: string,
  olds: Bag,
  news: Bag,
  settings: Settings,
): { keys: string[]; reasons: string[] } {
  const away = elsewhere(definition, olds, settings);
  const places = Object.entries(placesIn(definition, id, settings)).filter(
    ([key, value]) => news[key] === undefined && settings.need(key).toLowerCase() !== value.toLowerCase(),
  );
  return {
    keys: [...(away === undefined ? [] : [away.key]), ...places.map(([key]) => key)],
    reasons: [
      ...(away === undefined
        ? []
        : [
            `moves from ${away.from} to ${away.to}, and is made there; the provider that made it at ${away.from} ` +
              "deletes it there, or leaves it, where that one has another address now",
          ]),
      ...places.map(([key]) => `moves from ${id}, because the configuration names another ${key}`),
    ],
  };
}

/**
 * Which arguments, that say where a resource is, say of a new declaration what its id says already, be it that they or
 * the configuration do: such an edit moves nothing.
 */
export function staying(
  definition: ResourceDefinition,
  id: string,
  news: Bag,
  settings: Settings,
): (key: string) => boolean {
  const places = placesIn(definition, id, settings);
  return (key) =>
    places[key] !== undefined && String(news[key] ?? settings.get(key)).toLowerCase() === places[key].toLowerCase();
}

/**
 * The names in an id that are those of configuration keys too, with the values that they have in it; an id of another
 * form tells none.
 */
export function placesIn({ idForm }: ResourceDefinition, id: string, settings: Settings): Record<string, string> {
  const values = Object.entries(valuesIn(idForm, id) ?? {});
  return Object.fromEntries(values.filter(([name]) => settings.get(name) !== undefined));
}
