import * as z from "zod";
import { camelCase } from "../core/camelCase";
import { UserError } from "../core/errors";
import { defineFunction } from "../core/function";
import { sendWrite } from "../core/http";
import { isBag, present, type Bag } from "../core/wire";

const time = z.number().optional();

/** What is known of a run; whatever else the service tells is in the result as well. */
const run = z.looseObject({
  id: z.string().describe("The ID of the run."),
  status: z.string().optional().describe("The status, for example `queued`."),
  threadId: z.string().optional().describe("The ID of the thread that the run has made."),
  assistantId: z.string().optional().describe("The ID of the assistant."),
  createdAt: time.describe("When the run was created, in seconds since 1970."),
  startedAt: time.describe("When the run started, in seconds since 1970."),
  expiresAt: time.describe("When the run expires, in seconds since 1970."),
  completedAt: time.describe("When the run completed, in seconds since 1970."),
  lastError: z
    .object({ code: z.string().describe("The error code."), message: z.string().describe("What went wrong.") })
    .optional()
    .describe("Why the run failed."),
  usage: z
    .object({
      promptTokens: z.number().describe("The tokens of what the model was given."),
      completionTokens: z.number().describe("The tokens of what it answered."),
      totalTokens: z.number().describe("The tokens of both."),
    })
    .optional()
    .describe("The tokens that were used, once the run has ended."),
  metadata: z.record(z.string(), z.any()).optional().describe("What was attached to the run."),
});

/** POST /compat/threads/runs. */
export const startAgentRun = defineFunction({
  kind: "ml:startAgentRun",
  description: 'Starts a run of an assistant on a new thread and gives the run: document 1, "Start the service run".',
  apis: ["agent"],
  changes: true,
  args: z.strictObject({
    assistantId: z.string().min(1).describe("The ID of the assistant."),
    messages: z
      .array(
        z.strictObject({
          role: z.string().min(1).describe("Who speaks, for example `user`."),
          content: z.string().describe("What is said."),
        }),
      )
      .describe("The messages of the thread."),
  }),
  result: run,

  async call({ assistantId, messages }, { agent }) {
    const { body } = await sendWrite(agent, {
      method: "POST",
      path: "/compat/threads/runs",
      body: { assistant_id: assistantId, thread: { messages } },
    });
    if (!isBag(body) || typeof body["id"] !== "string")
      throw new UserError("POST /compat/threads/runs answered without a run");
    const { metadata, ...others } = body;
    return present({ ...(camelCase(others) as Bag), metadata }) as z.output<typeof run>;
  },
});
