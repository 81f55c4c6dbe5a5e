import { isCollection, isText, isVector } from "./edmType";
import { type Field, type ValueField, isComplexField } from "./field";

/**
 * What is wrong with the fields of an index, each mistake with the path of its field; `profiles` and `analyzers` are
 * the names that the index defines beside them.
 */
export function fieldMistakes(fields: Field[], profiles: string[], analyzers: string[]): string[] {
  const keys = fields.filter((field) => !isComplexField(field) && field.key);
  return [
    ...(keys.length === 1 ? [] : [`fields must have exactly one key field, and these have ${keys.length}`]),
    ...nested(fields, "fields", profiles, analyzers, true),
  ];
}

function nested(fields: Field[], path: string, profiles: string[], analyzers: string[], top: boolean): string[] {
  const names = fields.map((field) => field.name.toLowerCase());
  return fields.flatMap((field, position) => {
    const at = `${path}[${position}]`;
    const double = names.indexOf(field.name.toLowerCase()) < position ? [`${at}.name is taken by another field`] : [];
    if (isComplexField(field)) {
      const empty = field.fields.length === 0 ? [`${at}.fields must not be empty`] : [];
      return [...double, ...empty, ...nested(field.fields, `${at}.fields`, profiles, analyzers, false)];
    }
    return [...double, ...valueFieldMistakes(field, profiles, analyzers, top).map((mistake) => `${at}.${mistake}`)];
  });
}

function valueFieldMistakes(field: ValueField, profiles: string[], analyzers: string[], top: boolean): string[] {
  const vector = isVector(field.type);
  const rules: [boolean, string][] = [
    [field.key && (field.type !== "Edm.String" || !top), "key must be a field of type Edm.String at the top level"],
    [field.key && !field.retrievable, "retrievable must be true of the key field"],
    [!vector && field.searchable && !isText(field.type), `searchable cannot be true of the type ${field.type}`],
    [!vector && field.sortable && isCollection(field.type), "sortable cannot be true of a collection"],
    [!vector && !field.stored, "stored can be false only of a vector field"],
    [!vector && field.dimensions !== null, "dimensions belongs to vector fields only"],
    [!vector && field.vectorSearchProfile !== null, "vectorSearchProfile belongs to vector fields only"],
    [vector && !field.searchable, "searchable must be true of a vector field"],
    [
      vector && (field.filterable || field.sortable || field.facetable),
      "filterable, sortable and facetable cannot be true of a vector field",
    ],
    [vector && !field.stored && field.retrievable, "retrievable must be false where stored is false"],
    [vector && field.dimensions === null, "dimensions is required of a vector field"],
    [vector && field.vectorSearchProfile === null, "vectorSearchProfile is required of a vector field"],
    [
      field.vectorSearchProfile !== null && !profiles.includes(field.vectorSearchProfile),
      `vectorSearchProfile names '${field.vectorSearchProfile}', which vectorSearch.profiles does not have`,
    ],
    [
      field.analyzer !== null && (field.indexAnalyzer ?? field.searchAnalyzer) !== null,
      "analyzer excludes indexAnalyzer and searchAnalyzer",
    ],
    [
      (field.indexAnalyzer === null) !== (field.searchAnalyzer === null),
      "indexAnalyzer and searchAnalyzer need each other",
    ],
    ...[field.analyzer, field.indexAnalyzer, field.searchAnalyzer].map((name): [boolean, string] => [
      name !== null && !isAnalyzer(name, analyzers),
      `analyzer '${name}' does not exist`,
    ]),
  ];
  return rules.filter(([broken]) => broken).map(([, mistake]) => mistake);
}

/** Analyzers of the service itself; those of languages are recognised by their suffix. */
const builtIn = [
  "keyword",
  "pattern",
  "simple",
  "stop",
  "whitespace",
  "standard.lucene",
  "standardasciifolding.lucene",
];

function isAnalyzer(name: string, defined: string[]): boolean {
  return builtIn.includes(name) || defined.includes(name) || /^[\w-]+\.(lucene|microsoft)$/.test(name);
}
