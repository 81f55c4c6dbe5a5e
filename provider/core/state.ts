import type * as z from "zod";
import type { Place } from "./engineOperation";
import { fieldsOf, nodeOf } from "./marks";
import type { ResourceDefinition, Settings } from "./resource";
import { sealAll } from "./secrets";
import { hasSucceeded } from "./states";
import { hasUnknown, isUnknown, plain, sealed, UNKNOWN, type Bag } from "./wire";

/** Why a stored resource is not ready and needs another update, if so. */
export function unready(definition: ResourceDefinition, outputs: Bag): string | undefined {
  if (definition.unready !== undefined) return definition.unready(plain(outputs) as Bag);
  const status = outputs["provisioningState"];
  return typeof status === "string" && !hasSucceeded(status) ? status : undefined;
}

/** The declared inputs among stored values. */
export const declaredOf = (definition: ResourceDefinition, values: Bag): Bag =>
  Object.fromEntries(
    Object.keys(fieldsOf(definition.inputs))
      .filter((key) => values[key] !== undefined && values[key] !== null)
      .map((key) => [key, values[key]]),
  );

/** What is stored: inputs as declared, outputs as the service gives them, secrets marked. */
export const state = (definition: ResourceDefinition, inputs: Bag, outputs: Bag, places: readonly Place[]): Bag => {
  const unkept = unkeptKeys(definition);
  const inputValues = Object.fromEntries(Object.entries(plain(inputs) as Bag).filter(([key]) => !unkept.has(key)));
  const added = Object.fromEntries(
    Object.keys(fieldsOf(definition.outputs)).flatMap((key) =>
      outputs[key] === undefined || outputs[key] === null ? [] : [[key, plain(outputs[key])]],
    ),
  );
  const outs = { ...sealAll(definition.inputs, inputValues), ...sealAll(definition.outputs, added) };
  return sealTelling(definition, outs, places);
};

/** Values in which the outputs that tell of an argument are secret where the program marks any part of it as secret. */
function sealTelling(definition: ResourceDefinition, values: Bag, places: readonly Place[]): Bag {
  const isTelling = (key: string): boolean => {
    const field = fieldsOf(definition.outputs)[key];
    return field !== undefined && places.some(([argument]) => argument === nodeOf(field).marks.tellsOf);
  };
  const sealing = Object.entries(values).map(([key, value]) => [
    key,
    isTelling(key) && !isUnknown(value) ? sealed(plain(value)) : value,
  ]);
  return Object.fromEntries(sealing) as Bag;
}

/** What is stored as inputs: declared values and outputs that are computed from them, secrets marked. */
export const inputsOf = (definition: ResourceDefinition, inputs: Bag, derived: Bag, places: readonly Place[]): Bag => ({
  ...sealAll(definition.inputs, inputs),
  ...sealUnkept(definition, inputs, places),
  ...sealTelling(definition, derived, places),
});

/** Lists that the outputs do not repeat: secret as a whole where anything in them is, as those of a program are. */
const sealUnkept = (definition: ResourceDefinition, inputs: Bag, places: readonly Place[]): Bag =>
  Object.fromEntries(
    [...unkeptKeys(definition)]
      .filter((key) => Array.isArray(inputs[key]) && places.some(([argument]) => argument === key))
      .map((key) => [key, sealed(plain(inputs[key]))]),
  );

/** The names of fields with a mark, found once for each schema: they are asked for with every resource. */
function markedFields(mark: "derived" | "unkept"): (schema: z.ZodObject) => ReadonlySet<string> {
  const known = new WeakMap<z.ZodObject, ReadonlySet<string>>();
  return (schema) => {
    const keys =
      known.get(schema) ??
      new Set(Object.keys(schema.shape).filter((key) => nodeOf(schema.shape[key]!).marks[mark] === true));
    known.set(schema, keys);
    return keys;
  };
}

const derivedFields = markedFields("derived");
const unkeptFields = markedFields("unkept");
const NONE: ReadonlySet<string> = new Set();

/** Outputs that `check` computes and adds to the inputs. */
export const derivedKeys = ({ derive, outputs }: ResourceDefinition): ReadonlySet<string> =>
  derive === undefined ? NONE : derivedFields(outputs);
/** Those among stored values. */
export const derivedOf = (definition: ResourceDefinition, values: Bag): Bag =>
  Object.fromEntries([...derivedKeys(definition)].flatMap((key) => (key in values ? [[key, values[key]]] : [])));

/** The outputs that can be computed from arguments, which may be unknown. */
export function derivedFrom(definition: ResourceDefinition, inputs: Bag, settings: Settings): Bag {
  if (definition.derive === undefined) return {};
  if (!hasUnknown(inputs)) return definition.derive(inputs, settings);
  return Object.fromEntries([...derivedKeys(definition)].map((key) => [key, UNKNOWN]));
}

/** Arguments that the outputs do not repeat. */
export const unkeptKeys = ({ inputs }: ResourceDefinition): ReadonlySet<string> => unkeptFields(inputs);
