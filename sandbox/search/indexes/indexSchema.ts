import { z } from "zod";
import { checked } from "../body";
import { nameSchema } from "../name";
import { invalidMembers } from "../refusal";
import { isText } from "./edmType";
import { type Leaf, fieldSchema, leaves, withDefaults } from "./field";
import { fieldMistakes } from "./fieldRules";
import { semanticMistakes, semanticSchema } from "./semanticSchema";
import { vectorSearchMistakes, vectorSearchSchema } from "./vectorSearchSchema";

const named = z
  .array(z.looseObject({ name: z.string().min(1) }))
  .nullish()
  .transform((list) => list ?? []);

const suggester = z.object({
  name: z.string().min(1),
  searchMode: z.literal("analyzingInfixMatching").default("analyzingInfixMatching"),
  sourceFields: z.array(z.string()).min(1),
});

const similarity = z.object({
  "@odata.type": z.string(),
  k1: z.number().nullable().default(null),
  b: z.number().nullable().default(null),
});

const indexSchema = z.object({
  name: nameSchema,
  description: z.string().nullable().default(null),
  defaultScoringProfile: z.string().nullable().default(null),
  fields: z
    .array(fieldSchema)
    .min(1)
    .max(1000)
    .transform((fields) => fields.map(withDefaults)),
  scoringProfiles: named,
  corsOptions: z
    .object({ allowedOrigins: z.array(z.string()), maxAgeInSeconds: z.int().default(300) })
    .nullable()
    .default(null),
  suggesters: z
    .array(suggester)
    .max(1)
    .nullish()
    .transform((list) => list ?? []),
  analyzers: named,
  tokenizers: named,
  tokenFilters: named,
  charFilters: named,
  normalizers: named,
  encryptionKey: z.looseObject({}).nullable().default(null),
  similarity: similarity
    .nullish()
    .transform((sent) => sent ?? { "@odata.type": "#Provider.Search.BM25Similarity", k1: null, b: null }),
  semantic: semanticSchema.nullable().default(null),
  vectorSearch: vectorSearchSchema.nullable().default(null),
});

/** An index as the service keeps it: as sent, with every default filled in. */
export type Index = z.output<typeof indexSchema>;

/** The index that a body defines; 400 naming all that is wrong in it. */
export function indexOf(body: unknown): Index {
  const index = checked(indexSchema, body);
  const fields = leaves(index.fields);
  const mistakes = [
    ...fieldMistakes(index.fields, names(index.vectorSearch?.profiles), names(index.analyzers)),
    ...(index.vectorSearch === null ? [] : vectorSearchMistakes(index.vectorSearch)),
    ...(index.semantic === null ? [] : semanticMistakes(index.semantic, fields)),
    ...suggesterMistakes(index, fields),
  ];
  if (index.defaultScoringProfile !== null && !names(index.scoringProfiles).includes(index.defaultScoringProfile)) {
    mistakes.push(`defaultScoringProfile names '${index.defaultScoringProfile}', which scoringProfiles does not have`);
  }
  if (mistakes.length > 0) throw invalidMembers(mistakes);
  return index;
}

/** The name of the field that documents are addressed by. Throws an error for an index without one. */
export function keyField(index: Index): string {
  const field = leaves(index.fields).find((each) => each.key);
  if (field === undefined) throw new Error(`The index '${index.name}' has no key field`);
  return field.path;
}

function names(list: { name: string }[] = []): string[] {
  return list.map((each) => each.name);
}

function suggesterMistakes({ suggesters }: Index, fields: Leaf[]): string[] {
  const usable = fields.filter((field) => isText(field.type) && field.searchable).map((field) => field.path);
  return suggesters.flatMap(({ sourceFields }) =>
    sourceFields
      .filter((name) => !usable.includes(name))
      .map((name) => `suggesters[0].sourceFields names '${name}', which is no searchable string field`),
  );
}
