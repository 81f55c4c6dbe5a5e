import { z } from "zod";
import { edmTypes, isCollection, isComplex, isText, isVector } from "./edmType";

const flag = z.boolean().nullish();
const text = z.string().nullish();

/** A field as it is sent. Members that are not named here are kept as they are. */
export const fieldSchema = z.looseObject({
  name: z
    .string()
    .max(128)
    .regex(/^[A-Za-z]\w*$/, "a field name starts with a letter and has letters, digits and underscores"),
  type: z.enum(edmTypes, "there is no such type"),
  key: flag,
  searchable: flag,
  filterable: flag,
  retrievable: flag,
  stored: flag,
  sortable: flag,
  facetable: flag,
  analyzer: text,
  indexAnalyzer: text,
  searchAnalyzer: text,
  normalizer: text,
  dimensions: z.int().min(2).max(4096).nullish(),
  vectorSearchProfile: text,
  vectorEncoding: z.literal("packedBit").nullish(),
  synonymMaps: z.array(z.string()).max(1).nullish(),
  get fields() {
    return z.array(fieldSchema).nullish();
  },
});

type SentField = z.output<typeof fieldSchema>;

/** A field that holds values, with every attribute explicit. */
export interface ValueField {
  name: string;
  type: string;
  searchable: boolean;
  filterable: boolean;
  retrievable: boolean;
  stored: boolean;
  sortable: boolean;
  facetable: boolean;
  key: boolean;
  analyzer: string | null;
  indexAnalyzer: string | null;
  searchAnalyzer: string | null;
  normalizer: string | null;
  dimensions: number | null;
  vectorSearchProfile: string | null;
  vectorEncoding: string | null;
  synonymMaps: string[];
}

/** A field that holds objects with fields of their own. */
export interface ComplexField {
  name: string;
  type: string;
  fields: Field[];
}

/** A field of an index. */
export type Field = ValueField | ComplexField;

/** Whether the field holds objects. */
export function isComplexField(field: Field): field is ComplexField {
  return "fields" in field;
}

/** The field with the service's defaults in the place of what was not sent. */
export function withDefaults({ fields, ...sent }: SentField): Field {
  const { type } = sent;
  if (isComplex(type)) return { name: sent.name, type, fields: (fields ?? []).map(withDefaults) };
  const vector = isVector(type);
  return {
    ...sent,
    searchable: sent.searchable ?? (isText(type) || vector),
    filterable: sent.filterable ?? !vector,
    retrievable: sent.retrievable ?? !vector,
    stored: sent.stored ?? true,
    sortable: sent.sortable ?? !isCollection(type),
    facetable: sent.facetable ?? !(vector || type.includes("Geography")),
    key: sent.key ?? false,
    analyzer: sent.analyzer ?? null,
    indexAnalyzer: sent.indexAnalyzer ?? null,
    searchAnalyzer: sent.searchAnalyzer ?? null,
    normalizer: sent.normalizer ?? null,
    dimensions: sent.dimensions ?? null,
    vectorSearchProfile: sent.vectorSearchProfile ?? null,
    vectorEncoding: sent.vectorEncoding ?? null,
    synonymMaps: sent.synonymMaps ?? [],
  };
}

/** How many numbers a vector of the field has: one for each dimension, or for eight where they are packed bits. */
export function vectorLength({ dimensions, vectorEncoding }: ValueField): number {
  return Math.ceil((dimensions ?? 0) / (vectorEncoding === null ? 1 : 8));
}

/** A field that holds values, with its path from the top: `address/city`. */
export type Leaf = ValueField & { path: string };

/** All fields that hold values, at any depth. */
export function leaves(fields: Field[], prefix = ""): Leaf[] {
  return fields.flatMap((field) =>
    isComplexField(field) ? leaves(field.fields, `${prefix}${field.name}/`) : [{ ...field, path: prefix + field.name }],
  );
}
