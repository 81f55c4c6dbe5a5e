import type { HonoRequest } from "hono";
import { z } from "zod";
import { ServiceError } from "../errors";
import { invalid, invalidMembers } from "./refusal";

/** The JSON body of a request, as `parse` reads it; 415 for another media type, 400 for what is not JSON. */
export async function jsonBody(request: HonoRequest, parse: (text: string) => unknown = JSON.parse): Promise<unknown> {
  const type = request.header("content-type") ?? "application/json";
  if (!/json/i.test(type)) throw new ServiceError(415, "UnsupportedMediaType", "The body must be application/json.");
  try {
    return parse(await request.text());
  } catch {
    throw invalid("The body is not valid JSON.");
  }
}

/** The value as the schema reads it; 400 naming every wrong member by its path, for example `fields[0].name`. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidMembers(
    result.error.issues.map((issue) => `${z.core.toDotPath(issue.path) || "the body"} ${reason(issue)}`),
  );
}

function reason(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined")
    ? "is required"
    : `is wrong: ${issue.message}`;
}
