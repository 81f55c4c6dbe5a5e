import * as proto from "@pulumi/pulumi/proto/provider_pb";
import * as z from "zod";
import { bareOperation } from "../../core/engineOperation";
import { UserError } from "../../core/errors";
import { checkedArgs, invoke } from "../../core/function";
import { nodeOf } from "../../core/marks";
import { sealAll } from "../../core/secrets";
import { plain, type Bag } from "../../core/wire";
import { functions } from "../../functions";
import { received, sent } from "./protocol";
import type { Session } from "./session";

/**
 * Calls a function; of one that changes something a preview only checks the arguments, and its result is empty there:
 * the engine takes no unknown one. Throws `UserError` for a function that there is not.
 */
export async function call(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const token = request.getTok();
  const definition = functions.find((one) => `mlplane:${one.kind}` === token && one.streams !== true);
  if (definition === undefined) throw new UserError(`this version of mlplane does not know the function ${token}`);
  const response = new proto.InvokeResponse();
  const { values, secrets } = received(request.getArgs());
  if (definition.changes === true && request.getPreview()) {
    checkedArgs(definition, values, session.connection());
    session.engine.logOf(undefined).info(`${token} changes something: it is not called in a preview`);
    return response;
  }
  const result = await invoke(definition, values, session.connection(), { ...bareOperation, secretPlaces: secrets });
  const sealed = sealAll(definition.result, plain(result) as Bag);
  response.setReturn(sent(nodeOf(definition.result).schema instanceof z.ZodObject ? sealed : { result: sealed }));
  return response;
}
