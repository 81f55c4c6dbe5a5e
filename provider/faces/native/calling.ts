import * as proto from "@pulumi/pulumi/proto/provider_pb";
import * as z from "zod";
import { bareOperation } from "../../core/engineOperation";
import { UserError } from "../../core/errors";
import { invoke } from "../../core/function";
import { nodeOf } from "../../core/marks";
import { sealAll } from "../../core/secrets";
import { plain, type Bag } from "../../core/wire";
import { functions } from "../../functions";
import { received, sent } from "./protocol";
import type { Session } from "./session";

/**
 * Calls a function; one that changes something is left out in a preview, where its result is empty: the engine takes
 * no unknown one.
 */
export async function call(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const token = request.getTok();
  const definition = functions.find((one) => `mlplane:${one.kind}` === token && one.streams !== true);
  if (definition === undefined) throw new UserError(`this version of mlplane does not know the function ${token}`);
  const response = new proto.InvokeResponse();
  if (definition.changes === true && request.getPreview()) {
    session.engine.logOf(undefined).info(`${token} changes something: it is not called in a preview`);
    return response;
  }
  const { values, secrets } = received(request.getArgs());
  const result = await invoke(definition, values, session.connection(), { ...bareOperation, secretPlaces: secrets });
  const sealed = sealAll(definition.result, plain(result) as Bag);
  response.setReturn(sent(nodeOf(definition.result).schema instanceof z.ZodObject ? sealed : { result: sealed }));
  return response;
}
