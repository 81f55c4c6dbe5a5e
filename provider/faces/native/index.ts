import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { keys, type Configuration } from "../../configuration";
import { connectionOf } from "../../connection";
import { InitFailedError, UserError } from "../../core/errors";
import { invoke } from "../../core/function";
import * as lifecycle from "../../core/lifecycle";
import type { Connection } from "../../core/lifecycle";
import { fieldsOf, nodeOf } from "../../core/marks";
import * as ownership from "../../core/ownership";
import * as plan from "../../core/plan";
import type { ResourceDefinition } from "../../core/resource";
import { hasSecret, markSecrets, PLACES } from "../../core/secrets";
import { declaredOf, derivedKeys, inputsOf } from "../../core/state";
import { lineOf } from "../../core/stored";
import { sealed, UNKNOWN, isBag, type Bag } from "../../core/wire";
import { spoken } from "../../dialect";
import { functions } from "../../functions";
import { resources } from "../../resources";
import type { Methods } from "./server";
import { method, received, sent, type Place } from "./protocol";

/** What a request tells of the resource that it is about. */
interface About {
  getUrn(): string;
  getTimeout?(): number;
}

/** The methods of the plugin, for one connection. */
export function native(version: string, schema: string): Methods {
  let configuration: Configuration = {};
  const connection = (): Connection => connectionOf(configuration);

  return {
    getPluginInfo: method(async () => {
      const info = new PluginInfo();
      info.setVersion(version);
      return info;
    }),

    getSchema: method(async () => {
      const response = new proto.GetSchemaResponse();
      response.setSchema(schema);
      return response;
    }),

    handshake: method(async () => {
      const response = new proto.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    }),

    checkConfig: method(async (request: proto.CheckRequest) => {
      const { values, secrets } = received(request.getNews());
      const places = [...secrets, ...secretKeys(values)];
      const response = new proto.CheckResponse();
      response.setInputs(sent(values, places));
      return response;
    }),

    diffConfig: method(async (request: proto.DiffRequest) => {
      const [before, after] = [received(request.getOlds()).values, received(request.getNews()).values];
      const changed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
      const response = new proto.DiffResponse();
      const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
      response.setChanges(changed.length === 0 ? DIFF_NONE : DIFF_SOME);
      response.setDiffsList(changed);
      return response;
    }),

    configure: method(async (request: proto.ConfigureRequest) => {
      const { values } = received(request.getArgs());
      const given = Object.keys(keys).flatMap((key) => (values[key] == null ? [] : [[key, String(values[key])]]));
      configuration = Object.fromEntries(given) as Configuration;
      const response = new proto.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    }),

    check: method(async (request: proto.CheckRequest) => {
      const definition = definitionOf(request.getUrn());
      const { values, secrets } = received(request.getNews());
      const { settings } = connection();
      const given = { ...own(definition, request.getUrn()), ...values, ...hidden(request, secrets) };
      const olds = received(request.getOlds()).values;
      const checked = plan.check(spoken(definition, settings), olds, given, settings);
      const declared =
        checked.failures.length > 0 ? checked : ownership.declare(definition, olds, checked, connection());
      const response = new proto.CheckResponse();
      response.setInputs(sent(shown(declared.inputs), secrets));
      response.setFailuresList(
        declared.failures.map(({ reason }) => {
          const failure = new proto.CheckFailure();
          failure.setReason(reason);
          return failure;
        }),
      );
      return response;
    }),

    diff: method(async (request: proto.DiffRequest) => {
      const definition = definitionOf(request.getUrn());
      const { values, secrets } = received(request.getNews());
      const news = { ...values, ...hidden(request, secrets) };
      const olds = { ...received(request.getOlds()).values, ...hidden(request, []) };
      const id = request.getId();
      connection().compared.set(lineOf(definition.kind, news)!, { olds, news });
      const changes = plan.diff(definition, olds, news, () => {}, { ...connection(), id });
      ownership.compare(definition, changes.replaces === undefined ? id : undefined, olds, news, connection());
      const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
      const response = new proto.DiffResponse();
      response.setChanges(changes.changes === false ? DIFF_NONE : DIFF_SOME);
      response.setReplacesList(changes.replaces ?? []);
      response.setDeletebeforereplace(changes.deleteBeforeReplace ?? definition.createFirst === undefined);
      return response;
    }),

    create: method(async (request: proto.CreateRequest) => {
      const definition = definitionOf(request.getUrn());
      const { values, secrets } = received(request.getProperties());
      const response = new proto.CreateResponse();
      if (request.getPreview()) {
        response.setProperties(planned(definition, values, secrets));
        return response;
      }
      const made = await kept(() =>
        lifecycle.create(definition, { ...values, ...hidden(request, secrets) }, connection()),
      );
      response.setId(made.id);
      response.setProperties(sent(shown(made.outs), secrets));
      return response;
    }),

    read: method(async (request: proto.ReadRequest) => {
      const definition = definitionOf(request.getUrn());
      const inputs = received(request.getInputs());
      const stored = received(request.getProperties());
      const isNew = Object.keys(inputs.values).length === 0;
      const secrets = [...inputs.secrets, ...stored.secrets];
      const props = { ...stored.values, ...hidden(request, secrets), ...(isNew && { __get: true }) };
      const live = await lifecycle.read(definition, request.getId(), props, connection());
      const response = new proto.ReadResponse();
      response.setId(live.id);
      if (live.props !== undefined) response.setProperties(sent(shown(live.props), secrets));
      if (live.props !== undefined) response.setInputs(sent(shown(live.inputs ?? inputs.values), secrets));
      return response;
    }),

    update: method(async (request: proto.UpdateRequest) => {
      const definition = definitionOf(request.getUrn());
      const { values, secrets } = received(request.getNews());
      const response = new proto.UpdateResponse();
      if (request.getPreview()) {
        response.setProperties(planned(definition, values, secrets));
        return response;
      }
      const olds = received(request.getOlds()).values;
      const news = { ...values, ...hidden(request, secrets) };
      const { outs } = await kept(() => lifecycle.update(definition, request.getId(), olds, news, connection()));
      response.setProperties(sent(shown(outs), secrets));
      return response;
    }),

    delete: method(async (request: proto.DeleteRequest) => {
      const { values, secrets } = received(request.getProperties());
      const props = { ...values, ...hidden(request, secrets) };
      await lifecycle.remove(definitionOf(request.getUrn()), request.getId(), props, connection());
      return new Empty();
    }),

    invoke: method(async (request: proto.InvokeRequest) => {
      const definition = functions.find((one) => `mlplane:${one.kind}` === request.getTok() && one.streams !== true);
      if (definition === undefined)
        throw new UserError(`this version of mlplane does not know the function ${request.getTok()}`);
      const response = new proto.InvokeResponse();
      const isLeftOut = definition.changes === true && request.getPreview();
      const result = isLeftOut ? {} : await invoke(definition, received(request.getArgs()).values, connection());
      const shownAs = isBag(result) ? result : { result };
      response.setReturn(
        sent((hasSecret(definition.result) ? markSecrets(definition.result, shownAs, sealed) : shownAs) as Bag),
      );
      return response;
    }),

    cancel: method(async () => new Empty()),
  };
}

