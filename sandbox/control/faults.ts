import { z } from "zod";
import { ServiceError } from "../errors";
import type { Fault, Outcome } from "../publicTypes";
import { matches } from "./pattern";

const outcomeSchema = z.strictObject({
  status: z.enum(["Failed", "Canceled"]).describe("The status in which it ends."),
  error: z
    .strictObject({
      code: z.string().describe("The error code."),
      message: z.string().describe("What went wrong."),
      details: z.array(z.unknown()).exactOptional().describe("The errors below it."),
    })
    .exactOptional()
    .describe("Why it ends so; a general error when not given."),
});

/** A scripted disturbance of the requests that it matches. */
export const faultSchema = z
  .strictObject({
    match: z
      .string()
      .refine(isPattern, "is not a regular expression")
      .describe("A regular expression on `METHOD path`."),
    status: z.int().min(200).max(599).exactOptional().describe("The status to answer with instead of doing the work."),
    done: z
      .literal(true)
      .exactOptional()
      .describe("The work is done all the same, before the answer with `status` or `body`."),
    body: z.string().exactOptional().describe("The text to answer with; an error body of the status when not given."),
    headers: z
      .record(z.string(), z.string())
      .refine(areHeaders, "are no headers")
      .exactOptional()
      .describe("Headers of the answer."),
    retryAfter: z.number().min(0).max(1e9).exactOptional().describe("Seconds sent as `Retry-After`."),
    delayMs: z
      .number()
      .min(0)
      .max(3_600_000)
      .exactOptional()
      .describe("Milliseconds to wait before anything else happens."),
    drop: z
      .enum(["before", "midway", "after"])
      .exactOptional()
      .describe(
        "Breaks the connection before the work, after the first part of the answer, or after the work without " +
          "an answer.",
      ),
    outcome: outcomeSchema.exactOptional().describe("How the asynchronous operation that the request starts ends."),
    times: z.int().min(1).exactOptional().describe("How many requests it meets; 1 when not given."),
  })
  .refine(
    (fault) =>
      [fault.status, fault.body, fault.delayMs, fault.drop, fault.outcome].some((effect) => effect !== undefined),
    "a fault needs status, body, delayMs, drop or outcome",
  ) satisfies z.ZodType<Fault>;

/** Takes the first fault that matches `METHOD path` and has no `outcome`, and counts it as used. */
export function takeFault(faults: Fault[], request: string): Fault | undefined {
  return take(faults, request, (fault) => fault.outcome === undefined);
}

/** Takes the outcome of the first fault that matches `METHOD path` and has one, and counts it as used. */
export function takeOutcome(faults: Fault[], request: string): Outcome | undefined {
  return take(faults, request, (fault) => fault.outcome !== undefined)?.outcome;
}

function take(faults: Fault[], request: string, wanted: (fault: Fault) => boolean): Fault | undefined {
  const at = faults.findIndex((fault) => wanted(fault) && hits(fault, request, faults));
  const fault = faults[at];
  if (fault === undefined) return undefined;
  const left = (fault.times ?? 1) - 1;
  faults.splice(at, 1, ...(left > 0 ? [{ ...fault, times: left }] : []));
  return fault;
}

/** Whether a fault meets the request; throws, and removes the fault, when that cannot be told in time. */
function hits(fault: Fault, request: string, faults: Fault[]): boolean {
  const hit = matches(fault.match, request);
  if (hit !== undefined) return hit;
  faults.splice(faults.indexOf(fault), 1);
  throw new ServiceError(
    500,
    "SlowFault",
    "The pattern of a fault took too long on this request; the fault is removed.",
  );
}

function areHeaders(headers: Record<string, string>): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
