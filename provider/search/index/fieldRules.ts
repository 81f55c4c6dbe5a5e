import type { Mistake } from "../../core/check";
import { isUnknown } from "../../core/wire";
import { edmTypes, isCollection, isComplex, isPlace, isText, isVector } from "./edmType";
import { everyField, type Field } from "./field";
import { dangling, doubles } from "./names";

/**
 * What the service would refuse of the fields of an index; `profiles` are the names of its vector search profiles, when
 * they are known.
 */
export function* fieldRules(fields: unknown, profiles: readonly string[] | undefined): Iterable<Mistake> {
  if (!Array.isArray(fields)) return;
  yield* keyRules(fields as Field[]);
  yield* doubles("fields", fields, true);
  for (const { field, at, name } of everyField(fields)) {
    yield* doubles(`${at}.fields`, field.fields, true);
    if (!edmTypes.includes(field.type)) continue;
    for (const [attribute, broken, reason] of attributeRules(field, name.includes("/")))
      if (broken) yield { path: `${at}.${attribute}`, reason };
    if (isVector(field.type))
      yield* dangling(`${at}.vectorSearchProfile`, field.vectorSearchProfile, profiles, "a profile of vectorSearch");
  }
}

function* keyRules(fields: Field[]): Iterable<Mistake> {
  const keys = fields.filter((one) => one.key === true).length;
  const open = fields.some((one) => isUnknown(one) || isUnknown(one.key));
  if (keys > 1 || (keys === 0 && !open))
    yield {
      path: "fields",
      reason: `must have exactly one field with \`key: true\`, and ${keys === 0 ? "none has" : `${keys} have`} it`,
    };
}

/** Attributes that do not fit the type of a field: the attribute, whether it is wrong, and why. */
function attributeRules(field: Field, nested: boolean): [keyof Field, boolean, string][] {
  const { type } = field;
  const [vector, complex, several] = [isVector(type), isComplex(type), isCollection(type)];
  const vectorsOnly = (attribute: keyof Field): [keyof Field, boolean, string] => [
    attribute,
    !vector && field[attribute] !== undefined,
    "belongs to vector fields",
  ];
  const notComplex = (
    [
      "key",
      "searchable",
      "filterable",
      "sortable",
      "facetable",
      "retrievable",
      "stored",
      "analyzer",
      "indexAnalyzer",
      "searchAnalyzer",
      "normalizer",
      "synonymMaps",
    ] as const
  ).map((attribute): [keyof Field, boolean, string] => [
    attribute,
    complex && field[attribute] !== undefined,
    "belongs to the fields of a complex type, not to the complex field",
  ]);
  return [
    ...notComplex,
    ["fields", complex && field.fields === undefined, "is required of a complex type"],
    ["fields", !complex && field.fields !== undefined, "belongs to complex types"],
    [
      "key",
      field.key === true && (type !== "Edm.String" || nested),
      "can be set only of a top-level field of type `Edm.String`",
    ],
    ["retrievable", field.key === true && field.retrievable === false, "must be true of the key"],
    ["dimensions", vector && field.dimensions === undefined, "is required of a vector"],
    ["vectorSearchProfile", vector && field.vectorSearchProfile === undefined, "is required of a vector"],
    vectorsOnly("dimensions"),
    vectorsOnly("vectorSearchProfile"),
    [
      "vectorEncoding",
      field.vectorEncoding !== undefined && type !== "Collection(Edm.Byte)",
      "belongs to fields of type `Collection(Edm.Byte)`",
    ],
    ["stored", !vector && field.stored === false, "can be false only of a vector"],
    ["retrievable", field.stored === false && field.retrievable === true, "must be false where `stored` is"],
    ["searchable", vector && field.searchable === false, "must be true of a vector"],
    [
      "searchable",
      !vector && !complex && !isText(type) && field.searchable === true,
      "can be true only of text and vectors",
    ],
    ["filterable", vector && field.filterable === true, "cannot be true of a vector"],
    ["sortable", several && !complex && field.sortable === true, "cannot be true of a collection"],
    ["facetable", (vector || isPlace(type)) && field.facetable === true, "cannot be true of this type"],
    [
      "analyzer",
      field.analyzer !== undefined && (field.indexAnalyzer ?? field.searchAnalyzer) !== undefined,
      "excludes `indexAnalyzer` and `searchAnalyzer`",
    ],
    [
      "indexAnalyzer",
      field.searchAnalyzer !== undefined && field.indexAnalyzer === undefined,
      "is required with `searchAnalyzer`",
    ],
    [
      "searchAnalyzer",
      field.indexAnalyzer !== undefined && field.searchAnalyzer === undefined,
      "is required with `indexAnalyzer`",
    ],
  ];
}
