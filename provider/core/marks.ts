import * as z from "zod";
import { isSecretName } from "./service";

/** What a field that names another resource says of it. */
export interface Reference {
  /** The kind of the other resource. */
  kind: string;
  /**
   * `replace` where the service keeps the other one while it is named, so that this one must go first; `update` where
   * it can be named anew, or where it does not matter that it was another for a while.
   */
  whenReplaced: "replace" | "update";
}

/**
 * What a field means beyond its type; set with `.meta(...)` on a zod schema, read by everything that is derived from a
 * definition.
 */
export interface Marks {
  /** A change of this field replaces the resource. */
  replace?: true;
  /** The value is encrypted in the state and masked in messages. */
  secret?: true;
  /** The field names another resource, by its name or its resource ID. */
  reference?: Reference;
  /** The service does not return the value, or not as it was sent: it is never compared with the live one. */
  writeOnly?: true;
  /** Two spellings of a region are equal: `East US` and `eastus`. */
  location?: true;
  /** Letter case does not count in resource IDs. */
  resourceId?: true;
  /** ISO 8601 durations are equal when they last equally long: `PT120S` and `PT2M`. */
  duration?: true;
  /** Letter case does not count. */
  caseless?: true;
  /** A map that is managed as a whole: entries that are not declared are a difference. */
  whole?: true;
  /** Some edits of the field replace the resource, others are made in place: `rebuilds` of the definition decides. */
  rebuilt?: true;
  /** The argument steers the provider and is not sent to the service. */
  unsent?: true;
  /** The argument is not repeated in the outputs; what the definition's `edits` says of it decides about a change. */
  unkept?: true;
  /** The argument may be an asset with JSON Lines in the place of a list. */
  lines?: true;
  /** An output that is computed from the arguments, so that it is known in a preview. */
  derived?: true;
  /** An output that tells of this argument: it is secret where the program marks any part of the argument as secret. */
  tellsOf?: string;
  /** The field takes the resource's Pulumi name when it is not given. */
  autoName?: true;
  /** The name of a nested type, in declarations. */
  title?: string;
  /** The TypeScript type to show where the schema cannot say it. */
  type?: string;
  /** The sentence that documents the field (set with `.describe`). */
  description?: string;
}

/** A change of the field replaces the resource. */
export const replace = { replace: true } as const satisfies Marks;
/** The value is encrypted in the state and masked in messages. */
export const secret = { secret: true } as const satisfies Marks;
/**
 * The field names a resource of a kind, `<namespace>:<Class>`; `whenReplaced` says what the replacement of that
 * one does to this one.
 */
export const references = (kind: string, { whenReplaced }: Pick<Reference, "whenReplaced">) =>
  ({ reference: { kind, whenReplaced } }) as const satisfies Marks;
/** The service does not return the value, or not as it was sent. */
export const writeOnly = { writeOnly: true } as const satisfies Marks;
/** Two spellings of a region are equal. */
export const location = { location: true } as const satisfies Marks;
/** The value is a resource ID, in which letter case does not count. */
export const resourceId = { resourceId: true } as const satisfies Marks;
/** ISO 8601 durations are equal when they last equally long. */
export const duration = { duration: true } as const satisfies Marks;
/** Letter case does not count. */
export const caseless = { caseless: true } as const satisfies Marks;
/** Some edits of the field replace the resource: `rebuilds` of the definition decides. */
export const rebuilt = { rebuilt: true } as const satisfies Marks;
/** The argument steers the provider and is not sent to the service. */
export const unsent = { unsent: true } as const satisfies Marks;
/** The argument is not repeated in the outputs. */
export const unkept = { unkept: true } as const satisfies Marks;
/** The argument may be an asset with JSON Lines in the place of a list. */
export const lines = { lines: true } as const satisfies Marks;
/** A map that is managed as a whole. */
export const whole = { whole: true } as const satisfies Marks;
/** An output that is computed from the arguments. */
export const derived = { derived: true } as const satisfies Marks;
/** The output tells of an argument, and is secret where any part of that is. */
export const tellsOf = (argument: string) => ({ tellsOf: argument }) as const satisfies Marks;
/** The field takes the resource's Pulumi name when it is not given; a change replaces the resource. */
export const autoName = { autoName: true, replace: true } as const satisfies Marks;

/** A schema without its wrappers, and what the wrappers said. */
export interface Node {
  /** The innermost schema: object, array, record, string … */
  schema: z.core.$ZodType;
  marks: Marks;
  optional: boolean;
  /** The value that takes the place of a missing one, if any. */
  defaultValue: unknown;
}

const nodes = new WeakMap<z.core.$ZodType, Node>();

/** Unwraps `.optional()`, `.nullable()` and `.default()`, whatever their order, and gathers the marks of all layers. */
export function nodeOf(outer: z.core.$ZodType): Node {
  let node = nodes.get(outer);
  if (node === undefined) {
    node = { schema: outer, marks: {}, optional: false, defaultValue: undefined };
    for (;;) {
      node.marks = { ...(z.globalRegistry.get(node.schema) as Marks | undefined), ...node.marks };
      const { def } = node.schema._zod as {
        def: { type: string; innerType?: z.core.$ZodType; defaultValue?: unknown };
      };
      if (def.innerType === undefined) break;
      if (def.type === "optional" || def.type === "default") node.optional = true;
      if (def.type === "default") node.defaultValue = def.defaultValue;
      node.schema = def.innerType;
    }
    nodes.set(outer, node);
  }
  return node;
}

/** The fields of an object schema. */
export const fieldsOf = (schema: z.core.$ZodType): Record<string, z.core.$ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** The schema of a member of an object or a record; `undefined` where anything may stand. */
export function memberOf(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodRecord) return schema.valueType;
  const fields = fieldsOf(schema);
  return Object.hasOwn(fields, key) ? fields[key] : openTo(schema);
}

/** The schema of the members that an open object may have besides its fields. */
function openTo(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const others = schema instanceof z.ZodObject ? schema.def.catchall : undefined;
  return others instanceof z.ZodNever ? undefined : others;
}

/** The schema of the items of a list. */
export const elementOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined =>
  schema instanceof z.ZodArray ? schema.element : undefined;

/** The options of a union, without wrappers and at any depth, or the schema itself. */
export const optionsOf = (schema: z.core.$ZodType): z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap((option) => optionsOf(nodeOf(option).schema)) : [schema];

/** Whether a field's value is secret, by its mark or by its name. */
export const isSecret = (key: string, marks: Marks): boolean => marks.secret === true || isSecretName(key);

/** Whether a list holds named things, whose entries are matched by `name` and kept when they are others'. */
export const isNamed = (element: z.core.$ZodType): boolean =>
  optionsOf(nodeOf(element).schema).every((option) => "name" in fieldsOf(option));

/** Whether a schema, which may hold itself, has a field at any depth that passes a test. */
export function holds(
  schema: z.core.$ZodType,
  test: (key: string, marks: Marks) => boolean,
  visited = new Set<z.core.$ZodType>(),
): boolean {
  const { schema: inner } = nodeOf(schema);
  if (visited.has(inner)) return false;
  visited.add(inner);
  const inside = [
    ...optionsOf(inner).filter((option) => option !== inner),
    elementOf(inner),
    inner instanceof z.ZodRecord ? inner.valueType : undefined,
  ].filter((one) => one !== undefined);
  return (
    inside.some((one) => holds(one, test, visited)) ||
    Object.entries(fieldsOf(inner)).some(
      ([key, field]) => test(key, nodeOf(field).marks) || holds(field, test, visited),
    )
  );
}
