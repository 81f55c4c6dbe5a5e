import type { Operation, Place } from "../../core/engineOperation";
import { UserError } from "../../core/errors";
import { fieldsOf, nodeOf } from "../../core/marks";
import type { ResourceDefinition } from "../../core/resource";
import { lineIn } from "../../core/urn";
import type { Bag } from "../../core/wire";
import { resources } from "../../resources";
import type { Session } from "./session";

/** What a request tells of the resource that it is about. */
export interface About {
  getUrn(): string;
  /** The seconds of the option `customTimeouts`; 0 where it says nothing. */
  getTimeout?(): number;
}

const PACKAGE = "mlplane:";

/** The definition of the resource that a request is about. Throws `UserError` for a kind that there is not. */
export function definitionOf(request: About): ResourceDefinition {
  const type = request.getUrn().split("::")[2]!.split("$").at(-1)!;
  const definition = resources.find(({ kind }) => `${PACKAGE}${kind}` === type);
  if (definition === undefined) throw new UserError(`this version of mlplane does not know ${type}`);
  return definition;
}

/** What is known of the operation that a request asks for. */
export function operationOf(
  { engine }: Session,
  request: About,
  secretPlaces: readonly Place[],
  oldSecretPlaces: readonly Place[] = [],
): Operation {
  const seconds = request.getTimeout?.() ?? 0;
  return {
    line: lineIn(request.getUrn()),
    ...(seconds > 0 && { milliseconds: seconds * 1000 }),
    secretPlaces,
    oldSecretPlaces,
    log: engine.logOf(request.getUrn()),
  };
}

/** The Pulumi name as the argument that takes it when it is not given. */
export function ownName(definition: ResourceDefinition, request: About): Bag {
  const named = Object.entries(fieldsOf(definition.inputs)).find(([, field]) => nodeOf(field).marks.autoName === true);
  return named === undefined ? {} : { [named[0]]: request.getUrn().split("::").slice(3).join("::") };
}
