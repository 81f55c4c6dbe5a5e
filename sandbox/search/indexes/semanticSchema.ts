import { z } from "zod";
import { isText } from "./edmType";
import type { Leaf } from "./field";

const fieldName = z.object({ fieldName: z.string() });

/** `semantic` of an index, with the service's defaults filled in. */
export const semanticSchema = z.object({
  defaultConfiguration: z.string().nullable().default(null),
  configurations: z
    .array(
      z.object({
        name: z.string().min(1),
        rankingOrder: z.enum(["BoostedRerankerScore", "RerankerScore"]).default("BoostedRerankerScore"),
        flightingOptIn: z.boolean().default(false),
        prioritizedFields: z.object({
          titleField: fieldName.nullable().default(null),
          prioritizedContentFields: z.array(fieldName).default([]),
          prioritizedKeywordsFields: z.array(fieldName).default([]),
        }),
      }),
    )
    .default([]),
});

/** The semantic configurations of an index. */
export type Semantic = z.output<typeof semanticSchema>;
/** Which fields tell what a document means. */
export type SemanticConfiguration = Semantic["configurations"][number];

/** The fields of a configuration in the order of their priority. */
export function prioritizedNames({ prioritizedFields }: SemanticConfiguration): string[] {
  const { titleField, prioritizedContentFields, prioritizedKeywordsFields } = prioritizedFields;
  const title = titleField === null ? [] : [titleField];
  return [...title, ...prioritizedContentFields, ...prioritizedKeywordsFields].map((field) => field.fieldName);
}

/** What the configurations name that does not exist or does not fit, each with the path of the member. */
export function semanticMistakes({ defaultConfiguration, configurations }: Semantic, fields: Leaf[]): string[] {
  const readable = fields
    .filter((field) => isText(field.type) && field.searchable && field.retrievable)
    .map((field) => field.path);
  const wrong = configurations.flatMap((configuration, position) => {
    const at = `semantic.configurations[${position}]`;
    const names = prioritizedNames(configuration);
    const isDuplicate = configurations.findIndex((each) => each.name === configuration.name) < position;
    return [
      ...(isDuplicate ? [`${at}.name is taken by another configuration`] : []),
      ...(names.length === 0 ? [`${at}.prioritizedFields must name a field`] : []),
      ...names
        .filter((name) => !readable.includes(name))
        .map((name) => `${at}.prioritizedFields names '${name}', which is no searchable and retrievable string field`),
    ];
  });
  const known = defaultConfiguration === null || configurations.some((each) => each.name === defaultConfiguration);
  return known
    ? wrong
    : [
        ...wrong,
        `semantic.defaultConfiguration names '${defaultConfiguration}', which semantic.configurations does not have`,
      ];
}
