import { silent } from "../../provider/core/log";
import { connectionOf } from "../../provider/connection";
import type { Configuration } from "../../provider/configuration";
import { UserError } from "../../provider/core/errors";
import { fieldsOf, nodeOf } from "../../provider/core/marks";
import type { Live, ResourceDefinition } from "../../provider/core/resource";
import { namesIn } from "../../provider/core/url";
import type { Bag } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { ownName } from "./found";

/** A resource that a service lists, with the Pulumi name that it is to have. */
export interface Listed {
  definition: ResourceDefinition;
  id: string;
  name: string;
}

/** Milliseconds that all lists may take. */
const TIME = 10 * 60_000;

/**
 * All resources that a service lists: those that contain others first, and then, place by place, what is in them.
 * Throws `UserError` that names what is missing in the configuration.
 */
export async function everything(service: string, configuration: Configuration): Promise<Listed[]> {
  const connection = connectionOf(configuration);
  const kinds = resources.filter(({ kind, list }) => kind.startsWith(`${service}:`) && list !== undefined);
  const missing = [...new Set(kinds.flatMap(({ apis }) => apis))].flatMap((api) => connection.settings.missing(api));
  if (missing.length > 0) throw new UserError([...new Set(missing)].join("\n"));
  const context = connection.open(silent, TIME);
  const lists = new Map<string, Live[]>();
  const all: Listed[] = [];
  for (const definition of kinds.toSorted((a, b) => depth(a) - depth(b))) {
    const container = containerOf(definition);
    const places: Bag[] =
      container === undefined
        ? [{}]
        : (lists.get(container.kind) ?? []).map((live) => ({
            ...live.inputs,
            [container.argument]: ownName({ definition: definitionOf(container.kind)!, ...live }),
          }));
    const listed = await Promise.all(
      places.map(async (place) =>
        (await definition.list!(place, context)).map((live) => ({
          live,
          within: container && String(place[container.argument]),
        })),
      ),
    );
    lists.set(
      definition.kind,
      listed.flat().map(({ live }) => live),
    );
    all.push(...named(definition, listed.flat()));
  }
  return all;
}

/**
 * The resources of a kind with different Pulumi names: their own, or with the version of it that the id has, or with
 * the place in front.
 */
function named(
  definition: ResourceDefinition,
  listed: readonly { live: Live; within: string | undefined }[],
): Listed[] {
  const candidates = listed.map(({ live, within }) => {
    const names = [ownName({ definition, ...live }), decodeURIComponent(live.id.slice(live.id.lastIndexOf("/") + 1))];
    return [...names, ...(within === undefined ? [] : names.map((name) => `${within}-${name}`)), live.id];
  });
  const isUnique = (name: string, column: number): boolean =>
    candidates.filter((names) => names[column] === name).length === 1;
  return listed.map(({ live }, row) => ({ definition, id: live.id, name: candidates[row]!.find(isUnique) ?? live.id }));
}

/**
 * The kind of what contains a resource, and the argument of its id that names it: of an online deployment the endpoint.
 */
function containerOf({ inputs, idForm }: ResourceDefinition): { kind: string; argument: string } | undefined {
  const references = Object.entries(fieldsOf(inputs)).flatMap(([argument, field]) => {
    const { reference } = nodeOf(field).marks;
    return reference !== undefined && namesIn(idForm).includes(argument) ? [{ kind: reference.kind, argument }] : [];
  });
  return references.toSorted((a, b) => depth(definitionOf(b.kind)) - depth(definitionOf(a.kind)))[0];
}

const depth = (definition: ResourceDefinition | undefined): number => {
  const container = definition && containerOf(definition);
  return container === undefined ? 0 : 1 + depth(definitionOf(container.kind));
};

const definitionOf = (kind: string): ResourceDefinition | undefined => resources.find((one) => one.kind === kind);
