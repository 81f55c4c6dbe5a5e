import type { Context as Call } from "hono";
import type { z } from "zod";
import { ServiceError } from "../errors";
import { isTooDeep } from "./json";

/** The JSON body of a request to the sandbox itself as the schema reads it; throws 400 that names each mistake. */
export async function bodyOf<T>(c: Call, schema: z.ZodType<T>): Promise<T> {
  const value: unknown = await c.req.json().catch(() => {
    throw new ServiceError(400, "BadRequest", "The body is not JSON.");
  });
  if (isTooDeep(value)) throw new ServiceError(400, "BadRequest", "The body is nested too deeply.");
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": "));
  throw new ServiceError(400, "BadRequest", mistakes.join("; "));
}
