import * as z from "zod";
import { UserError } from "../../core/errors";
import { defineFunction, defineStream } from "../../core/function";
import type { Call } from "../../core/http";
import { isBag } from "../../core/wire";
import { camelCase } from "../../core/camelCase";
import { conversation } from "./conversation";
import { chunksOf } from "./chunks";

/** What a model is asked: document 3, "Chat completion body". */
const args = z.strictObject({
  ...conversation,
  temperature: z.number().min(0).max(2).optional().describe("How varied the answer is, 0 to 2."),
  topP: z.number().min(0).max(1).optional().describe("The share of likely words that are considered, 0 to 1."),
  maxTokens: z.int().min(1).optional().describe("The most tokens to generate."),
  presencePenalty: z.number().min(-2).max(2).optional().describe("Positive values encourage new topics, -2 to 2."),
  frequencyPenalty: z.number().min(-2).max(2).optional().describe("Positive values discourage repetition, -2 to 2."),
});

const envelope = {
  id: z.string().catch("").describe("The unique identifier of the answer."),
  object: z.string().catch("").describe("The type of the record."),
  created: z.number().catch(0).describe("When it was made, in seconds since 1970; 0 when the service does not tell."),
  model: z.string().describe("The model that answered."),
};

const finishReason = z
  .union([z.string(), z.null()])
  .catch(null)
  .describe("Why the answer ended: `stop`, `length` or `function_call`; null while it goes on.");
const index = z.int().catch(0).describe("The place of the choice, from 0.");

const usage = z
  .looseObject({
    promptTokens: z.number().catch(0).describe("The tokens of the question."),
    completionTokens: z.number().catch(0).describe("The tokens of the answer."),
    totalTokens: z.number().catch(0).describe("The tokens of both."),
  })
  .meta({ title: "ChatUsage" })
  .optional()
  .catch(undefined)
  .describe("The tokens that were used, when the service tells.");

const answer = z
  .looseObject({
    role: z.string().catch("assistant").describe("Who says it."),
    content: z.string().catch("").describe("The text."),
  })
  .describe("The answer.");

const choice = z
  .looseObject({ index, message: answer, finishReason })
  .meta({ title: "ChatChoice" })
  .describe("One answer of a model.");

const completion = z.looseObject({
  ...envelope,
  choices: z.array(choice).describe("The answers, usually one."),
  usage,
});

const delta = z
  .looseObject({
    role: z.string().optional().catch(undefined).describe("Who says it, in the first chunk."),
    content: z.string().optional().catch(undefined).describe("The next piece of the text."),
  })
  .catch({})
  .describe("What is new since the last chunk.");

const chunkChoice = z
  .looseObject({ index, delta, finishReason })
  .meta({ title: "ChatChunkChoice" })
  .describe("A piece of one answer of a model.");

const chunk = z.looseObject({
  ...envelope,
  choices: z.array(chunkChoice).catch([]).describe("What is new, usually of one answer."),
  usage,
});

/** POST /v1/chat/completions. */
export const chatCompletion = defineFunction({
  kind: "local:chatCompletion",
  description: 'Asks a loaded model and gives its whole answer: document 3, "Chat completion".',
  apis: ["local"],
  minutes: 30,
  args,
  result: completion,
  async call(question, { local }) {
    const { body, status } = await local.send(request(question));
    const result = completion.safeParse({ model: question.model, ...defined(body) });
    if (!result.success) throw new UserError(`POST ${PATH} answered ${status} without a chat completion`);
    return result.data;
  },
});

/** POST /v1/chat/completions with `stream`: server-sent events. */
export const streamChatCompletion = defineStream({
  kind: "local:streamChatCompletion",
  description:
    "Asks a loaded model and gives its answer piece by piece; leaving the iteration closes the connection: " +
    'document 3, "Chat completion".',
  apis: ["local"],
  minutes: 30,
  args,
  result: chunk,
  async call(question, { local }) {
    const call = request(question, true);
    return chunksOf(await local.stream(call), call, (data) => chunk.parse({ model: question.model, ...defined(data) }));
  },
});

const PATH = "/v1/chat/completions";

/** A model may think for long before the first byte. */
const request = (
  { topP, maxTokens, presencePenalty, frequencyPenalty, ...rest }: z.output<typeof args>,
  stream?: true,
): Call => ({
  method: "POST",
  path: PATH,
  body: {
    ...rest,
    top_p: topP,
    max_tokens: maxTokens,
    presence_penalty: presencePenalty,
    frequency_penalty: frequencyPenalty,
    stream,
  },
  repeat: "always",
  silence: Infinity,
  ...(stream === true && { headers: { accept: "text/event-stream" } }),
});

/** The members of a record in camelCase, without what is null. */
const defined = (record: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isBag(record) ? (camelCase(record) as object) : {}).filter(([, value]) => value !== null),
  );
