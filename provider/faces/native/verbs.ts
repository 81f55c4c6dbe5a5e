import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { SERVICE } from "../../core/bookkeeping";
import * as lifecycle from "../../core/lifecycle";
import { fieldsOf } from "../../core/marks";
import * as planning from "../../core/planning";
import type { ResourceDefinition } from "../../core/resource";
import { declaredOf, derivedKeys, derivedOf, inputsOf } from "../../core/state";
import { UNKNOWN } from "../../core/wire";
import { spoken } from "../../dialect";
import { definitionOf, operationOf, ownName } from "./about";
import { detailedDiff } from "./detailed";
import { failuresOf, method, received, sealing, sent, type Received } from "./protocol";
import type { Methods } from "./server";
import type { Session } from "./session";

/** The methods that are about one resource. */
export const verbs = (session: Session): Methods => ({
  check: method(async (request: proto.CheckRequest) => {
    const definition = definitionOf(request);
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    const connection = session.connection();
    const { inputs, failures, secretPlaces } = planning.check(
      spoken(definition, connection.settings),
      olds.values,
      { ...ownName(definition, request), ...news.values },
      operationOf(session, request, news.secrets, olds.secrets),
      connection,
    );
    const response = new proto.CheckResponse();
    response.setInputs(sent(inputs, secretPlaces));
    response.setFailuresList(failuresOf(failures.map(({ reason }) => reason)));
    return response;
  }),

  diff: method(async (request: proto.DiffRequest) => {
    const definition = definitionOf(request);
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    const operation = operationOf(session, request, news.secrets, olds.secrets);
    const connection = session.connection();
    const changes = planning.diff(definition, request.getId(), olds.values, news.values, operation, connection);
    const isSame = changes.changes === false;
    const response = new proto.DiffResponse();
    const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
    response.setChanges(isSame ? DIFF_NONE : DIFF_SOME);
    response.setReplacesList(changes.replaces ?? []);
    response.setDeletebeforereplace(changes.deleteBeforeReplace ?? true);
    response.setHasdetaileddiff(true);
    const values = { olds: olds.values, oldInputs: received(request.getOldInputs()).values, news: news.values };
    const paths = isSame ? [] : detailedDiff(definition, values, changes.replaces ?? []);
    for (const [path, diff] of paths) response.getDetaileddiffMap().set(path, diff);
    response.setDiffsList([...new Set(paths.map(([path]) => path.match(/^\w+/)![0]))]);
    return response;
  }),

  create: method(async (request: proto.CreateRequest) => {
    const definition = definitionOf(request);
    const news = received(request.getProperties());
    const response = new proto.CreateResponse();
    if (request.getPreview()) {
      response.setProperties(planned(definition, news));
      return response;
    }
    const operation = operationOf(session, request, news.secrets);
    const { id, outs } = await sealing(news.secrets, () =>
      lifecycle.create(definition, news.values, operation, session.connection()),
    );
    response.setId(id);
    response.setProperties(sent(outs, news.secrets));
    return response;
  }),

  read: method(async (request: proto.ReadRequest) => {
    const definition = definitionOf(request);
    const [inputs, stored] = [received(request.getInputs()), received(request.getProperties())];
    const secrets = [...inputs.secrets, ...stored.secrets];
    // What is in the state has either inputs or, where it was looked up, what a read keeps.
    const isBare = Object.keys(inputs.values).length === 0;
    const isLookup = isBare && stored.values[SERVICE] === undefined;
    const operation = { ...operationOf(session, request, secrets), isLookup };
    const live = await sealing(secrets, () =>
      lifecycle.read(definition, request.getId(), stored.values, operation, session.connection()),
    );
    const response = new proto.ReadResponse();
    response.setId(live.id);
    if (live.props === undefined) return response;
    response.setProperties(sent(live.props, secrets));
    const isSeenOnly = isBare && !isLookup;
    response.setInputs(sent(isSeenOnly ? {} : (live.inputs ?? inputs.values), secrets));
    return response;
  }),

  update: method(async (request: proto.UpdateRequest) => {
    const definition = definitionOf(request);
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    const response = new proto.UpdateResponse();
    if (request.getPreview()) {
      response.setProperties(planned(definition, news));
      return response;
    }
    const operation = operationOf(session, request, news.secrets, olds.secrets);
    const { outs } = await sealing(news.secrets, () =>
      lifecycle.update(definition, request.getId(), olds.values, news.values, operation, session.connection()),
    );
    response.setProperties(sent(outs, news.secrets));
    return response;
  }),

  delete: method(async (request: proto.DeleteRequest) => {
    const { values, secrets } = received(request.getProperties());
    const operation = operationOf(session, request, secrets);
    await lifecycle.remove(definitionOf(request), request.getId(), values, operation, session.connection());
    return new Empty();
  }),
});

/** What a preview shows of a resource that is created or updated: what its service adds is not known. */
function planned(definition: ResourceDefinition, { values, secrets }: Received): Struct {
  const derived = derivedKeys(definition);
  const unknown = Object.keys(fieldsOf(definition.outputs)).filter((key) => !derived.has(key));
  const known = inputsOf(definition, declaredOf(definition, values), derivedOf(definition, values), secrets);
  return sent({ ...known, ...Object.fromEntries(unknown.map((key) => [key, UNKNOWN])) }, secrets);
}
