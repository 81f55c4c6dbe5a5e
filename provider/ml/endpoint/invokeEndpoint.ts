import * as z from "zod";
import { ApiError } from "../../core/errors";
import { defineFunction } from "../../core/function";
import { secret } from "../../core/marks";
import { failureIn, score } from "./scoring";

/** POST {scoringUri}. */
export const invokeEndpoint = defineFunction({
  kind: "ml:invokeEndpoint",
  description:
    'Sends a scoring request to an online endpoint and gives the JSON answer: document 1, "Invoke endpoint". ' +
    "An answer `{error, error_type}` raises an error.",
  apis: ["scoring"],
  args: z.strictObject({
    scoringUri: z.url({ protocol: /^https?$/ }).describe("The address for scoring, an output of the endpoint."),
    key: z.string().min(1).optional().meta(secret).describe("A key of the endpoint, when its authMode is `Key`."),
    token: z.string().min(1).optional().meta(secret).describe("A token of the caller, for the other authModes."),
    body: z.any().describe("The request as the scoring script expects it, for example `{data: [[1, 2]]}`."),
    deployment: z.string().min(1).optional().describe("The deployment to ask, whatever its share of the traffic."),
  }),
  result: z.any(),

  *rules({ key, token }) {
    if ((key === undefined) === (token === undefined)) yield { path: "key", reason: "give either `key` or `token`" };
  },

  async call({ key, token, ...request }, { scoring }) {
    const answer = await score({ client: scoring, credential: (key ?? token)! }, request);
    const failure = failureIn(answer);
    if (failure !== undefined)
      throw new ApiError("POST", new URL(request.scoringUri).pathname, answer.status, failure.type, failure.error);
    return answer.body;
  },
});
