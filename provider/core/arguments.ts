import * as z from "zod";
import { unsent } from "./marks";

/** The arguments that every resource has. */
export const common = {
  adopt: z
    .enum(["identical", "always", "never"])
    .optional()
    .meta(unsent)
    .describe(
      "What a create does with a resource that exists already: `identical` takes it over when all that is " +
        "declared holds, `always` takes it over and changes it, `never` fails; default is the configuration key " +
        "`adopt`.",
    ),
};

/** The argument of resources of which a replacement may be created before the old one is deleted. */
export const onReplace = z
  .enum(["createFirst", "deleteFirst"])
  .optional()
  .meta(unsent)
  .describe(
    "What a replacement does: `deleteFirst` (default) deletes the old one, then creates the new one under the same " +
      "name; `createFirst` creates the new one under a name of its own, `{name}-` and six digits of a hash, and " +
      "deletes the old one when all that refers to it has followed.",
  );
