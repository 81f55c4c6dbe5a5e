import * as z from "zod";
import type { Mistake } from "../../core/check";
import { references } from "../../core/marks";
import { defineResource } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { isUnknown, type Bag } from "../../core/wire";
import { definition, name } from "../shared";

/** A knowledge base: document 2, "Knowledge base". */
export const knowledgeBase = defineResource({
  kind: "search:KnowledgeBase",
  description: "A knowledge base: knowledge sources that together answer questions in natural language.",
  listed: "The knowledge bases of the search service.",
  rules: baseRules,

  ...restVerbs({
    ...definition,
    url: "/knowledgebases/{name}",
    list: "/knowledgebases",
    create: "post",

    inputs: z.object({
      name,
      knowledgeSources: z
        .array(z.string().min(1))
        .min(1)
        .meta(references("search:KnowledgeSource", { whenReplaced: "replace" }))
        .describe("The names of the knowledge sources."),
      description: z.string().optional().describe("What the base knows."),
      outputMode: z
        .enum(["rawContent", "answerSynthesis"])
        .optional()
        .describe("What an answer is: the content that was found, or a text that a language model makes of it."),
      answerSynthesisConfiguration: z
        .strictObject({
          resourceUri: z.string().min(1).describe("The address of the language model's service."),
          deploymentId: z.string().min(1).describe("The deployment of the language model."),
          modelName: z.string().min(1).describe("The name of the language model."),
        })
        .meta({ title: "AnswerSynthesisConfiguration" })
        .optional()
        .describe("The language model that makes the answers, needed for `answerSynthesis`."),
    }),
  }),
});

function* baseRules({ knowledgeSources, outputMode, answerSynthesisConfiguration }: Bag): Iterable<Mistake> {
  if (outputMode === "answerSynthesis" && answerSynthesisConfiguration === undefined)
    yield { path: "answerSynthesisConfiguration", reason: "is required of the output mode `answerSynthesis`" };
  const names = Array.isArray(knowledgeSources) ? (knowledgeSources as unknown[]) : [];
  for (const [position, one] of names.entries())
    if (!isUnknown(one) && names.indexOf(one) < position)
      yield { path: `knowledgeSources[${position}]`, reason: "is named twice" };
}
