import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { formOf } from "../../provider/core/check";
import { elementOf, fieldsOf, isSecret, memberOf, nodeOf, type Marks } from "../../provider/core/marks";
import { isBag, type Bag } from "../../provider/core/wire";
import { fileFor, type LinesFile } from "./files";
import { nameKeyOf, type Found } from "./found";
import { linksOf, type Link } from "./links";

/** The schema of values of free form. */
const anything = z.unknown();

/** A value of a program that is no literal: a property of another resource, a secret of the configuration or a file. */
export type Reference = { link: Link } | { secret: string } | { file: LinesFile };

/** Whether a value of a declaration stands for what is no literal. */
export const isReference = (value: unknown): value is Reference => value instanceof Stand;
class Stand {}
const standing = (reference: Reference): Reference => Object.assign(new Stand(), reference);

/**
 * The arguments with which a program declares a resource: without those that defaults give, in the order in which they
 * are documented, with references to what else is found. Secrets are named, by a path of configuration, and never
 * shown.
 */
export function declared(resource: Found, all: readonly Found[]): Bag {
  const { definition, inputs, name } = resource;
  const nameKey = nameKeyOf(definition);
  const linkOf = linksOf(resource, all);

  const valueOf = (schema: z.core.$ZodType, marks: Marks, value: unknown, path: string[]): unknown => {
    if (isSecret(path.at(-1) ?? "", marks) && typeof value === "string")
      return standing({ secret: camelCase([name, ...path].join(" ")) });
    const link = linkOf(marks, value);
    if (link !== undefined) return standing({ link });
    const file = marks.lines === true && Array.isArray(value) ? fileFor(name, value) : undefined;
    if (file !== undefined) return standing({ file });
    const inner = formOf(schema, value);
    if (Array.isArray(value)) {
      const element = elementOf(inner) ?? anything;
      // A list of references bears the mark itself.
      return value.map((item, index) =>
        valueOf(element, { ...(typeof item === "string" && marks), ...nodeOf(element).marks }, item, [
          ...path,
          labelOf(item, index),
        ]),
      );
    }
    return isBag(value) ? members(inner, value, path) : value;
  };

  const members = (schema: z.core.$ZodType, values: Bag, path: string[]): Bag => {
    const fields = fieldsOf(schema);
    const keys = [
      ...Object.keys(fields).filter((key) => Object.hasOwn(values, key)),
      ...Object.keys(values).filter((key) => !Object.hasOwn(fields, key)),
    ];
    const isDefault = (key: string): boolean =>
      Object.hasOwn(fields, key) && isDeepStrictEqual(values[key], nodeOf(fields[key]!).defaultValue);
    const declaredKeys = keys.filter((key) => values[key] !== undefined && !isDefault(key));
    return Object.fromEntries(
      declaredKeys.map((key) => {
        const field = memberOf(schema, key) ?? anything;
        return [key, valueOf(field, nodeOf(field).marks, values[key], [...path, key])];
      }),
    );
  };

  const computed = { ...definition.defaults?.(inputs), ...(nameKey !== undefined && { [nameKey]: name }) };
  const notComputed = Object.entries(inputs).filter(
    ([key, value]) => !(Object.hasOwn(computed, key) && isDeepStrictEqual(value, computed[key])),
  );
  return members(definition.inputs, Object.fromEntries(notComputed), []);
}

/** The values of arguments that are references. */
export function referencesIn(value: unknown): Reference[] {
  if (isReference(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

/** What an item of a list is called: its name, else its number. */
const labelOf = (item: unknown, index: number): string =>
  isBag(item) && typeof item["name"] === "string" ? item["name"] : String(index + 1);

/** A text as an identifier in camelCase; a digit at its start follows an underscore. */
export const camelCase = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_, next: string, offset: number) =>
      offset === 0 ? next : next.toUpperCase(),
    )
    .replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (head) => head.toLowerCase())
    .replace(/^(?=\d|$)/, "_");
