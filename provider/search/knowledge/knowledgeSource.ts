import * as z from "zod";
import type { Mistake } from "../../core/check";
import { references, replace } from "../../core/marks";
import { defineResource } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { isUnknown, type Bag } from "../../core/wire";
import { definition, name } from "../shared";
import { blobParameters, libraryOnlineParameters, webParameters } from "./parameters";

const fieldName = z
  .strictObject({ name: z.string().min(1).describe("The name of the field.") })
  .meta({ title: "KnowledgeSourceField" })
  .describe("A field of the index.");
/** The argument that holds the parameters of each kind. */
const parameters: Record<string, string> = {
  searchIndex: "searchIndexParameters",
  blob: "blobParameters",
  libraryOnline: "libraryOnlineParameters",
  web: "webParameters",
};

/** A knowledge source: document 2, "Knowledge source". */
export const knowledgeSource = defineResource({
  kind: "search:KnowledgeSource",
  description: "A knowledge source: where a knowledge base finds content, for example an index.",
  listed: "The knowledge sources of the search service.",
  rules: kindRules,

  ...restVerbs({
    ...definition,
    url: "/knowledgesources/{name}",
    list: "/knowledgesources",
    create: "post",

    inputs: z.object({
      name,
      kind: z.enum(["searchIndex", "blob", "libraryOnline", "web"]).meta(replace).describe("Where the content is."),
      description: z.string().optional().describe("What the source knows."),
      searchIndexParameters: z
        .strictObject({
          searchIndexName: z
            .string()
            .min(1)
            .meta(references("search:Index", { whenReplaced: "replace" }))
            .describe("The name of the index."),
          sourceDataFields: z.array(fieldName).optional().describe("The fields that make up the content of an answer."),
          searchFields: z
            .array(fieldName)
            .optional()
            .describe("The fields that are searched; default is all that are searchable."),
          semanticConfigurationName: z.string().min(1).optional().describe("The semantic configuration that ranks."),
        })
        .meta({ title: "SearchIndexParameters" })
        .optional()
        .describe("The parameters of the kind `searchIndex`, which needs them."),
      blobParameters,
      libraryOnlineParameters,
      webParameters,
    }),
  }),
});

/** The parameters of the declared kind, and of no other. */
function* kindRules(inputs: Bag): Iterable<Mistake> {
  const { kind } = inputs;
  if (typeof kind !== "string" || isUnknown(kind) || !(kind in parameters)) return;
  if (kind === "searchIndex" && inputs["searchIndexParameters"] === undefined)
    yield { path: "searchIndexParameters", reason: "is required of the kind `searchIndex`" };
  for (const [other, argument] of Object.entries(parameters)) {
    if (other !== kind && inputs[argument] !== undefined)
      yield { path: argument, reason: `belongs to the kind \`${other}\`` };
  }
}
