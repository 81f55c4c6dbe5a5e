import type { HonoRequest } from "hono";
import { z } from "zod";
import { invalid } from "./refusal";

/** The most characters of a conversation, which no model's context exceeds. */
const longest = 1_000_000;
const tooLong = `a conversation may have at most ${longest} characters`;

/** What the service needs to know of a conversation, in a chat completion and in a token count. */
export const conversation = {
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1)
    .refine((messages) => messages.reduce((sum, { content }) => sum + content.length, 0) <= longest, tooLong),
};

/** A message of a conversation. */
export type Message = z.infer<(typeof conversation)["messages"]>[number];

/** The JSON body of a request as the schema reads it; 400 for what is not JSON, and naming each wrong member. */
export async function bodyOf<T>(request: HonoRequest, schema: z.ZodType<T>): Promise<T> {
  const value: unknown = await request.json().catch(() => {
    throw invalid("The body is not valid JSON.");
  });
  return checked(schema, value);
}

/** The query of a request as the schema reads it; 400 naming each wrong parameter. */
export function queryOf<T>(request: HonoRequest, schema: z.ZodType<T>): T {
  return checked(schema, request.query());
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map((issue) => `${z.core.toDotPath(issue.path) || "body"}: ${issue.message}`).join("; "),
  );
}
