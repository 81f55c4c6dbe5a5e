import { isPage, PAGE } from "./answer";
import type { Answer, Call, Http } from "./call";
import { ApiError } from "./errors";

/**
 * Sends a call whose answer says that the work is done. A page says nothing of the kind, whatever its status: it is of
 * something before the service. Throws `ApiError` for one.
 */
export async function sendWrite(http: Http, call: Call): Promise<Answer> {
  const answer = await http.send(call);
  if (!isPage(answer.body)) return answer;
  throw new ApiError(call.method, call.path, answer.status, "", PAGE, [], undefined, http.toConfigure.trim());
}
