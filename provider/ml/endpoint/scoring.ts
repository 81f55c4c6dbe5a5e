import { isPage, PAGE } from "../../core/answer";
import { UserError } from "../../core/errors";
import { readObject, type Answer, type Http } from "../../core/http";
import type { Context } from "../../core/resource";
import { asText, isBag, member } from "../../core/wire";
import { keysOf } from "./endpointKeys";
import { LATER_VERSION } from "../shared";

/** Who scores: the client that calls, and a key or token, which without one comes from the identity provider. */
export interface Caller {
  client: Http;
  credential?: string;
}

/** A scoring request: document 1, "Invoke endpoint". */
export interface Scoring {
  scoringUri: string;
  body: unknown;
  /** The deployment to ask, whatever its share of the traffic. */
  deployment?: string | undefined;
}

/** POST {scoring_uri}. `accept` names statuses above 399 that are no error. */
export const score = (
  { client, credential }: Caller,
  { scoringUri, body, deployment }: Scoring,
  accept: readonly number[] = [],
): Promise<Answer> =>
  client.send({
    method: "POST",
    path: scoringUri,
    body,
    accept,
    ...(credential === undefined && { namedByService: true }),
    headers: { authorization: credential && `Bearer ${credential}`, "azureml-model-deployment": deployment },
  });

/**
 * What says that a scoring failed though the status is 200: an object with `error` and `error_type` of the scoring
 * script, or a page of something before it. A JSON text may look like one.
 */
export function failureIn({ headers, body }: Answer): { error: string; type: string } | undefined {
  if (isPage(body) && !/json/i.test(headers["content-type"] ?? "")) return { error: PAGE, type: "" };
  if (!isBag(body) || member(body, "error") === undefined || member(body, "error_type") === undefined) return undefined;
  return { error: asText(member(body, "error")), type: asText(member(body, "error_type")) };
}

/**
 * Somebody who may score at an endpoint, by its authMode: with its primary key, a token of its own, or a token of the
 * identity provider. Throws `UserError` for an answer without a token.
 */
export async function callerOf(endpoint: string, authMode: string, context: Context): Promise<Caller> {
  const { ml, scoring, keep } = context;
  if (authMode === "aadtoken") return { client: scoring };
  if (authMode === "key") return { client: scoring, credential: (await keysOf(endpoint, context)).primaryKey };
  const { body } = await readObject(ml, {
    method: "POST",
    path: `${endpoint}/token`,
    apiVersion: LATER_VERSION,
    repeat: "always",
  });
  const token = member(body, "accessToken");
  if (typeof token !== "string") throw new UserError(`POST ${endpoint}/token answered without an accessToken`);
  keep(token);
  return { client: scoring, credential: token };
}
