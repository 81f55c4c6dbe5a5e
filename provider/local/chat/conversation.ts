import * as z from "zod";

const message = z
  .strictObject({
    role: z.enum(["system", "user", "assistant"]).describe("Who says it."),
    content: z.string().describe("The text."),
  })
  .meta({ title: "ChatMessage" })
  .describe("A message of a conversation.");

/** What a chat completion and a token count take: document 3, "Chat message". */
export const conversation = {
  model: z.string().min(1).describe("The name of the model, for example `id` of a `LoadedModel`."),
  messages: z.array(message).min(1).describe("The conversation so far, oldest first."),
};
