import * as z from "zod";
import { isBag } from "../../core/wire";
import { edmTypes, isCollection, isComplex, isPlace, isText, isVector } from "./edmType";

/** A field of an index: document 2, "Index field", and the attributes that it leaves out. */
const field = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z]\w{0,127}$/, "must be a letter, then up to 127 letters, digits or `_`")
      .describe("The name, unique among its neighbours."),
    type: z.enum(edmTypes).describe("The type of the values, for example `Edm.String` or `Collection(Edm.Single)`."),
    key: z
      .boolean()
      .optional()
      .describe("Whether the field is the key of the documents; exactly one is, of type `Edm.String`."),
    searchable: z
      .boolean()
      .optional()
      .describe("Whether full-text or vector search covers the field; default is true for text and vectors."),
    filterable: z
      .boolean()
      .optional()
      .describe("Whether filters may use the field; default is true, for vectors false."),
    sortable: z
      .boolean()
      .optional()
      .describe("Whether results may be ordered by the field; default is true, for collections false."),
    facetable: z
      .boolean()
      .optional()
      .describe("Whether facets may count the field; default is true, for vectors and places false."),
    retrievable: z.boolean().optional().describe("Whether results show the field; default is true, for vectors false."),
    stored: z.boolean().optional().describe("Whether the value is kept for retrieval; only a vector may go without."),
    dimensions: z.int().min(2).max(4096).optional().describe("The length of a vector, 2 to 4096."),
    vectorSearchProfile: z.string().min(1).optional().describe("The name of the vector search profile of a vector."),
    vectorEncoding: z
      .enum(["packedBit"])
      .optional()
      .describe("How the bits of a `Collection(Edm.Byte)` vector are packed."),
    analyzer: z
      .string()
      .min(1)
      .optional()
      .describe("The analyzer for indexing and for queries; default is `standard.lucene`."),
    indexAnalyzer: z.string().min(1).optional().describe("The analyzer for indexing; needs `searchAnalyzer`."),
    searchAnalyzer: z.string().min(1).optional().describe("The analyzer for queries; needs `indexAnalyzer`."),
    normalizer: z.string().min(1).optional().describe("The normalizer for filters, ordering and facets."),
    synonymMaps: z
      .array(z.string().min(1))
      .max(1)
      .optional()
      .describe("The synonym map that queries use, at most one."),
    get fields(): z.ZodOptional<z.ZodArray<typeof field>> {
      return z.array(field).min(1).optional().describe("The fields of a complex type.");
    },
  })
  .meta({ title: "IndexField" })
  .describe("A field of an index: its name, its type and what queries may do with it.");

/** The fields of an index, complex ones with fields of their own. */
export const fields = z.array(field).min(1).max(1000).describe("The fields; exactly one is the key.");

/** A field as it is declared. */
export type Field = z.output<typeof field>;

/** The attributes of a field that cannot change in place. */
export const fixedAttributes = [
  "key",
  "searchable",
  "filterable",
  "sortable",
  "facetable",
  "stored",
  "dimensions",
  "vectorEncoding",
  "analyzer",
  "indexAnalyzer",
  "normalizer",
] as const satisfies readonly (keyof Field)[];

/** What the service puts in the place of an attribute that is not declared. */
export function defaultOf(attribute: keyof Field, type: string): unknown {
  switch (attribute) {
    case "searchable":
      return isText(type) || isVector(type);
    case "filterable":
      return !isVector(type) && !isComplex(type);
    case "sortable":
      return !isCollection(type) && !isComplex(type);
    case "facetable":
      return !isVector(type) && !isComplex(type) && !isPlace(type);
    case "retrievable":
      return !isVector(type);
    case "stored":
      return true;
    case "key":
      return false;
    default:
      return null;
  }
}

/** The attribute as it counts at the service. */
export const effective = (one: Field, attribute: keyof Field): unknown =>
  one[attribute] ?? defaultOf(attribute, one.type);

/** A field with its name from the top, `address/city`, and the path of its declaration, `fields[2].fields[0]`. */
export interface Leaf {
  field: Field;
  name: string;
  at: string;
}

/** All known fields at any depth, complex ones included. */
export function everyField(list: unknown, prefix = "", path = "fields"): Leaf[] {
  return (Array.isArray(list) ? (list as Field[]) : []).flatMap((one, position) => {
    if (!isBag(one)) return [];
    const leaf: Leaf = {
      field: one,
      name: `${prefix}${typeof one["name"] === "string" ? one["name"] : ""}`,
      at: `${path}[${position}]`,
    };
    return [leaf, ...everyField(one.fields, `${leaf.name}/`, `${leaf.at}.fields`)];
  });
}
