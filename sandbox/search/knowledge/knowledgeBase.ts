import type { Router } from "../../context";
import { checked, jsonBody } from "../body";
import { definitionRoutes } from "../definitions";
import { invalidMembers, notFound } from "../refusal";
import { answerTo, querySchema } from "./knowledgeQuery";
import { type KnowledgeBase, baseSchema } from "./schemas";
import type { SearchState } from "./state";

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
