import { z } from "zod";

/** Names of indexes, knowledge sources and knowledge bases. */
export const nameSchema = z
  .string()
  .min(2)
  .max(128)
  .regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, "a name has lower-case letters and digits, with single dashes between them");
