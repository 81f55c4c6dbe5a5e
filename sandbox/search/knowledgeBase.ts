import { z } from "zod";
import type { Router } from "../context";
import { checked, jsonBody } from "./body";
import { definitionRoutes } from "./definitions";
import { answerTo, querySchema } from "./knowledgeQuery";
import { nameSchema } from "./name";
import { invalidMembers, notFound } from "./refusal";
import type { SearchState } from "./state";

const baseSchema = z.looseObject({
  name: nameSchema,
  description: z.string().nullable().default(null),
  knowledgeSources: z.array(z.string()).min(1),
  outputMode: z.enum(["rawContent", "answerSynthesis"]).nullable().default(null),
  answerSynthesisConfiguration: z
    .looseObject({ resourceUri: z.string(), deploymentId: z.string(), modelName: z.string() })
    .nullable()
    .default(null),
  encryptionKey: z.looseObject({}).nullable().default(null),
});

/** A knowledge base as the service keeps it. */
export type KnowledgeBase = z.output<typeof baseSchema>;

/** The routes of knowledge bases. */
export function knowledgeBaseRoutes(app: Router, state: SearchState): void {
  definitionRoutes<KnowledgeBase>(app, state.context, {
    path: "knowledgebases",
    noun: "knowledge base",
    held: state.bases,
    accept: (body) => {
      const base = checked(baseSchema, body);
      const mistakes = base.knowledgeSources.flatMap((name, position) =>
        state.sources.get(name) === undefined
          ? [`knowledgeSources[${position}] names the knowledge source '${name}', which does not exist`]
          : [],
      );
      if (base.outputMode === "answerSynthesis" && base.answerSynthesisConfiguration === null) {
        mistakes.push("answerSynthesisConfiguration is required for the outputMode 'answerSynthesis'");
      }
      if (mistakes.length > 0) throw invalidMembers(mistakes);
      return base;
    },
  });
  app.post("/knowledgebases/:name/query", async (c) => {
    const { name } = c.req.param();
    const base = state.bases.get(name);
    if (base === undefined) throw notFound("knowledge base", name);
    return c.json(answerTo(state, base, checked(querySchema, await jsonBody(c.req))));
  });
}
