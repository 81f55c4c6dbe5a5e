import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { InitFailedError } from "../../core/errors";
import * as lifecycle from "../../core/lifecycle";
import { fieldsOf } from "../../core/marks";
import * as ownership from "../../core/ownership";
import * as plan from "../../core/plan";
import type { ResourceDefinition } from "../../core/resource";
import { PLACES } from "../../core/secrets";
import { declaredOf, derivedKeys, inputsOf } from "../../core/state";
import { lineOf } from "../../core/stored";
import { UNKNOWN, type Bag } from "../../core/wire";
import { spoken } from "../../dialect";
import { definitionOf, hidden, ownName, shown } from "./about";
import { detailedDiff } from "./detailed";
import { failuresOf, received, sent, type Place } from "./protocol";
import type { Session } from "./session";

export async function check(session: Session, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const definition = definitionOf(request.getUrn());
  const { values, secrets } = received(request.getNews());
  const { settings } = session.connection();
  const given = { ...ownName(definition, request.getUrn()), ...values, ...hidden(request, secrets) };
  const olds = received(request.getOlds()).values;
  const checked = plan.check(spoken(definition, settings), olds, given, settings);
  const declared =
    checked.failures.length > 0 ? checked : ownership.declare(definition, olds, checked, session.connection());
  const response = new proto.CheckResponse();
  response.setInputs(sent(shown(declared.inputs), secrets));
  response.setFailuresList(failuresOf(declared.failures.map(({ reason }) => reason)));
  return response;
}

export async function diff(session: Session, request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const definition = definitionOf(request.getUrn());
  const { values, secrets } = received(request.getNews());
  const news = { ...values, ...hidden(request, secrets) };
  const olds = { ...received(request.getOlds()).values, ...hidden(request, []) };
  const id = request.getId();
  session.connection().compared.set(lineOf(definition.kind, news)!, { olds, news });
  const { info } = session.engine.logOf(request.getUrn());
  const changes = plan.diff(definition, olds, news, info, { ...session.connection(), id });
  ownership.compare(definition, changes.replaces === undefined ? id : undefined, olds, news, session.connection());
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const response = new proto.DiffResponse();
  response.setChanges(changes.changes === false ? DIFF_NONE : DIFF_SOME);
  response.setReplacesList(changes.replaces ?? []);
  response.setDeletebeforereplace(changes.deleteBeforeReplace ?? definition.createFirst === undefined);
  response.setHasdetaileddiff(true);
  if (changes.changes !== false) {
    const oldInputs = received(request.getOldInputs()).values;
    for (const [path, diff] of detailedDiff(definition, { olds, oldInputs, news }, changes.replaces ?? []))
      response.getDetaileddiffMap().set(path, diff);
  }
  return response;
}

export async function create(session: Session, request: proto.CreateRequest): Promise<proto.CreateResponse> {
  const definition = definitionOf(request.getUrn());
  const { values, secrets } = received(request.getProperties());
  const response = new proto.CreateResponse();
  if (request.getPreview()) {
    response.setProperties(planned(definition, values, secrets));
    return response;
  }
  const made = await kept(() =>
    lifecycle.create(definition, { ...values, ...hidden(request, secrets) }, session.connection()),
  );
  response.setId(made.id);
  response.setProperties(sent(shown(made.outs), secrets));
  return response;
}

export async function read(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const definition = definitionOf(request.getUrn());
  const inputs = received(request.getInputs());
  const stored = received(request.getProperties());
  const isNew = Object.keys(inputs.values).length === 0;
  const secrets = [...inputs.secrets, ...stored.secrets];
  const props = { ...stored.values, ...hidden(request, secrets), ...(isNew && { __get: true }) };
  const live = await lifecycle.read(definition, request.getId(), props, session.connection());
  const response = new proto.ReadResponse();
  response.setId(live.id);
  if (live.props !== undefined) response.setProperties(sent(shown(live.props), secrets));
  if (live.props !== undefined) response.setInputs(sent(shown(live.inputs ?? inputs.values), secrets));
  return response;
}

export async function update(session: Session, request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
  const definition = definitionOf(request.getUrn());
  const { values, secrets } = received(request.getNews());
  const response = new proto.UpdateResponse();
  if (request.getPreview()) {
    response.setProperties(planned(definition, values, secrets));
    return response;
  }
  const olds = received(request.getOlds()).values;
  const news = { ...values, ...hidden(request, secrets) };
  const { outs } = await kept(() => lifecycle.update(definition, request.getId(), olds, news, session.connection()));
  response.setProperties(sent(shown(outs), secrets));
  return response;
}

export async function remove(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const { values, secrets } = received(request.getProperties());
  const props = { ...values, ...hidden(request, secrets) };
  await lifecycle.remove(definitionOf(request.getUrn()), request.getId(), props, session.connection());
  return new Empty();
}

/** What a preview shows of a resource that is created or updated: what its service adds is not known. */
function planned(definition: ResourceDefinition, values: Bag, secrets: Place[]): Struct {
  const derived = derivedKeys(definition);
  const unknown = Object.keys(fieldsOf(definition.outputs)).filter((key) => !derived.has(key));
  const known = Object.fromEntries([...derived].flatMap((key) => (key in values ? [[key, values[key]]] : [])));
  return sent(
    {
      ...inputsOf(definition, declaredOf(definition, values), known, { [PLACES]: secrets }),
      ...Object.fromEntries(unknown.map((key) => [key, UNKNOWN])),
    },
    secrets,
  );
}

/** Runs a write; the state of a half-done resource holds nothing hidden. */
async function kept<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof InitFailedError) error.properties = shown(error.properties);
    throw error;
  }
}
