import { status, Metadata, type handleUnaryCall, type ServiceError } from "@grpc/grpc-js";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { CheckFailure, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Place } from "../../core/engineOperation";
import { ApiError, asError, InitFailedError, UserError } from "../../core/errors";
import { parted } from "../hidden";
import { isBag, isSealed, plain, sealed, type Bag } from "../../core/wire";

/** The values of a message in plain, and the places of those that the engine marked as secret. */
export interface Received {
  values: Bag;
  secrets: Place[];
}

/** The values in a message, without what only a dynamic resource carries; none where there is no message. */
export function received(struct: Struct | undefined): Received {
  const [values] = parted((struct?.toJavaScript() ?? {}) as Bag);
  return { values: plain(values) as Bag, secrets: sealedPlaces(values, []) };
}

/** Values as a message, in which those at the given places are marked as secret too. */
export const sent = (values: Bag, secrets: readonly Place[] = []): Struct =>
  Struct.fromJavaScript(sealedAt(values, secrets) as Record<string, JavaScriptValue>);

const sealedAt = (values: Bag, secrets: readonly Place[]): Bag =>
  secrets.reduce<unknown>((whole, place) => sealAt(whole, place), values) as Bag;

/** Runs a verb; the state of a half-done resource has what stands at these places marked as secret. */
export async function sealing<T>(secrets: readonly Place[], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InitFailedError) error.properties = sealedAt(error.properties, secrets);
    throw error;
  }
}

function sealedPlaces(value: unknown, place: Place): Place[] {
  if (isSealed(value)) return [place];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => sealedPlaces(item, [...place, name]));
}

function sealAt(value: unknown, [name, ...rest]: Place): unknown {
  if (isSealed(value)) return value;
  if (name === undefined) return sealed(value);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? sealAt(item, rest) : item));
  return isBag(value) && Object.hasOwn(value, name) ? { ...value, [name]: sealAt(value[name], rest) } : value;
}

/** Mistakes as the engine takes them; of a named property it would print the value. */
export const failuresOf = (reasons: readonly string[]): CheckFailure[] =>
  reasons.map((reason) => {
    const failure = new CheckFailure();
    failure.setReason(reason);
    return failure;
  });

/** A method of the plugin: an error that it throws reaches the engine, a half-done resource with its state. */
export const method =
  <Request, Response>(work: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> =>
  (call, callback) =>
    void work(call.request).then(
      (response) => callback(null, response),
      (error: unknown) => callback(refusal(asError(error))),
    );

/** An error in the engine's form. One that no code foresees is a bug, whose place is told. */
function refusal(error: Error): Partial<ServiceError> {
  const isForeseen = error instanceof UserError || error instanceof ApiError;
  const message = isForeseen ? error.message : (error.stack ?? error.message);
  const metadata = new Metadata();
  if (error instanceof InitFailedError) {
    const detail = new ErrorResourceInitFailed();
    detail.setId(error.id);
    detail.setProperties(sent(error.properties));
    detail.setReasonsList(error.reasons);
    const any = new Any();
    any.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const whole = new Status();
    whole.setCode(status.UNKNOWN);
    whole.setMessage(message);
    whole.addDetails(any);
    metadata.set("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  }
  return { code: status.UNKNOWN, details: message, metadata };
}