const PACKAGE = "mlplane:";

/** The definition of the resource that a request is about. */
function definitionOf(urn: string): ResourceDefinition {
  const type = urn.split("::")[2]!.split("$").at(-1)!;
  const definition = resources.find(({ kind }) => `${PACKAGE}${kind}` === type);
  if (definition === undefined) throw new UserError(`this version of mlplane does not know ${type}`);
  return definition;
}

/** The Pulumi name as the argument that takes it when it is not given. */
function own(definition: ResourceDefinition, urn: string): Bag {
  const named = Object.entries(fieldsOf(definition.inputs)).find(([, field]) => nodeOf(field).marks.autoName === true);
  return named === undefined ? {} : { [named[0]]: nameOf(urn) };
}

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** What a request tells besides the values, as the lifecycle takes it. */
function hidden(request: About, secrets: Place[]): Bag {
  const [stack, , types] = request
    .getUrn()
    .replace(/^urn:pulumi:/, "")
    .split("::");
  const parents = types!.slice(0, types!.lastIndexOf("$") + 1);
  const seconds = request.getTimeout?.() ?? 0;
  const time = `${seconds}s`;
  return {
    __at: `${parents}::${nameOf(request.getUrn())}`,
    __stack: stack,
    [PLACES]: secrets,
    ...(seconds > 0 && { __timeouts: { create: time, update: time, delete: time, read: time } }),
  };
}

/** Values without what is hidden, but for what the provider keeps for itself. */
const shown = (values: Bag): Bag =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__") || KEPT.includes(key)));
const KEPT = ["__made", "__service"];

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

const secretKeys = (values: Bag): Place[] =>
  Object.entries(keys).flatMap(([key, setting]) => ("secret" in setting && key in values ? [[key]] : []));
