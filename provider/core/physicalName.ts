import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { canonical } from "./canonical";
import { formOf } from "./check";
import { InitFailedError, UserError } from "./errors";
import { DECLARED, REPLACED } from "./bookkeeping";
import { elementOf, fieldsOf, isSecret, memberOf, nodeOf } from "./marks";
import { declaredId } from "./place";
import type { ResourceDefinition, Settings } from "./resource";
import type { Operation } from "./engineOperation";
import { withoutPlaces } from "./secrets";
import { hasUnknown, isBag, isUnknown, UNKNOWN, type Bag } from "./wire";

/** What is replaced, as a replacement remembers it. */
interface Replaced {
  name: string;
  of: string;
}

/** A name, with the hidden inputs that go with it. */
export interface Naming {
  name?: unknown;
  [DECLARED]?: string;
  [REPLACED]?: Replaced;
}

/**
 * The name that a resource has at its service. One that is there keeps its name as long as the program declares the
 * same. Another is made of the declared name and a hash of what a replacement is for and of the name that it replaces;
 * a program that goes back to what it was goes back to the name of then. `olds` are the inputs of the existing
 * resource, `compared` is the state that the engine compared before it asked for a replacement; what is at the places
 * of either makes no name, because it is secret.
 */
export function physicalName(
  definition: ResourceDefinition,
  olds: Bag,
  inputs: Bag,
  compared: Bag,
  { secretPlaces, oldSecretPlaces }: Pick<Operation, "secretPlaces" | "oldSecretPlaces">,
): Naming {
  const { name: declared, onReplace: order } = inputs;
  if (definition.physicalName === undefined || typeof declared !== "string" || isUnknown(declared)) return {};
  const { name: old, [DECLARED]: before = old } = olds;
  if (typeof old === "string" && [before, old].includes(declared)) return named(old, declared, replacedBy(olds));
  if (isUnknown(order)) return { name: UNKNOWN };
  if (order !== "createFirst") return {};
  const made = madeOf(definition, withoutPlaces(inputs, secretPlaces), declared);
  if (hasUnknown(made)) return { name: UNKNOWN };
  const replaced = typeof old === "string" ? olds : compared;
  const { name: inUse, [DECLARED]: declaredThen = inUse } = replaced;
  if (typeof inUse !== "string") return named(nameFor(definition.physicalName, declared, made, null), declared);
  const earlier = replacedBy(replaced);
  const isBack = earlier?.of === hashOf(made);
  return named(isBack ? earlier.name : nameFor(definition.physicalName, declared, made, inUse), declared, {
    name: inUse,
    of: hashOf(madeOf(definition, withoutPlaces(replaced, oldSecretPlaces), declaredThen)),
  });
}

const replacedBy = (values: Bag): Replaced | undefined => values[REPLACED] as Replaced | undefined;

/** The name that a resource has replaced, if it has. */
export const nameReplaced = (values: Bag): string | undefined => replacedBy(values)?.name;

const named = (name: string, declared: string, replaced?: Replaced): Naming => ({
  name,
  ...(name !== declared && { [DECLARED]: declared }),
  ...(replaced !== undefined && { [REPLACED]: replaced }),
});

/** How many digits of a hash a name ends with. */
const DIGITS = 6;

/** As much of the declared name as there is room for, and digits that do not make the name in use. */
function nameFor({ longest }: { longest: number }, declared: string, made: Bag, inUse: string | null): string {
  const stem = declared.slice(0, longest - DIGITS - 1).replace(/-+$/, "");
  for (let tries = 0; ; tries++) {
    const name = `${stem}-${hashOf([made, inUse, tries]).slice(0, DIGITS)}`;
    if (name.toLowerCase() !== inUse?.toLowerCase()) return name;
  }
}

/** What a replacement is for: the arguments that replace, as the program gave them, without what is secret. */
function madeOf({ inputs: schema }: ResourceDefinition, values: Bag, declared: unknown): Bag {
  const replacing = Object.entries(fieldsOf(schema)).flatMap(([key, field]) => {
    const { replace, rebuilt } = nodeOf(field).marks;
    const value = replace === true || rebuilt === true ? asGiven(field, key, values[key]) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(replacing), name: declared };
}

/** A value without defaults, nothings and secrets. */
function asGiven(schema: z.core.$ZodType | undefined, key: string, value: unknown): unknown {
  const { marks, defaultValue } = schema === undefined ? { marks: {}, defaultValue: undefined } : nodeOf(schema);
  if (value === undefined || value === null || isSecret(key, marks) || isDeepStrictEqual(value, defaultValue))
    return undefined;
  const form = schema === undefined || typeof value !== "object" ? undefined : formOf(schema, value);
  if (Array.isArray(value)) return value.map((item) => asGiven(form && elementOf(form), "", item) ?? null);
  if (!isBag(value)) return value;
  const members = Object.entries(value)
    .map(([name, item]) => [name, asGiven(form && memberOf(form, name), name, item)] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(members);
}

/** A hash that does not depend on the order of keys. */
const hashOf = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex");

/** An error of a creation beside what it replaces, with what to do where the service has no room for both. */
export function withAdvice(error: unknown): unknown {
  const advice =
    '`onReplace: "createFirst"` needs room for the new one beside the old one, which still serves: make room, get a ' +
    'higher quota or a larger tier, or set `onReplace: "deleteFirst"`.';
  if (!(error instanceof Error)) return error;
  // Behind the first line, which is the service's, may stand those of a container, which tell of limits of their own.
  if (!/quota|capacity|limit|maximum|exceed/i.test(error.message.split("\n")[0]!)) return error;
  if (!(error instanceof InitFailedError)) return new UserError(`${error.message}\n${advice}`, { cause: error });
  error.reasons.push(advice);
  return error;
}

/** The names of the resources of a connection, by kind and the id that each would have under its declared name. */
const names = new WeakMap<Settings, Map<string, string>>();

/** Notes the name of a resource that is checked. */
export function noteName(definition: ResourceDefinition, inputs: Bag, settings: Settings): void {
  const { name, [DECLARED]: declared = name } = inputs;
  if (definition.physicalName === undefined || typeof name !== "string") return;
  const known = names.get(settings) ?? new Map<string, string>();
  names.set(settings, known);
  const id = declaredId(definition, { ...inputs, name: declared }, settings);
  if (id !== undefined) known.set(`${definition.kind} ${id.toLowerCase()}`, name);
}

/** The name that the program's resource of a kind has, by the id that it would have under its declared name. */
export const nameGiven = (kind: string, id: string, settings: Settings): string | undefined =>
  names.get(settings)?.get(`${kind} ${id.toLowerCase()}`);
