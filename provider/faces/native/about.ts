import { UserError } from "../../core/errors";
import { fieldsOf, nodeOf } from "../../core/marks";
import type { ResourceDefinition } from "../../core/resource";
import { PLACES } from "../../core/secrets";
import type { Bag } from "../../core/wire";
import { resources } from "../../resources";
import type { Place } from "./protocol";

/** What a request tells of the resource that it is about. */
export interface About {
  getUrn(): string;
  getTimeout?(): number;
}

const PACKAGE = "mlplane:";

/** The definition of the resource that a request is about. */
export function definitionOf(urn: string): ResourceDefinition {
  const type = urn.split("::")[2]!.split("$").at(-1)!;
  const definition = resources.find(({ kind }) => `${PACKAGE}${kind}` === type);
  if (definition === undefined) throw new UserError(`this version of mlplane does not know ${type}`);
  return definition;
}

/** The Pulumi name as the argument that takes it when it is not given. */
export function ownName(definition: ResourceDefinition, urn: string): Bag {
  const named = Object.entries(fieldsOf(definition.inputs)).find(([, field]) => nodeOf(field).marks.autoName === true);
  return named === undefined ? {} : { [named[0]]: nameOf(urn) };
}

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** What a request tells besides the values, as the lifecycle takes it. */
export function hidden(request: About, secrets: Place[]): Bag {
  const [stack, , types] = request
    .getUrn()
    .replace(/^urn:pulumi:/, "")
    .split("::");
  const parents = types!.slice(0, types!.lastIndexOf("$") + 1);
  const seconds = request.getTimeout?.() ?? 0;
  const time = `${seconds}s`;
  return {
    __at: `${parents}::${nameOf(request.getUrn())}`,
    __stack: stack,
    [PLACES]: secrets,
    ...(seconds > 0 && { __timeouts: { create: time, update: time, delete: time, read: time } }),
  };
}

/** Values without what is hidden, but for what the provider keeps for itself. */
export const shown = (values: Bag): Bag =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__") || KEPT.includes(key)));
const KEPT = ["__made", "__service"];
