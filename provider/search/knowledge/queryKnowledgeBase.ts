import * as z from "zod";
import { defineFunction } from "../../core/function";
import { path, readObject } from "../../core/http";
import { asNumber, asText, isBag } from "../../core/wire";

/** POST /knowledgebases/{knowledgeBase}/query. */
export const queryKnowledgeBase = defineFunction({
  kind: "search:queryKnowledgeBase",
  description: 'Asks a knowledge base a question in natural language: document 2, "Query knowledge base".',
  apis: ["search"],

  args: z.strictObject({
    knowledgeBase: z.string().min(1).describe("The name of the knowledge base."),
    query: z.string().min(1).describe("The question."),
    maxResults: z.int().min(1).optional().describe("How many sources at most."),
  }),

  result: z.object({
    answer: z.string().describe("The answer; empty when there is none."),
    sources: z
      .array(
        z
          .object({
            id: z.string().describe("What the source is known by, for example the key of a document."),
            content: z.string().describe("What the source says."),
            relevanceScore: z.number().describe("How near the content is to the question."),
          })
          .meta({ title: "AnswerSource" })
          .describe("Content that an answer rests on."),
      )
      .describe("What the answer rests on, the nearest first."),
  }),

  async call({ knowledgeBase, ...body }, { search }) {
    const { body: reply } = await readObject(search, {
      method: "POST",
      path: path`/knowledgebases/${knowledgeBase}/query`,
      body,
      repeat: "always",
    });
    const sources = Array.isArray(reply["sources"]) ? reply["sources"].filter(isBag) : [];
    return {
      answer: asText(reply["answer"]),
      sources: sources.map(({ id, content, relevanceScore }) => ({
        id: asText(id),
        content: asText(content),
        relevanceScore: asNumber(relevanceScore),
      })),
    };
  },
});
