import * as z from "zod";
import { defineFunction } from "../../core/function";
import { secret } from "../../core/marks";
import { fill } from "../../core/url";
import { keysOf } from "./endpointKeys";
import { ENDPOINT } from "./endpointTurn";
import { inWorkspace } from "../shared";

/** The arguments that name an endpoint. */
export const ofEndpoint = {
  ...inWorkspace,
  endpoint: z.string().min(1).describe("The name of the endpoint, whose authMode is `Key`."),
};

/** Both keys of an endpoint. */
export const keys = z.object({
  primaryKey: z.string().meta(secret).describe("The primary key."),
  secondaryKey: z.string().meta(secret).describe("The secondary key."),
});

/** POST {endpoint}/listKeys. */
export const listEndpointKeys = defineFunction({
  kind: "ml:listEndpointKeys",
  description: 'The keys of an online endpoint: document 1, "get endpoint keys".',
  apis: ["ml"],
  args: z.strictObject(ofEndpoint),
  result: keys,
  call: (args, context) => keysOf(fill(ENDPOINT, args, context.settings), context),
});
