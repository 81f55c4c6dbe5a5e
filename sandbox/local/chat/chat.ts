import { Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../../context";
import { bodyOf, conversation } from "../body";
import type { Models } from "../models/models";
import { invalid } from "../refusal";
import { streamed } from "../streamed";
import { chunksOf } from "./chunks";
import { complete } from "./completion";
import { countTokens } from "./tokenizer";

const count = z.int().min(1).nullish();
const penalty = z.number().min(-2).max(2).nullish();

const chatSchema = z.object({
  ...conversation,
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: count,
  max_completion_tokens: count,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
});

const countSchema = z.object(conversation);

/** The routes of chat completions and of the token count. */
export function chatRoutes(context: Context, models: Models): Router {
  const app: Router = new Hono();
  const settings = context.collection<number>("local/settings");

  app.post("/v1/chat/completions", async (c) => {
    const request = await bodyOf(c.req, chatSchema);
    const { name, task } = models.find(request.model, "loaded");
    if (task !== "chat-completion") throw invalid(`${name} is for ${task}, not for chat-completion.`);
    if (!models.isLoaded(name)) throw invalid(`Model not loaded: ${name}`);
    models.use(name);
    const answered = (settings.get("answers") ?? 0) + 1;
    settings.set("answers", answered);
    const completion = complete(request.messages, request.max_completion_tokens ?? request.max_tokens ?? Infinity);
    const record = (object: string) => ({
      id: `chat.id.${answered}`,
      object,
      created: Math.floor(context.now() / 1000),
      model: name,
      system_fingerprint: null,
    });
    if (request.stream === true) {
      const includeUsage = request.stream_options?.include_usage === true;
      const chunks = chunksOf(completion, record("chat.completion.chunk"), {
        includeUsage,
        errorAfter: context.behaviour.chatErrorAfterChunks,
      });
      return streamed(chunks, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache",
        Connection: "keep-alive",
      });
    }
    const message = { role: "assistant", content: completion.pieces.join("") };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: completion.finish_reason }];
    return c.json({ ...record("chat.completion"), choices, usage: completion.usage });
  });

  app.post("/v1/chat/completions/tokenizer/encode/count", async (c) => {
    const { model, messages } = await bodyOf(c.req, countSchema);
    const { name } = models.find(model, "cached");
    if (!models.isCached(name))
      throw invalid(`Model not cached: The tokenizer of ${name} must be downloaded before counting`);
    return c.json({ tokenCount: countTokens(messages) });
  });
  return app;
}
