import * as z from "zod";
import { defineFunction } from "../../core/function";
import { fill } from "../../core/url";
import { regenerateKey } from "./endpointKeys";
import { ENDPOINT, inTurn } from "./endpointTurn";
import { keys, ofEndpoint } from "./listEndpointKeys";

/** POST {endpoint}/regenerateKeys. */
export const regenerateEndpointKey = defineFunction({
  kind: "ml:regenerateEndpointKey",
  description:
    "Regenerates one key of an online endpoint and gives both; the old one stops to work: document 1, " +
    '"regenerate endpoint keys".',
  apis: ["ml"],
  changes: true,
  args: z.strictObject({
    ...ofEndpoint,
    keyType: z.enum(["primary", "secondary"]).default("primary").describe("The key to regenerate."),
  }),
  result: keys,
  call: (args, context) => {
    const endpoint = fill(ENDPOINT, args, context.settings);
    return inTurn(endpoint, context, () => regenerateKey(endpoint, args.keyType, context));
  },
});
