import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { isSame } from "../../core/compare";
import { fieldsOf } from "../../core/marks";
import { changedPaths, type ChangedPath } from "../../core/paths";
import type { ResourceDefinition } from "../../core/resource";
import type { Bag } from "../../core/wire";

/** The values between which the engine shows a difference. */
interface Values {
  /** The outputs in the state. */
  olds: Bag;
  /** The inputs in the state. */
  oldInputs: Bag;
  news: Bag;
}

/** Every path at which a new declaration differs, as the engine shows it; `replaces` are the arguments that replace. */
export function detailedDiff(
  definition: ResourceDefinition,
  { olds, oldInputs, news }: Values,
  replaces: readonly string[],
): [path: string, diff: PropertyDiff][] {
  const fields = Object.entries(fieldsOf(definition.inputs)).filter(([key]) => key !== "adopt");
  const edited = definition.edits?.(olds, news) ?? [];
  return fields.flatMap(([key, field]) => {
    const isOfInputs = !isSame(field, oldInputs[key], news[key]);
    const isKept = key in olds || !(key in oldInputs);
    if (!isKept && !edited.includes(key)) return [];
    const paths = changedPaths(field, isOfInputs || !isKept ? oldInputs[key] : olds[key], news[key], key);
    return paths.map(({ path, change }): [string, PropertyDiff] => [
      path,
      diffOf(change, replaces.includes(key), isOfInputs),
    ]);
  });
}

function diffOf(change: ChangedPath["change"], isReplaced: boolean, isOfInputs: boolean): PropertyDiff {
  const diff = new PropertyDiff();
  diff.setKind(KINDS[change][isReplaced ? 1 : 0]);
  diff.setInputdiff(isOfInputs);
  return diff;
}

const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = PropertyDiff.Kind;
const KINDS = {
  added: [ADD, ADD_REPLACE],
  deleted: [DELETE, DELETE_REPLACE],
  edited: [UPDATE, UPDATE_REPLACE],
} as const;
