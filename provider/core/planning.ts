import type { Operation } from "./engineOperation";
import type { Connection } from "./connection";
import * as ownership from "./ownership";
import * as plan from "./plan";
import type { ResourceDefinition } from "./resource";
import { plain, type Bag } from "./wire";
import { noteWork } from "./works";

/** Checks a declaration, and notes what it means for this run; `olds` are the inputs of what is there, if it is. */
export function check(
  definition: ResourceDefinition,
  olds: Bag,
  news: Bag,
  operation: Operation,
  connection: Connection,
): plan.Checked {
  const { line, log } = operation;
  const isNew = Object.keys(olds).length === 0;
  // A replacement is checked once more as if it were new.
  const known = isNew ? connection.compared.get(line ?? "") : undefined;
  const { oldSecretPlaces } = known ?? operation;
  const checked = plan.check(
    definition,
    olds,
    news,
    connection.settings,
    { ...operation, oldSecretPlaces },
    known?.olds,
  );
  if (checked.failures.length > 0) return checked;
  noteWork(definition, checked.inputs, line, "declared", connection);
  if (isNew) for (const text of definition.remarks?.({}, plain(checked.inputs) as Bag) ?? []) log.info(text);
  const reason = ownership.declare(definition, isNew, checked, line, connection);
  return reason === undefined ? checked : { ...checked, failures: [{ property: "", reason }] };
}

/** Compares a declaration with the state, and notes what it means for this run. */
export function diff(
  definition: ResourceDefinition,
  id: string,
  olds: Bag,
  news: Bag,
  operation: Operation,
  connection: Connection,
): plan.Changes {
  const { line, oldSecretPlaces, log } = operation;
  if (line !== undefined) connection.compared.set(line, { olds, news, oldSecretPlaces });
  const run = { ...connection, ...ownership.replacements(definition, connection), id };
  const changes = plan.diff(definition, olds, news, log.info, run);
  const object = { id, isKept: changes.replaces === undefined };
  const isLeft = ownership.compare(definition, object, olds, news, operation, connection);
  if (changes.changes === false && !isLeft) noteWork(definition, news, line, "done", connection);
  return isLeft && changes.changes === false ? { changes: true } : changes;
}
