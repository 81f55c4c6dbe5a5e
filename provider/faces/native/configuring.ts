import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { keys, unknownKeys, unknownVariables, type Configuration } from "../../configuration";
import type { Place } from "../../core/engineOperation";
import type { Bag } from "../../core/wire";
import { noKey, noVariable } from "../../unknownNames";
import { failuresOf, received, sent } from "./protocol";
import type { Session } from "./session";

/**
 * Checks the configuration of a provider: an argument that is no key is a mistake. Of a default provider it is a
 * warning, because the keys of the stack's configuration may be meant for others.
 */
export async function checkConfig(session: Session, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const { values, secrets } = received(request.getNews());
  const [, project, , name = ""] = request.getUrn().split("::");
  const unknown = unknownIn(values).map(noKey);
  const isDefault = /^default(_\d.*)?$/.test(name);
  const log = session.engine.logOf(undefined);
  if (isDefault && project !== "mlplane")
    for (const text of unknown) log.warn(`the stack's configuration: mlplane:${text}`);
  if (isDefault) for (const variable of unknownVariables()) log.warn(`the environment: ${noVariable(variable)}`);
  const response = new proto.CheckResponse();
  response.setInputs(sent(values, [...secrets, ...secretKeysIn(values)]));
  if (!isDefault) response.setFailuresList(failuresOf(unknown));
  return response;
}

/** Another configuration is an update of the provider; what it means for a resource, that one's own plan says. */
export async function diffConfig(request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const [before, after] = [received(request.getOlds()).values, received(request.getNews()).values];
  const changed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const response = new proto.DiffResponse();
  response.setChanges(changed.length === 0 ? DIFF_NONE : DIFF_SOME);
  response.setDiffsList(changed);
  return response;
}

/** Takes the configuration. */
export async function configure(session: Session, request: proto.ConfigureRequest): Promise<proto.ConfigureResponse> {
  const { values } = received(request.getArgs());
  const entries = Object.keys(keys).flatMap((key) => {
    const value = values[key] ?? null;
    return value === null ? [] : [[key, String(value)]];
  });
  session.configuration = Object.fromEntries(entries) as Configuration;
  const response = new proto.ConfigureResponse();
  response.setAcceptsecrets(true);
  response.setSupportspreview(true);
  return response;
}

/** What is no key; the engine adds values of its own, such as the version. */
const unknownIn = (values: Bag): string[] =>
  unknownKeys(Object.fromEntries(Object.keys(values).map((key) => [`mlplane:${key}`, true]))).filter(
    (key) => !/^(version|pluginDownloadURL|__.*)$/.test(key),
  );

const secretKeysIn = (values: Bag): Place[] =>
  Object.entries(keys).flatMap(([key, setting]) => ("secret" in setting && key in values ? [[key]] : []));
