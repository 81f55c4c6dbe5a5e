import { z } from "zod";
import type { Behaviour } from "../publicTypes";

const count = (least: number): z.ZodInt => z.int().min(least).max(1e9);
const seconds = z.number().min(0).max(1e9);

/** What may be changed of the behaviour, each member within the values that have a meaning; null takes a limit away. */
export const behaviourSchema = z
  .strictObject({
    operation: z.enum(["Azure-AsyncOperation", "Operation-Location", "Location", "provisioningState", "none"]),
    put: z.enum(["body", "empty", "accepted"]),
    polls: count(0),
    retryAfter: seconds.nullable(),
    echo: z.enum(["asSent", "otherForm"]),
    staleReads: count(0),
    pageSize: count(1),
    modelList: z.enum(["array", "page"]),
    mlRequestsPerSecond: count(0).nullable(),
    searchPageSize: count(1),
    searchRequestsPerSecond: count(0).nullable(),
    tokenLifetime: seconds,
    catalogList: z.enum(["object", "array"]),
    downloadForm: z.enum(["A", "B"]),
    localAnswers: z.enum(["empty", "status"]),
    sourceKinds: z.array(z.string().min(1)),
    localErrors: z.enum(["json", "text"]),
    statusCasing: z.enum(["PascalCase", "camelCase"]),
    chatErrorAfterChunks: count(0).nullable(),
  } satisfies Record<keyof Behaviour, z.ZodType>)
  .partial();
