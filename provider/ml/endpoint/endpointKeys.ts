import { ApiError, isNotFound, lookAfter, NoAnswerError, UserError } from "../../core/errors";
import { readObject, sendWrite } from "../../core/http";
import { follow } from "../../core/operation";
import type { Context } from "../../core/resource";
import { until } from "../../core/until";
import { member } from "../../core/wire";
import { isBusy, LATER_VERSION } from "../shared";

/** The keys of an endpoint whose authMode is `Key`. */
export interface Keys {
  primaryKey: string;
  secondaryKey: string;
}

/** Which of the two keys. */
export type KeyType = "primary" | "secondary";

/** POST {endpoint}/listKeys, which changes nothing. Throws `UserError` for an answer without keys. */
export async function keysOf(endpoint: string, { ml, keep }: Context): Promise<Keys> {
  const { body } = await readObject(ml, {
    method: "POST",
    path: `${endpoint}/listKeys`,
    apiVersion: LATER_VERSION,
    repeat: "always",
  });
  const [primaryKey, secondaryKey] = ["primaryKey", "secondaryKey"].map((name) => member(body, name));
  if (typeof primaryKey !== "string" || typeof secondaryKey !== "string")
    throw new UserError(`POST ${endpoint}/listKeys answered without keys`);
  keep(primaryKey);
  keep(secondaryKey);
  return { primaryKey, secondaryKey };
}

/**
 * POST {endpoint}/regenerateKeys for one key; the other stays valid. When the answer is lost, the keys tell whether the
 * call arrived; it is never sent a second time. Throws the error of the lost call when the key did not change.
 */
export async function regenerateKey(endpoint: string, type: KeyType, context: Context): Promise<Keys> {
  const name = `${type}Key` as const;
  const before = (await keysOf(endpoint, context))[name];
  const lost = await send(endpoint, type, context);
  return until<Keys>(
    async (_, looks) => {
      const keys = await lookAfter(lost, () => keysOf(endpoint, context));
      if (keys[name] !== before) return { end: keys };
      if (looks === LOOKS)
        throw lost ?? new UserError(`POST ${endpoint}/regenerateKeys succeeded, but the ${type} key is still the same`);
      return {};
    },
    { http: context.ml, what: `regenerating the ${type} key of ${endpoint}` },
  );
}

/** How often the keys are looked at after a regeneration; about five seconds. */
const LOOKS = 8;

/** Whether a refusal leaves open what the call has done: one of a broken service, or a page. */
const tellsNothing = ({ status }: ApiError): boolean => status >= 500 || status < 300;

/**
 * Sends the call, waits for other operations on the endpoint before and for its own one after; gives back the error of
 * a call that may have arrived.
 */
function send(endpoint: string, type: KeyType, context: Context): Promise<Error | undefined> {
  const what = `regenerating the ${type} key of ${endpoint}`;
  const body = { keyType: type === "primary" ? "Primary" : "Secondary" };
  return until<Error | undefined>(
    async () => {
      try {
        const path = `${endpoint}/regenerateKeys`;
        const answer = await sendWrite(context.ml, { method: "POST", path, body, apiVersion: LATER_VERSION });
        await follow(context.ml, answer, { what, progress: context.log.progress });
        return { end: undefined };
      } catch (error) {
        if (error instanceof NoAnswerError || (error instanceof ApiError && tellsNothing(error))) return { end: error };
        if (!(error instanceof ApiError) || isNotFound(error) || !isBusy(error)) throw error;
        return { refusal: error };
      }
    },
    { http: context.ml, what },
  );
}
