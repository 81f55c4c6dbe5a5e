import type { Answer, Call, Http } from "./call";
import { UserError } from "./errors";
import { until } from "./until";
import { isBag, type Bag } from "./wire";

/**
 * Reads a JSON object. An answer that is none is asked for again a few times, then an error: it must never count as
 * "not there".
 */
export const readObject = (http: Http, call: Call): Promise<Answer & { body: Bag }> =>
  until(
    async (late) => {
      const answer = await http.send(call);
      if (isBag(answer.body)) return { end: { ...answer, body: answer.body } };
      const refusal = new UserError(
        `${call.method} ${call.path} answered ${answer.status} without a JSON object.${http.toConfigure}`,
      );
      if (late) throw refusal;
      return { refusal };
    },
    { http, what: `${call.method} ${call.path}`, patience: 0, looks: 3 },
  );
